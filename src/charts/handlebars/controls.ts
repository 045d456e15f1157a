import {
  dimensions,
  filters,
  look,
  metrics,
  orderDescending,
  plain,
  queryCheckbox,
  querySelect,
  rowLimit,
  sortMetric,
} from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { defaultTemplate } from './defaultTemplate.ts'

type Form = Record<string, unknown>
const isRaw = (form: Form) => form.query_mode === 'raw'
const isAggregate = (form: Form) => !isRaw(form)
const pagesOnServer = (form: Form) => Boolean(form.server_pagination)

export const controls: ControlSection[] = [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      {
        ...querySelect('query_mode', 'Query mode', undefined, [
          ['aggregate', 'Aggregate'],
          ['raw', 'Raw records'],
        ]),
        kind: 'radio',
      },
      dimensions({ visible: isAggregate }),
      metrics({ required: false, visible: isAggregate }),
      {
        name: 'all_columns',
        kind: 'columns',
        label: 'Columns',
        query: true,
        default: [],
        required: true,
        visible: isRaw,
      },
      {
        name: 'percent_metrics',
        kind: 'metrics',
        label: 'Percentage metrics',
        description: 'Adds the share of each metric in its total as a column, for example [%sales].',
        query: true,
        default: [],
        visible: isAggregate,
      },
      sortMetric({ visible: isAggregate }),
      querySelect('order_by_cols', 'Ordering', undefined, undefined, { visible: isRaw }),
      orderDescending({ visible: (form) => isAggregate(form) && Boolean(form.timeseries_limit_metric) }),
      queryCheckbox('server_pagination', 'Server pagination'),
      rowLimit(10_000, { visible: (form) => !pagesOnServer(form) }),
      querySelect('server_page_length', 'Server page length', 10, plain(10, 20, 50, 100, 200), {
        freeForm: true,
        visible: pagesOnServer,
      }),
      queryCheckbox('show_totals', 'Show totals', false, {
        description: 'Adds the totals of the metrics as `totals`.',
        visible: isAggregate,
      }),
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
