import { checkbox } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { areaOpacity, seriesStyle, timeseriesControls } from '../shared/timeseries/controls.ts'

export const controls: ControlSection[] = timeseriesControls({
  stackStyles: [null, 'Stack', 'Stream'],
  markers: { max: 20 },
  style: [
    seriesStyle([
      ['line', 'Line'],
      ['scatter', 'Scatter'],
      ['smooth', 'Smooth line'],
      ['bar', 'Bar'],
      ['start', 'Step - start'],
      ['middle', 'Step - middle'],
      ['end', 'Step - end'],
    ]),
  ],
  afterValues: [checkbox('area', 'Area chart'), areaOpacity(false)],
})
