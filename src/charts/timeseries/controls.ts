import type { ControlSection } from '../shared/controls.ts'
import { anyStyleControls } from '../shared/timeseries/controls.ts'

export const controls: ControlSection[] = anyStyleControls()
