import type { Generated } from 'kysely'
import type { Entity } from './entity.ts'

/** Charts and dashboards, and what they show and use. */
export interface DashboardTables {
  charts: ChartTable
  chart_owners: ChartOwnerTable
  dashboards: DashboardTable
  dashboard_charts: DashboardChartTable
  dashboard_owners: DashboardOwnerTable
  dashboard_roles: DashboardRoleTable
  embedded_dashboards: EmbeddedDashboardTable
  filter_sets: FilterSetTable
  annotation_layers: AnnotationLayerTable
  annotations: AnnotationTable
  css_templates: CssTemplateTable
  dynamic_plugins: DynamicPluginTable
  boundary_maps: BoundaryMapTable
  boundary_areas: BoundaryAreasTable
}

/** No foreign key to the dataset: a chart remains if its dataset is deleted, and then reports it as missing. */
interface ChartTable extends Entity {
  slice_name: string
  datasource_id: number
  datasource_type: Generated<string>
  viz_type: string
  /** The form data. */
  params: string | null
  query_context: string | null
  description: string | null
  cache_timeout: number | null
  last_saved_at: number | null
  last_saved_by: number | null
  certified_by: string | null
  certification_details: string | null
  is_managed_externally: Generated<boolean>
  external_url: string | null
  extra_fields: string | null
}

interface ChartOwnerTable {
  chart_id: number
  user_id: number
}

interface DashboardTable extends Entity {
  dashboard_title: string | null
  slug: string | null
  position_json: string | null
  json_metadata: string | null
  css: string | null
  description: string | null
  published: Generated<boolean>
  certified_by: string | null
  certification_details: string | null
  is_managed_externally: Generated<boolean>
  external_url: string | null
  extra_fields: string | null
}

interface DashboardChartTable {
  dashboard_id: number
  chart_id: number
}

interface DashboardOwnerTable {
  dashboard_id: number
  user_id: number
}

interface DashboardRoleTable {
  dashboard_id: number
  role_id: number
}

interface AnnotationLayerTable extends Entity {
  name: string
  descr: string | null
}

/** Times are wall-clock milliseconds, as in time ranges. */
interface AnnotationTable extends Entity {
  layer_id: number
  start_dttm: number
  end_dttm: number
  short_descr: string
  long_descr: string | null
  json_metadata: string | null
}

interface CssTemplateTable extends Entity {
  template_name: string | null
  css: Generated<string | null>
}

/** A chart type that is loaded at run time: `key` is its `viz_type`, `bundle_url` the path of its script. */
interface DynamicPluginTable extends Entity {
  name: string
  key: string
  bundle_url: string
}

/** A map with custom boundaries. `file`: its file in the home folder; null: it was uploaded. */
interface BoundaryMapTable extends Entity {
  name: string
  key: string
  regions: number
  code_property: string | null
  name_property: string | null
  is_plan: boolean
  file: string | null
  notes: string
  /** digest of the areas, and of the file that they were created from */
  digest: string
}

/** TopoJSON of a map; stored separately, because lists do not read it. */
interface BoundaryAreasTable {
  id: number
  areas: string
}

/** Named values of a dashboard's filters. `owner_id`: a user, who alone sees the set, or the dashboard. */
interface FilterSetTable {
  id: Generated<number>
  dashboard_id: number
  name: string
  description: string | null
  json_metadata: string
  owner_type: 'User' | 'Dashboard'
  owner_id: number
  created_on: number
  changed_on: number
  created_by: number | null
  changed_by: number | null
}

/** A dashboard that other sites may show, under this uuid. `allow_domain_list`: their origins, separated by commas. */
interface EmbeddedDashboardTable {
  id: Generated<number>
  uuid: string
  dashboard_id: number
  allow_domain_list: string
  created_on: number
  changed_on: number
  created_by: number | null
  changed_by: number | null
}
