import { plain, select } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { querySection, timeSection } from '../shared/legacySeries/controls.ts'

export const controls: ControlSection[] = [
  timeSection,
  querySection,
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [
      select('series_height', 'Series Height', 25, plain(10, 25, 40, 50, 75, 100, 150, 200), { freeForm: true }),
      select(
        'horizon_color_scale',
        'Value Domain',
        'series',
        [
          ['series', 'series'],
          ['overall', 'overall'],
          ['change', 'change'],
        ],
        {
          description:
            'series: each series has its own range; overall: all series share one range; change: changes since the first value of each series',
        },
      ),
    ],
  },
]
