import {
  checkbox,
  currencyFormat,
  filters,
  look,
  metric,
  numberFormat,
  plain,
  querySelect,
  rowLimit,
  select,
} from '../shared/controlGroups.ts'
import type { Control, ControlSection } from '../shared/controls.ts'

const sizes: Control['choices'] = [
  [0.125, 'Tiny'],
  [0.15, 'Small'],
  [0.2, 'Normal'],
  [0.3, 'Large'],
  [0.4, 'Huge'],
]
const headerSizes: Control['choices'] = [
  [0.2, 'Tiny'],
  [0.3, 'Small'],
  [0.4, 'Normal'],
  [0.5, 'Large'],
  [0.6, 'Huge'],
]

export const controls: ControlSection[] = [
  { label: 'Query', tab: 'data', expanded: true, controls: [metric(), filters(), rowLimit(10_000)] },
  {
    label: 'Time Comparison',
    tab: 'data',
    expanded: true,
    controls: [
      querySelect(
        'time_compare',
        'Time shift',
        undefined,
        [
          ...plain('1 day ago', '1 week ago', '1 month ago', '1 year ago')!,
          ['custom', 'Custom date'],
          ['inherit', 'Inherit range from time filters'],
        ],
        { freeForm: true, description: 'The period to compare with; the time range needs a start and an end' },
      ),
      {
        name: 'start_date_offset',
        kind: 'date',
        label: 'Shift start date',
        query: true,
        visible: (form) => form.time_compare === 'custom',
      },
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [
      numberFormat('y_axis_format', 'Number format'),
      numberFormat('percentDifferenceFormat', 'Percent Difference format'),
      currencyFormat(),
      select('header_font_size', 'Big Number Font Size', 0.2, headerSizes),
      look('subtitle', 'text', 'Subtitle', { default: '' }),
      select('subtitle_font_size', 'Subtitle Font Size', 0.15, sizes),
      checkbox('show_metric_name', 'Show Metric Name'),
      select('metric_name_font_size', 'Metric Name Font Size', 0.15, sizes, {
        visible: (form) => Boolean(form.show_metric_name),
      }),
      select('subheader_font_size', 'Comparison font size', 0.125, sizes),
      checkbox('comparison_color_enabled', 'Add color for positive/negative change'),
      select(
        'comparison_color_scheme',
        'color scheme for comparison',
        'Green',
        [
          ['Green', 'Green for increase, red for decrease'],
          ['Red', 'Red for increase, green for decrease'],
        ],
        { visible: (form) => Boolean(form.comparison_color_enabled) },
      ),
      look('column_config', 'comparisonColumns', 'Customize columns', { default: {} }),
    ],
  },
]
