import { checkbox, select } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { areaOpacity, timeseriesControls } from '../shared/timeseries/controls.ts'

export const controls: ControlSection[] = timeseriesControls({
  stackStyles: [null, 'Stack', 'Stream'],
  markers: { max: 20 },
  style: [
    select('seriesType', 'Step type', 'start', [
      ['start', 'Start'],
      ['middle', 'Middle'],
      ['end', 'End'],
    ]),
  ],
  afterValues: [checkbox('area', 'Area chart'), areaOpacity(false)],
})
