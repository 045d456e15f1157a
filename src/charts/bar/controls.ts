import { look } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { timeseriesControls } from '../shared/timeseries/controls.ts'

export const controls: ControlSection[] = timeseriesControls({
  stackStyles: [null, 'Stack', 'Stream'],
  orientation: look('orientation', 'radio', 'Orientation', {
    default: 'vertical',
    choices: [
      ['vertical', 'Vertical'],
      ['horizontal', 'Horizontal'],
    ],
  }),
})
