import { bootstrap } from '../api/bootstrap.ts'
import { keepForm, loadExplore, type SourceType } from '../api/explore.ts'

/** The address of the chart builder with all columns of a source, as a new chart of the default type. */
export async function exploreColumns(source: { id: number; type: SourceType }): Promise<string> {
  const place = { datasource_type: source.type, datasource_id: String(source.id) }
  const { dataset } = await loadExplore(`?${new URLSearchParams(place).toString()}`)
  const form = {
    datasource: `${source.id}__${source.type}`,
    viz_type: bootstrap.common.conf['DEFAULT_VIZ_TYPE'] ?? 'table',
    query_mode: 'raw',
    all_columns: dataset.columns.map(({ column_name }) => column_name),
    metrics: [],
    groupby: [],
    row_limit: 1000,
  }
  const key = await keepForm({ datasourceId: source.id, datasourceType: source.type, form })
  return `/explore/?${new URLSearchParams({ form_data_key: key, ...place }).toString()}`
}
