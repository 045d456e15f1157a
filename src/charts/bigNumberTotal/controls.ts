import { headerSize, subheaderSize } from '../shared/bigNumber/controls.ts'
import { checkbox, currencyFormat, filters, look, metric, numberFormat, timeFormat } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'

export const controls: ControlSection[] = [
  { label: 'Query', tab: 'data', expanded: true, controls: [metric(), filters()] },
  {
    label: 'Display settings',
    tab: 'data',
    expanded: true,
    controls: [look('subheader', 'text', 'Subheader', { default: '' })],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [
      headerSize(),
      subheaderSize(),
      numberFormat('y_axis_format', 'Number format'),
      currencyFormat(),
      timeFormat('time_format', 'Date format'),
      checkbox('force_timestamp_formatting', 'Force date format'),
      look('conditional_formatting', 'conditionalFormatting', 'Conditional formatting', { default: [] }),
    ],
  },
]
