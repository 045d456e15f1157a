import { metricLabel } from '../../model/query/labels.ts'
import type { QueryMetric } from '../../model/query/queryObject.ts'
import {
  checkbox,
  colorScheme,
  currencyFormat,
  dimensions,
  filters,
  look,
  metric,
  numberFormat,
  queryCheckbox,
  rowLimit,
  select,
  timeFormat,
} from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'

/** Whether a second metric colors the chart. */
function hasColorMetric(form: Record<string, unknown>): boolean {
  const [first, second] = [form.metric, form.secondary_metric] as (QueryMetric | null | undefined)[]
  if (second === undefined || second === null || second === '') return false
  return first === undefined || first === null || metricLabel(first) !== metricLabel(second)
}

export const controls: ControlSection[] = [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      { ...dimensions(), name: 'columns', label: 'Hierarchy' },
      metric({ label: 'Primary Metric' }),
      {
        name: 'secondary_metric',
        kind: 'metric',
        label: 'Secondary Metric',
        query: true,
        description: 'Colors each part by the ratio of this metric to the primary one.',
      },
      filters(),
      rowLimit(10_000),
      queryCheckbox('sort_by_metric', 'Sort by metric'),
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [
      { ...colorScheme(), visible: (form) => !hasColorMetric(form) },
      look('linear_color_scheme', 'sequentialScheme', 'Linear color scheme', {
        default: 'superset_seq_1',
        visible: hasColorMetric,
      }),
    ],
  },
  {
    label: 'Labels',
    tab: 'customize',
    controls: [
      checkbox('show_labels', 'Show labels'),
      look('show_labels_threshold', 'number', 'Percentage threshold', {
        default: 1,
        description: 'Labels of parts below this percentage of the total are hidden.',
      }),
      checkbox('show_total', 'Show total'),
      select('label_type', 'Label type', 'key', [
        ['key', 'Category name'],
        ['value', 'Value'],
        ['key_value', 'Category and value'],
      ]),
      numberFormat('number_format', 'Number format'),
      currencyFormat(),
      timeFormat('date_format', 'Date format'),
    ],
  },
]
