/**
 * Permissions in words: what users can do, and the pairs that they need for it. The role editor shows these; pairs that
 * no ability contains are listed by their names.
 */
export interface Ability {
  key: string
  group: 'dashboards' | 'charts' | 'datasets' | 'databases' | 'sqlLab' | 'more'
  pairs: readonly string[]
}

const ability = (group: Ability['group'], key: string, pairs: string): Ability => ({
  key,
  group,
  // a view may contain spaces, so the pairs are separated by commas
  pairs: pairs.split(',').map((pair) => pair.trim()),
})

export const abilities: readonly Ability[] = [
  ability(
    'dashboards',
    'seeDashboards',
    `can_read:Dashboard, can_dashboard:Superset, menu_access:Dashboards, can_read:DashboardPermalinkRestApi,
     can_read:DashboardFilterStateRestApi, can_write:DashboardFilterStateRestApi, can_explore_json:Superset`,
  ),
  ability(
    'dashboards',
    'editDashboards',
    'can_write:Dashboard, can_save_dash:Superset, can_copy_dash:Superset, can_add_slices:Superset',
  ),
  ability(
    'dashboards',
    'shareDashboards',
    'can_share_dashboard:Superset, can_dashboard_permalink:Superset, can_write:DashboardPermalinkRestApi',
  ),
  ability('dashboards', 'exportDashboards', 'can_export:Dashboard'),
  ability('charts', 'seeCharts', 'can_read:Chart, menu_access:Charts, can_slice:Superset, can_slice_json:Superset'),
  ability(
    'charts',
    'explore',
    `can_explore:Superset, can_read:Explore, can_read:ExploreFormDataRestApi, can_write:ExploreFormDataRestApi,
     can_read:ExplorePermalinkRestApi, can_time_range:Api, can_get_column_values:Datasource`,
  ),
  ability('charts', 'editCharts', 'can_write:Chart'),
  ability('charts', 'shareCharts', 'can_share_chart:Superset, can_write:ExplorePermalinkRestApi'),
  ability('charts', 'exportCharts', 'can_export:Chart'),
  ability('charts', 'downloadData', 'can_csv:Superset'),
  ability('datasets', 'seeDatasets', 'can_read:Dataset, menu_access:Datasets, can_get:Datasource'),
  ability(
    'datasets',
    'editDatasets',
    `can_write:Dataset, can_duplicate:Dataset, can_get_or_create_dataset:Dataset, can_save:Datasource,
     can_external_metadata:Datasource, can_external_metadata_by_name:Datasource`,
  ),
  ability('datasets', 'seeSamples', 'can_samples:Datasource'),
  ability('datasets', 'exportDatasets', 'can_export:Dataset'),
  ability(
    'datasets',
    'allData',
    'all_datasource_access:all_datasource_access, all_database_access:all_database_access',
  ),
  ability('databases', 'seeDatabases', 'can_read:Database, menu_access:Databases, menu_access:Data'),
  ability('databases', 'editDatabases', 'can_write:Database'),
  ability(
    'databases',
    'uploadFiles',
    `can_this_form_get:CsvToDatabaseView, can_this_form_post:CsvToDatabaseView, can_this_form_get:ExcelToDatabaseView,
     can_this_form_post:ExcelToDatabaseView, can_this_form_get:ColumnarToDatabaseView,
     can_this_form_post:ColumnarToDatabaseView`,
  ),
  ability(
    'sqlLab',
    'runSql',
    `can_sqllab:Superset, menu_access:SQL Lab, menu_access:SQL Editor, can_execute_sql_query:SQLLab,
     can_get_results:SQLLab, can_sql_json:Superset, can_stop_query:Superset, can_read:Query,
     can_activate:TabStateView, can_get:TabStateView, can_post:TabStateView, can_put:TabStateView,
     can_delete:TabStateView`,
  ),
  ability(
    'sqlLab',
    'saveQueries',
    'can_read:SavedQuery, can_write:SavedQuery, menu_access:Saved Queries, can_my_queries:SqlLab',
  ),
  ability('sqlLab', 'otherQueries', 'all_query_access:all_query_access'),
  ability('more', 'annotations', 'can_read:Annotation, can_write:Annotation, menu_access:Annotation Layers'),
  ability('more', 'cssTemplates', 'can_read:CssTemplate, can_write:CssTemplate, menu_access:CSS Templates'),
  ability('more', 'reports', 'can_read:ReportSchedule, can_write:ReportSchedule, menu_access:Alerts & Report'),
  ability('more', 'auditLog', 'can_read:Log, menu_access:Action Log'),
]

export type AbilityState = 'none' | 'some' | 'all'

/** Whether a role with these permissions has the ability completely, partly or not. */
export function abilityState({ pairs }: Ability, held: ReadonlySet<string>): AbilityState {
  const count = pairs.filter((pair) => held.has(pair)).length
  return count === 0 ? 'none' : count === pairs.length ? 'all' : 'some'
}

/**
 * The permissions after an ability is granted or revoked. Revoking keeps pairs that another ability of the role needs.
 */
export function withAbility(held: readonly string[], changed: Ability, isGiven: boolean): string[] {
  if (isGiven) return [...new Set([...held, ...changed.pairs])]
  const before = new Set(held)
  const needed = new Set(
    abilities
      .filter((other) => other.key !== changed.key && abilityState(other, before) === 'all')
      .flatMap(({ pairs }) => pairs),
  )
  return held.filter((pair) => !changed.pairs.includes(pair) || needed.has(pair))
}

const known = new Set(abilities.flatMap(({ pairs }) => pairs))

/** Permissions that no ability contains. */
export const otherPairs = (pairs: readonly string[]): string[] => pairs.filter((pair) => !known.has(pair))
