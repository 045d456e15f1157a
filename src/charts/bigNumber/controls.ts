import { headerSize, subheaderSize } from '../shared/bigNumber/controls.ts'
import {
  checkbox,
  currencyFormat,
  filters,
  look,
  metric,
  numberFormat,
  querySelect,
  resampling,
  rolling,
  select,
  timeFormat,
  timeGrain,
  xAxis,
} from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'

export const controls: ControlSection[] = [
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [xAxis({ label: 'Temporal x-axis' }), timeGrain(), metric(), filters()],
  },
  {
    label: 'Options',
    tab: 'data',
    expanded: true,
    controls: [
      look('compare_lag', 'number', 'Comparison period lag', { default: null, query: true }),
      look('compare_suffix', 'text', 'Comparison suffix', { default: '', query: true }),
      checkbox('show_timestamp', 'Show timestamp'),
      checkbox('show_trend_line', 'Show trend line', true),
      checkbox('start_y_axis_at_zero', 'Start y-axis at 0', true),
      checkbox('time_range_fixed', 'Fix to selected time range', false, {
        visible: (form) => Boolean(form.time_range) && form.time_range !== 'No filter',
      }),
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [
      look('color_picker', 'color', 'Color'),
      headerSize(),
      subheaderSize(),
      numberFormat('y_axis_format', 'Number format'),
      currencyFormat(),
      timeFormat('time_format', 'Date format'),
      checkbox('force_timestamp_formatting', 'Force date format'),
      checkbox('comparison_color_enabled', 'Color the change', true, {
        visible: (form) => Boolean(form.compare_lag),
      }),
      select(
        'comparison_color_scheme',
        'Colors of the change',
        'Green',
        [
          ['Green', 'Green for increase, red for decrease'],
          ['Red', 'Red for increase, green for decrease'],
        ],
        { visible: (form) => Boolean(form.compare_lag) && form.comparison_color_enabled !== false },
      ),
    ],
  },
  {
    label: 'Advanced analytics',
    tab: 'data',
    controls: [
      querySelect('aggregation', 'Aggregation method', 'LAST_VALUE', [
        ['LAST_VALUE', 'Last value'],
        ['sum', 'Total (sum)'],
        ['mean', 'Average (mean)'],
        ['min', 'Minimum'],
        ['max', 'Maximum'],
        ['median', 'Median'],
        ['raw', 'Overall value'],
      ]),
      ...rolling([null, 'mean', 'sum', 'std', 'cumsum']),
      ...resampling,
    ],
  },
]
