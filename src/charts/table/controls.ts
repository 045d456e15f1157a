import {
  checkbox,
  filters,
  look,
  orderDescending,
  plain,
  select,
  timeFormat,
  timeGrain,
} from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import {
  aggregateDimensions,
  aggregateMetrics,
  isAggregate,
  pagesOnServer,
  percentMetrics,
  queryMode,
  rawColumns,
  rowOrder,
  rowPages,
  showTotals,
} from '../shared/queryModeControls.ts'

const pageLengths = [[0, 'All'] as [unknown, string], ...(plain(10, 20, 50, 100, 200) ?? [])]

export const controls: ControlSection[] = [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      queryMode,
      aggregateDimensions,
      timeGrain({ visible: isAggregate }),
      aggregateMetrics,
      rawColumns,
      percentMetrics(),
      filters(),
      ...rowOrder,
      ...rowPages(1000, pageLengths),
      orderDescending({ visible: isAggregate }),
      showTotals(),
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
