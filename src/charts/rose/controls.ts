import { checkbox, colorScheme, numberFormat, timeFormat } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { analyticsSection, querySection, timeSection } from '../shared/legacySeries/controls.ts'

export const controls: ControlSection[] = [
  timeSection,
  querySection,
  analyticsSection,
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [
      colorScheme(),
      numberFormat('number_format', 'Number format'),
      timeFormat('date_time_format', 'Date format'),
      checkbox('rich_tooltip', 'Rich tooltip', true, {
        description: 'The tooltip of a wedge lists all of its series.',
      }),
      checkbox('rose_area_proportion', 'Use area proportions', false, {
        description: 'The area of a part is proportional to its value; otherwise its length from the center is.',
      }),
    ],
  },
]
