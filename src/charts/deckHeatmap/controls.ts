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
        description: 'All densities are multiplied by it: a larger value makes sparse places visible.',
      }),
      select('radius_pixels', 'Intensity Radius', 30, plain(...radii), {
        freeForm: true,
        description: 'The distance in px up to which a point adds to the density.',
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
        description: 'Combines the weights of points that are near each other.',
      }),
    ],
  },
  advancedSection,
]
