import type * as Annotations from './annotations.ts'
import type * as Series from './fewerSeries.ts'
import type * as Forecast from './forecast.ts'
import type * as Labels from './labelPlan.ts'
import type * as Large from './largeResult.ts'
import type * as Extras from './lineExtras.ts'
import type * as Log from './logMarks.ts'
import type * as Zoom from './zoom.ts'

/**
 * Code that only some charts of the family need. `register` loads it before the first option, only for charts that need
 * it.
 */
export const optionalParts: {
  annotations?: typeof Annotations
  forecast?: typeof Forecast
  labels?: typeof Labels
  large?: typeof Large
  extras?: typeof Extras
  log?: typeof Log
  series?: typeof Series
  zoom?: typeof Zoom
} = {}
