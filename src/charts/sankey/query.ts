import type { z } from 'zod'
import { columnLabel } from '../../model/query/labels.ts'
import type { QueryColumn, QueryObject } from '../../model/query/queryObject.ts'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject, list } from '../shared/query/buildQueryObject.ts'

const formData = field.formDataSchema({
  source: field.column(),
  target: field.column(),
  metric: field.metric(),
  adhoc_filters: field.adhocFilters(),
  row_limit: field.rowLimit(10_000),
  sort_by_metric: field.flag(false),
  color_scheme: field.format(undefined),
})

export type SankeyForm = z.output<typeof formData>

/** The retired diagrams -> the sankey chart: their first two dimensions are source and target. */
function migrateLegacySankey({ groupby, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const [source, target] = list<unknown>(groupby)
  return {
    ...rest,
    viz_type: 'sankey_v2',
    ...(source !== undefined && { source }),
    ...(target !== undefined && { target }),
  }
}

/** The contract sends both ends as `groupby` beside empty `columns`; with a row limit, the rows have an order. */
function buildQuery(form: SankeyForm): QueryObject {
  const { columns: _none, ...query } = buildQueryObject(form)
  const ends = [form.source, form.target].filter((column): column is QueryColumn => column !== undefined)
  const limited = query.row_limit !== undefined && query.row_limit > 0
  const byName = limited ? ends.map((column): [QueryColumn, boolean] => [columnLabel(column), true]) : undefined
  const orderby =
    form.sort_by_metric && form.metric !== undefined ? [[form.metric, false] as [typeof form.metric, boolean]] : byName
  return {
    ...query,
    columns: [],
    groupby: ends,
    ...(orderby && { orderby }),
  }
}

export const query = defineQuery<SankeyForm>({
  formData,
  buildQuery: ({ formData: form }) => [buildQuery(form)],
  replaces: { sankey: migrateLegacySankey, sankey_loop: migrateLegacySankey },
})
