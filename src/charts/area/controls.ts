import { checkbox } from '../shared/controlGroups.ts'
import type { ControlSection } from '../shared/controls.ts'
import { areaOpacity, seriesStyle, timeseriesControls } from '../shared/timeseries/controls.ts'

export const controls: ControlSection[] = timeseriesControls({
  stackStyles: [null, 'Stack', 'Stream', 'Expand'],
  markers: { max: 20 },
  style: [
    seriesStyle([
      ['line', 'Line'],
      ['smooth', 'Smooth line'],
      ['start', 'Step - start'],
      ['middle', 'Step - middle'],
      ['end', 'Step - end'],
    ]),
    areaOpacity(true),
  ],
  afterValues: [checkbox('show_extra_controls', 'Extra controls')],
})
