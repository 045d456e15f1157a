import { randomUUID } from 'node:crypto'
import type { ColumnForm, MetricForm } from '../../../model/dataset/datasetForm.ts'
import type { Author } from '../../entities/changes.ts'
import type { RowUpdate, Trx } from '../../storage/schema.ts'

type Fields = Record<string, unknown>

/** The errors of a list that replaces columns or metrics; undefined if there are none. */
function complaint(
  what: 'columns' | 'metrics',
  items: { id?: number; name: string }[],
  existing: { id: number; name: string }[],
  overrides = false,
): string | undefined {
  const names = items.map((item) => item.name)
  if (new Set(names).size < names.length) return `One or more ${what} are duplicated`
  const ids = new Set(existing.map((row) => row.id))
  if (items.some((item) => item.id !== undefined && !ids.has(item.id))) return `One or more ${what} do not exist`
  const taken = new Map(existing.map((row) => [row.name, row.id]))
  const isNewButKnown = (item: { id?: number; name: string }) => item.id === undefined && taken.has(item.name)
  return !overrides && items.some(isNewButKnown) ? `One or more ${what} already exist` : undefined
}

/**
 * Replaces the columns: given columns with an id are changed, those without one are added, and missing columns are
 * deleted. A new column may have the name of an old one only if it replaces the old one (`overrides`).
 */
export async function replaceColumns(
  trx: Trx,
  author: Author,
  datasetId: number,
  columns: ColumnForm[],
  fields: Fields,
  overrides = false,
): Promise<void> {
  const existing = await trx
    .selectFrom('dataset_columns')
    .select(['id', 'column_name as name'])
    .where('dataset_id', '=', datasetId)
    .execute()
  const named = columns.map(({ id, column_name }) => ({ id, name: column_name }))
  const wrong = complaint('columns', named, existing, overrides)
  if (wrong) {
    fields['columns'] = [wrong]
    return
  }
  const kept = new Set(columns.map((column) => column.id))
  const gone = existing.filter((row) => !kept.has(row.id)).map((row) => row.id)
  if (gone.length > 0) await trx.deleteFrom('dataset_columns').where('id', 'in', gone).execute()
  for (const id of renamed(named, existing))
    await trx.updateTable('dataset_columns').set({ column_name: randomUUID() }).where('id', '=', id).execute()
  for (const { id, uuid: _uuid, ...column } of columns) {
    const { filterable, groupby, is_active, is_dttm, ...nullable } = column
    const flags = { filterable, groupby, is_active, is_dttm }
    const given = { ...nullable, ...withoutNull(flags) } as RowUpdate<'dataset_columns'>
    const values = { ...given, changed_on: author.now, changed_by: author.userId }
    if (id !== undefined) await trx.updateTable('dataset_columns').set(values).where('id', '=', id).execute()
    else
      await trx
        .insertInto('dataset_columns')
        .values({ ...values, ...made(author, datasetId), column_name: column.column_name, changed_on: author.now })
        .execute()
  }
}

/** Replaces the metrics, with the rules of `replaceColumns`. */
export async function replaceMetrics(
  trx: Trx,
  author: Author,
  datasetId: number,
  metrics: MetricForm[],
  fields: Fields,
): Promise<void> {
  const existing = await trx
    .selectFrom('dataset_metrics')
    .select(['id', 'metric_name as name'])
    .where('dataset_id', '=', datasetId)
    .execute()
  const named = metrics.map(({ id, metric_name }) => ({ id, name: metric_name }))
  const wrong = complaint('metrics', named, existing)
  if (wrong) {
    fields['metrics'] = [wrong]
    return
  }
  const kept = new Set(metrics.map((metric) => metric.id))
  const gone = existing.filter((row) => !kept.has(row.id)).map((row) => row.id)
  if (gone.length > 0) await trx.deleteFrom('dataset_metrics').where('id', 'in', gone).execute()
  for (const id of renamed(named, existing))
    await trx.updateTable('dataset_metrics').set({ metric_name: randomUUID() }).where('id', '=', id).execute()
  for (const { id, uuid: _uuid, ...metric } of metrics) {
    const values = { ...metric, changed_on: author.now, changed_by: author.userId }
    if (id !== undefined) await trx.updateTable('dataset_metrics').set(values).where('id', '=', id).execute()
    else
      await trx
        .insertInto('dataset_metrics')
        .values({ ...values, ...made(author, datasetId) })
        .execute()
  }
}

/** Ids of the items whose name changes. Other items may get the old names, for instance if two items swap names. */
function renamed(items: { id?: number; name: string }[], existing: { id: number; name: string }[]): number[] {
  const names = new Map(existing.map((row) => [row.id, row.name]))
  return items.flatMap(({ id, name }) => (id !== undefined && names.get(id) !== name ? [id] : []))
}

const withoutNull = (values: Fields) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))

const made = ({ now, userId }: Author, datasetId: number) => ({
  uuid: randomUUID(),
  dataset_id: datasetId,
  created_on: now,
  created_by: userId,
})
