import { dimensions, metrics, plain, queryCheckbox, querySelect, rowLimit, sortMetric } from './controlGroups.ts'
import type { Control } from './controls.ts'

/** Controls of types that show either aggregated rows or raw records. */

type Form = Record<string, unknown>

const isRaw = (form: Form) => form.query_mode === 'raw'
export const isAggregate = (form: Form) => !isRaw(form)
export const pagesOnServer = (form: Form) => Boolean(form.server_pagination)

export const queryMode: Control = {
  ...querySelect('query_mode', 'Query mode', undefined, [
    ['aggregate', 'Aggregate'],
    ['raw', 'Raw records'],
  ]),
  kind: 'radio',
}

export const aggregateDimensions = dimensions({ visible: isAggregate })
export const aggregateMetrics = metrics({ required: false, visible: isAggregate })

export const rawColumns: Control = {
  name: 'all_columns',
  kind: 'columns',
  label: 'Columns',
  query: true,
  default: [],
  required: true,
  visible: isRaw,
}

export const percentMetrics = (description?: string): Control => ({
  name: 'percent_metrics',
  kind: 'metrics',
  label: 'Percentage metrics',
  ...(description !== undefined && { description }),
  query: true,
  default: [],
  visible: isAggregate,
})

/** The sort controls of aggregated rows and of raw records. */
export const rowOrder: Control[] = [
  sortMetric({ visible: isAggregate }),
  querySelect('order_by_cols', 'Ordering', undefined, undefined, { visible: isRaw }),
]

/** All rows up to a limit, or pages from the server. */
export const rowPages = (limit: number, pageLengths: Control['choices'] = plain(10, 20, 50, 100, 200)): Control[] => [
  queryCheckbox('server_pagination', 'Server pagination'),
  rowLimit(limit, { visible: (form) => !pagesOnServer(form) }),
  querySelect('server_page_length', 'Server page length', 10, pageLengths, { freeForm: true, visible: pagesOnServer }),
]

export const showTotals = (description?: string): Control =>
  queryCheckbox('show_totals', 'Show totals', false, {
    ...(description !== undefined && { description }),
    visible: isAggregate,
  })
