import type { z } from 'zod'
import { columnLabel, uniqueBy } from '../../model/query/labels.ts'
import type { QueryColumn } from '../../model/query/queryObject.ts'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { buildQueryObject } from '../shared/query/buildQueryObject.ts'

const formData = field.formDataSchema({
  entity: field.column(),
  all_columns_x: field.column(),
  row_limit: field.rowLimit(10_000),
  order_by_entity: field.flag(true),
  min_leaf_node_event_count: field.number(1),
  adhoc_filters: field.adhocFilters(),
  all_columns: field.columns(),
})

export type EventFlowForm = z.output<typeof formData>

export const query = defineQuery<EventFlowForm>({
  formData,
  buildQuery: ({ formData: form, datasource }) => {
    const base = buildQueryObject(form)
    const inFilter = form.adhoc_filters.find(({ operator }) => operator === 'TEMPORAL_RANGE')?.subject
    // events are ordered by the chart's time column
    const time = base.granularity ?? inFilter ?? datasource.mainDttmCol ?? undefined
    const given = [form.entity, form.all_columns_x, time, ...form.all_columns]
    const columns = uniqueBy(
      given.filter((column): column is QueryColumn => column !== undefined),
      columnLabel,
    )
    const order = [...(form.order_by_entity ? [form.entity] : []), time].filter(
      (column): column is QueryColumn => column !== undefined,
    )
    // without metrics, the query returns raw rows
    const { metrics: _none, ...query } = base
    return [{ ...query, columns, orderby: order.map((column): [QueryColumn, boolean] => [column, true]) }]
  },
})
