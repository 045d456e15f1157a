import { filters, look, orderDescending } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import {
  aggregateDimensions,
  aggregateMetrics,
  isAggregate,
  percentMetrics,
  queryMode,
  rawColumns,
  rowOrder,
  rowPages,
  showTotals,
} from '../shared/queryModeControls.ts'
import { defaultTemplate } from './defaultTemplate.ts'

export const controls: ControlSection[] = [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      queryMode,
      aggregateDimensions,
      aggregateMetrics,
      rawColumns,
      percentMetrics('Adds the share of each metric in its total as a column, for example [%sales].'),
      ...rowOrder,
      orderDescending({ visible: (form) => isAggregate(form) && Boolean(form.timeseries_limit_metric) }),
      ...rowPages(10_000),
      showTotals('Adds the totals of the metrics as `totals`.'),
      filters(),
    ],
  },
  {
    label: 'Options',
    tab: 'customize',
    expanded: true,
    controls: [
      look('handlebarsTemplate', 'code', 'Handlebars Template', {
        description: 'HTML with expressions in double braces. The rows are in `data`.',
        default: defaultTemplate,
        language: 'html',
        required: true,
      }),
      look('styleTemplate', 'code', 'CSS Styles', {
        description: 'Styles for the template. They have no effect outside of this chart.',
        default: '',
        language: 'css',
      }),
    ],
  },
]
