/**
 * The permission pairs of the contract, by view; a pair is written `name:view`. Built-in roles are computed from them
 * by the rules of the contract, so they follow the release.
 */
const contractNames: Record<string, string> = {
  'Access requests': 'menu_access',
  'Action Log': 'menu_access',
  AdvancedDataType: 'can_read',
  'Alerts & Report': 'menu_access',
  Annotation: 'can_read can_write',
  'Annotation Layers': 'menu_access',
  Api: 'can_query can_query_form_data can_time_range',
  AsyncEventsRestApi: 'can_list',
  AvailableDomains: 'can_read',
  'CSS Templates': 'menu_access',
  CacheRestApi: 'can_invalidate',
  Chart: 'can_export can_read can_write',
  Charts: 'menu_access',
  ColumnarToDatabaseView: 'can_this_form_get can_this_form_post',
  CssTemplate: 'can_read can_write',
  CsvToDatabaseView: 'can_this_form_get can_this_form_post',
  Dashboard: 'can_delete_embedded can_export can_get_embedded can_read can_set_embedded can_write',
  DashboardFilterStateRestApi: 'can_read can_write',
  DashboardPermalinkRestApi: 'can_read can_write',
  Dashboards: 'menu_access',
  Data: 'menu_access',
  Database: 'can_export can_read can_write',
  Databases: 'menu_access',
  Dataset: 'can_duplicate can_export can_get_or_create_dataset can_read can_write',
  Datasets: 'menu_access',
  Datasource: 'can_external_metadata can_external_metadata_by_name can_get can_get_column_values can_samples can_save',
  DynamicPlugin: 'can_add can_delete can_download can_edit can_list can_show can_write can_read',
  EmbeddedDashboard: 'can_read',
  ExcelToDatabaseView: 'can_this_form_get can_this_form_post',
  Explore: 'can_read',
  ExploreFormDataRestApi: 'can_read can_write',
  ExplorePermalinkRestApi: 'can_read can_write',
  FilterSets: 'can_add can_delete can_edit can_list',
  Home: 'menu_access',
  ImportExportRestApi: 'can_export can_import_',
  KV: 'can_get_value can_store',
  'List Roles': 'menu_access',
  'List Users': 'menu_access',
  Log: 'can_read can_recent_activity can_write',
  Manage: 'menu_access',
  MenuApi: 'can_get',
  OpenApi: 'can_get',
  Plugins: 'menu_access',
  Query: 'can_read',
  'Query Search': 'menu_access',
  ReportSchedule: 'can_read can_write',
  ResetMyPasswordView: 'can_this_form_get can_this_form_post',
  ResetPasswordView: 'can_this_form_get can_this_form_post',
  RoleModelView: 'can_add can_delete can_edit can_list can_show copyrole',
  'Row Level Security': 'menu_access can_read can_write',
  RowLevelSecurityFiltersModelView: 'can_add can_delete can_download can_edit can_list can_show muldelete',
  'SQL Editor': 'menu_access',
  'SQL Lab': 'menu_access',
  SQLLab: 'can_execute_sql_query can_export_csv can_get_results',
  'Saved Queries': 'menu_access',
  SavedQuery: 'can_export can_read can_write',
  Security: 'menu_access',
  SecurityRestApi: 'can_grant_guest_token can_read',
  SqlLab: 'can_my_queries',
  Superset: [
    'can_add_slices can_annotation_json can_available_domains can_copy_dash can_created_dashboards can_created_slices',
    'can_csv can_dashboard can_dashboard_permalink can_datasources can_estimate_query_cost can_explore',
    'can_explore_json can_extra_table_metadata can_fave_dashboards can_fave_dashboards_by_username can_fave_slices',
    'can_favstar can_fetch_datasource_metadata can_filter can_import_dashboards can_log can_profile can_queries',
    'can_override_role_permissions can_recent_activity can_request_access can_results can_save_dash can_schemas_access_for_file_upload',
    'can_search_queries can_share_chart can_share_dashboard can_slice can_slice_json can_sql_json can_sqllab',
    'can_sqllab_history can_sqllab_table_viz can_sqllab_viz can_stop_query can_tables can_testconn can_user_slices',
    'can_validate_sql_json can_warm_up_cache',
  ].join(' '),
  SwaggerView: 'can_show',
  TabStateView: 'can_activate can_delete can_delete_query can_get can_migrate_query can_post can_put',
  TableSchemaView: 'can_delete can_expanded can_post',
  TagView: 'can_delete can_get can_post can_suggestions can_tagged_objects',
  UserDBModelView:
    'can_add can_delete can_edit can_list can_show can_userinfo resetmypassword resetpasswords userinfoedit',
  UserInfoEditView: 'can_this_form_get can_this_form_post',
  all_database_access: 'all_database_access',
  all_datasource_access: 'all_datasource_access',
  all_query_access: 'all_query_access',
}

interface Pair {
  name: string
  view: string
}

const words = (text: string) => new Set(text.split(/\s+/))
const list = (text: string) => new Set(text.split('|'))

const adminViews = list(
  'Access requests|Action Log|List Users|List Roles|ResetPasswordView|RoleModelView|Row Level Security|' +
    'RowLevelSecurityFiltersModelView|Security|SQL Lab|UserInfoEditView',
)
const adminNames = words(
  'all_query_access can_grant_guest_token can_override_role_permissions can_set_embedded can_warm_up_cache',
)
/** For these views, everybody except Admins gets only the read permissions. */
const adminWritten = list('Database|DynamicPlugin')
const alphaWritten = list('Dataset|Datasource')
const readNames = words(
  'can_show can_list can_get can_read can_external_metadata can_external_metadata_by_name menu_access',
)
const alphaViews = list(
  'Alerts & Report|ReportSchedule|Annotation Layers|Annotation|CSS Templates|CssTemplate|ColumnarToDatabaseView|' +
    'CsvToDatabaseView|ExcelToDatabaseView|ImportExportRestApi|Manage|TableSchemaView',
)
const alphaNames = words('muldelete all_database_access all_datasource_access')
const sqlLabViews = list('SavedQuery|Query|SQLLab|SqlLab|TabStateView|SQL Editor|Saved Queries|Query Search')
const sqlLabPairs = words(
  'can_sqllab:Superset can_sqllab_history:Superset can_sql_json:Superset can_sqllab_viz:Superset ' +
    'can_sqllab_table_viz:Superset can_stop_query:Superset can_search_queries:Superset',
)
const forEverybody = words('can_userinfo resetmypassword can_recent_activity')
/** Also given to Gamma, unlike in the contract: without it, filters of Gamma users have no options. */
const alsoGamma = words('can_get_column_values:Datasource')

const text = ({ name, view }: Pair) => `${name}:${view}`

const isSqlLab = (pair: Pair) =>
  sqlLabViews.has(pair.view) || sqlLabPairs.has(text(pair)) || text(pair) === 'menu_access:SQL Lab'

const isAdminOnly = ({ name, view }: Pair) =>
  adminViews.has(view) ||
  adminNames.has(name) ||
  (view === 'UserDBModelView' && !forEverybody.has(name)) ||
  (view === 'Log' && !forEverybody.has(name)) ||
  (adminWritten.has(view) && !readNames.has(name))

const isAlphaOnly = (pair: Pair) =>
  !alsoGamma.has(text(pair)) &&
  (alphaViews.has(pair.view) || alphaNames.has(pair.name) || (alphaWritten.has(pair.view) && !readNames.has(pair.name)))

const isAlpha = (pair: Pair) => forEverybody.has(pair.name) || (!isAdminOnly(pair) && !isSqlLab(pair))

const sqlLabAlso = words('can_csv:Superset can_read:Database')

type Role = 'Admin' | 'Alpha' | 'Gamma' | 'sql_lab' | 'Public'

/** Pairs of one view that the contract does not have. */
export interface ViewPermissions {
  view: string
  /** `can_read can_write` */
  names: string
  /** The built-in roles that have them in addition to Admin. */
  roles: readonly ('Alpha' | 'Gamma' | 'sql_lab')[]
}

export interface Permissions {
  /** All existing pairs: a route may require no other. */
  all: ReadonlySet<string>
  /** The permissions of the built-in roles. Grants to data belong in custom roles. */
  builtinRoles: Readonly<Record<Role, readonly string[]>>
}

const pairsOf = (view: string, all: string): Pair[] => all.split(' ').map((name) => ({ name, view }))

/** The pairs of the contract and those that resources add. */
export function permissionsWith(added: readonly ViewPermissions[]): Permissions {
  const contract = Object.entries(contractNames).flatMap(([view, all]) => pairsOf(view, all))
  const own = added.map(({ view, names, roles }) => ({ roles, texts: pairsOf(view, names).map(text) }))
  const heldBy = (role: 'Alpha' | 'Gamma' | 'sql_lab', isHeld: (pair: Pair) => boolean) => [
    ...new Set([
      ...contract.filter(isHeld).map(text),
      ...own.flatMap(({ roles, texts }) => (roles.includes(role) ? texts : [])),
    ]),
  ]
  const everything = [...new Set([...contract.map(text), ...own.flatMap(({ texts }) => texts)])]
  return {
    all: new Set(everything),
    builtinRoles: {
      Admin: everything,
      Alpha: heldBy('Alpha', isAlpha),
      Gamma: heldBy('Gamma', (pair) => isAlpha(pair) && !isAlphaOnly(pair)),
      sql_lab: heldBy('sql_lab', (pair) => isSqlLab(pair) || sqlLabAlso.has(text(pair))),
      Public: [],
    },
  }
}
