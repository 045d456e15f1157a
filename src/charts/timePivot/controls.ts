import { checkbox, filters, look, metric, querySelect, timeFormat } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { lineShape, timeSection, xTitle, yAxisSection } from '../shared/legacySeries/controls.ts'

export const controls: ControlSection[] = [
  timeSection,
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      metric(),
      filters(),
      querySelect(
        'freq',
        'Frequency',
        'W-MON',
        [
          ['AS', 'Year'],
          ['52W-MON', '52 weeks starting Monday'],
          ['W-SUN', '1 week starting Sunday'],
          ['W-MON', '1 week starting Monday'],
          ['D', 'Day'],
          ['4W-MON', '4 weeks'],
        ],
        { freeForm: true },
      ),
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [
      checkbox('show_legend', 'Show legend', true),
      lineShape,
      look('color_picker', 'color', 'Color', { default: { r: 0, g: 122, b: 135, a: 1 } }),
    ],
  },
  {
    label: 'X Axis',
    tab: 'customize',
    expanded: true,
    controls: [...xTitle, timeFormat('x_axis_format', 'X axis format', { default: 'SMART_NUMBER' })],
  },
  yAxisSection,
]
