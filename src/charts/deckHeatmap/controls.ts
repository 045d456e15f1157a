import { plain, select, sequentialScheme } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { timeSectionWith } from '../shared/legacySeries/controls.ts'
import { advancedSection, autozoom, mapControls } from '../shared/maps/mapControls.ts'
import { weightedControls } from '../shared/maps/weightedControls.ts'

const tenths = Array.from({ length: 10 }, (_, at) => (at + 1) / 10)
const radii = Array.from({ length: 14 }, (_, at) => 5 * (at + 1))

export const controls: ControlSection[] = [
  timeSectionWith(),
  {
    label: 'Query',
    tab: 'data',
    expanded: true,
    controls: [
      ...weightedControls('Weight'),
      select('intensity', 'Intensity', 1, plain(...tenths), {
        freeForm: true,
        description: 'Factor of all densities: a larger one makes thin places visible.',
      }),
      select('radius_pixels', 'Intensity Radius', 30, plain(...radii), {
        freeForm: true,
        description: 'The distance in px within which a point counts.',
      }),
    ],
  },
  {
    label: 'Map',
    tab: 'data',
    expanded: true,
    controls: [
      ...mapControls,
      sequentialScheme(),
      autozoom(),
      select('aggregation', 'Aggregation', 'sum', plain('sum', 'mean'), {
        description: 'Combines the weights of points that are near to each other.',
      }),
    ],
  },
  advancedSection,
]
