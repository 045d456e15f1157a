import {
  checkbox,
  dimensions,
  filters,
  look,
  metrics,
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
import type { ControlSection } from '../shared/controls.ts'

type Form = Record<string, unknown>
const isRaw = (form: Form) => form.query_mode === 'raw'
const isAggregate = (form: Form) => !isRaw(form)
const pagesOnServer = (form: Form) => Boolean(form.server_pagination)

const pageLengths = [[0, 'All'] as [unknown, string], ...(plain(10, 20, 50, 100, 200) ?? [])]

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
      timeGrain({ visible: isAggregate }),
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
        query: true,
        default: [],
        visible: isAggregate,
      },
      filters(),
      sortMetric({ visible: isAggregate }),
      querySelect('order_by_cols', 'Ordering', undefined, undefined, { visible: isRaw }),
      queryCheckbox('server_pagination', 'Server pagination'),
      rowLimit(1000, { visible: (form) => !pagesOnServer(form) }),
      querySelect('server_page_length', 'Server page length', 10, pageLengths, {
        freeForm: true,
        visible: pagesOnServer,
      }),
      orderDescending({ visible: isAggregate }),
      queryCheckbox('show_totals', 'Show totals', false, { visible: isAggregate }),
    ],
  },
  {
    label: 'Options',
    tab: 'customize',
    expanded: true,
    controls: [
      timeFormat('table_timestamp_format', 'Timestamp format', { required: true }),
      select('page_length', 'Page length', null, pageLengths, {
        freeForm: true,
        visible: (form) => !pagesOnServer(form),
      }),
      checkbox('include_search', 'Search box'),
      checkbox('show_cell_bars', 'Cell bars', true),
      checkbox('align_pn', 'Align +/-'),
      checkbox('color_pn', 'Color +/-', true),
      checkbox('allow_rearrange_columns', 'Allow columns to be rearranged'),
      checkbox('allow_render_html', 'Render columns in HTML format', true),
      look('column_config', 'columnConfig', 'Customize columns', { default: {} }),
      look('conditional_formatting', 'conditionalFormatting', 'Conditional formatting', { default: [] }),
    ],
  },
]
