import {
  checkbox,
  currencyFormat,
  filters,
  look,
  metrics,
  numberFormat,
  orderDescending,
  plain,
  queryCheckbox,
  querySelect,
  rowLimit,
  select,
  sortMetric,
  timeFormat,
  timeGrain,
} from '../shared/controlGroups.ts'
import type { Control, ControlSection } from '../shared/controls.ts'
import { aggregates } from './options.ts'

type Form = Record<string, unknown>

const dimensions = (name: string, label: string): Control => ({
  name,
  kind: 'columns',
  label,
  query: true,
  default: [],
})

/** A grain applies to temporal and adhoc dimensions. */
function hasTemporal(form: Form): boolean {
  const lookup = (form.temporal_columns_lookup ?? {}) as Record<string, unknown>
  return [form.groupbyColumns, form.groupbyRows]
    .flat()
    .some((column) => (typeof column === 'string' ? Boolean(lookup[column]) : column != null))
}

const order = (name: string, label: string) =>
  querySelect(name, label, 'key_a_to_z', [
    ['key_a_to_z', 'key a-z'],
    ['key_z_to_a', 'key z-a'],
    ['value_a_to_z', 'value ascending'],
    ['value_z_to_a', 'value descending'],
  ])

const aggregateHint =
  'Sum is computed by the database for every total, so averages, ratios and distinct counts are right. The others aggregate the values that are shown.'

export const controls: ControlSection[] = [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      dimensions('groupbyColumns', 'Columns'),
      dimensions('groupbyRows', 'Rows'),
      timeGrain({ visible: hasTemporal }),
      metrics(),
      {
        ...select('metricsLayout', 'Apply metrics on', 'COLUMNS', [
          ['COLUMNS', 'Columns'],
          ['ROWS', 'Rows'],
        ]),
        kind: 'radio',
      },
      filters(),
      querySelect('series_limit', 'Series limit', undefined, plain(5, 10, 25, 50, 100, 500), { freeForm: true }),
      rowLimit(10_000, { label: 'Cell limit' }),
      sortMetric({ name: 'series_limit_metric' }),
      orderDescending({ visible: undefined }),
    ],
  },
  {
    label: 'Options',
    tab: 'data',
    expanded: true,
    controls: [
      querySelect('aggregateFunction', 'Aggregation function', 'Sum', plain(...aggregates), {
        description: aggregateHint,
      }),
      queryCheckbox('rowTotals', 'Show rows total'),
      queryCheckbox('rowSubTotals', 'Show rows subtotal'),
      queryCheckbox('colTotals', 'Show columns total'),
      queryCheckbox('colSubTotals', 'Show columns subtotal'),
      queryCheckbox('transposePivot', 'Transpose pivot'),
      checkbox('combineMetric', 'Combine metrics'),
    ],
  },
  {
    label: 'Options',
    tab: 'customize',
    expanded: true,
    controls: [
      numberFormat('valueFormat', 'Value format'),
      currencyFormat(),
      timeFormat('date_format', 'Date format'),
      order('rowOrder', 'Sort rows by'),
      order('colOrder', 'Sort columns by'),
      position('rowSubtotalPosition', 'Rows subtotal position', 'Top', 'Bottom'),
      position('colSubtotalPosition', 'Columns subtotal position', 'Left', 'Right'),
      select('showValuesAs', 'Show values as', 'value', [
        ['value', 'Values'],
        ['rank_columns', 'Rank within the column'],
        ['rank_rows', 'Rank within the row'],
      ]),
      look('conditional_formatting', 'conditionalFormatting', 'Conditional formatting', { default: [] }),
      checkbox('allow_render_html', 'Render columns in HTML format', true),
    ],
  },
]

function position(name: string, label: string, before: string, after: string): Control {
  return select(name, label, false, [
    [true, before],
    [false, after],
  ])
}
