import type { Frame } from '../frame.ts'
import { layer, points } from './maps.ts'
import { partition } from './partition.ts'
import type { ShapeOptions } from './shapeOptions.ts'
import {
  barSeries,
  bubbles,
  choices,
  chordMatrix,
  grid,
  levels,
  links,
  lists,
  measures,
  regions,
  tables,
  timeSeries,
  timeTable,
} from './shapes.ts'
import { calendar, pairs, periods, wedges } from './timeShapes.ts'
import { worldMap } from './worldMap.ts'

/**
 * Data of charts in the format of the legacy explore_json endpoint, by shape: rows converted to what the old charts of
 * each type drew. Pure: a frame in, plain JSON out.
 */
export const shapes = {
  timeSeries,
  barSeries,
  bubbles,
  measures,
  grid,
  links,
  chordMatrix,
  levels,
  regions,
  lists,
  tables,
  timeTable,
  worldMap,
  wedges,
  pairs,
  periods,
  calendar,
  partition,
  points,
  layer,
  choices,
} satisfies Record<string, (frame: Frame, options: ShapeOptions) => unknown>

export type ShapeName = keyof typeof shapes

/** A shape as JSON text; missing and infinite values are null. */
export function shapeText(name: ShapeName, frame: Frame, options: ShapeOptions): string {
  return JSON.stringify(shapes[name](frame, options), (_, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : typeof value === 'number' && !Number.isFinite(value) ? null : value,
  )
}
