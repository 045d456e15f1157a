import type { ControlSection } from '../shared/controls.ts'
import { timeseriesControls } from '../shared/timeseries/controls.ts'

export const controls: ControlSection[] = timeseriesControls({ markers: { max: 20 } })
