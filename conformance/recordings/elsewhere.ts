/** Folders of recorded calls whose resources this server has. Others are added together with their resources. */
export const folders = [
  'advanced_data_type',
  'assets',
  'available_domains',
  'cachekey',
  'chart',
  'css_template',
  'dashboard',
  'database',
  'dataset',
  'datasource',
  'explore',
  'filter_state',
  'filtersets',
  'form_data',
  'legacy',
  'log',
  'permalink',
  'query',
  'report',
  'rowlevelsecurity',
  'saved_query',
  'sqllab',
  'tabstate',
  'time_range',
  'upload',
]

/** Recorded calls that are not replayed here, with the reason. */
export const elsewhere: Record<string, string[]> = {
  'the tool that checks SQL was missing in the original; routes.test.ts checks SQL': [
    'database/validate-sql',
    'legacy/validate_sql_json',
  ],
  'its database is another server of the recorder; remoteUploads.test.ts has its own': [
    'legacy/schemas_access_for_file_upload-list',
  ],
  'row rules have the API of later versions here: rowRules.test.ts': ['rowlevelsecurity/info-api'],
  'here a GET request creates nothing: the new dashboard is created when it is saved': [
    'dashboard/item-new-untitled',
    'legacy/new-dashboard-redirect',
  ],
  'here the ETag of a response is the version that a save sends, not that of a cache': [
    'dashboard/flags-item-etag-not-modified',
  ],
  'row rules had no REST API in the recorded release, and have one here': ['rowlevelsecurity/info-api'],
  'here uploaded files become tables of another database: contractRoutes.test.ts': [
    'dataset/item-after-upload',
    'dataset/list-after-upload',
  ],
}
