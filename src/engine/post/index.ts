import { fail, ok, type Result } from '../../model/basics/result.ts'
import type { PostProcessingStep } from '../../model/query/queryObject.ts'
import type { Frame } from '../frame.ts'
import { aggregate } from './aggregate.ts'
import { boxplot } from './boxplot.ts'
import { type ChartTable, chartTable } from './chartTable.ts'
import { MISSING_COLUMNS } from './columns.ts'
import { compare } from './compare.ts'
import { contribution } from './contribution.ts'
import { cum } from './cum.ts'
import { diff } from './diff.ts'
import { PostProcessingError } from './error.ts'
import { expected } from './expected.ts'
import { flatten } from './flatten.ts'
import { geodeticParse } from './geodetic.ts'
import { geohashDecode, geohashEncode } from './geohash.ts'
import { histogram } from './histogram.ts'
import type { Options } from './options.ts'
import { pivot } from './pivot.ts'
import { prophet } from './prophet.ts'
import { rank } from './rank.ts'
import { rename } from './rename.ts'
import { resample } from './resample.ts'
import { rolling } from './rolling.ts'
import { select } from './select.ts'
import { sort } from './sort.ts'

export { answerNames } from './labels.ts'

/** Every operation that a query may use. Each is pure: a frame and its options in, a frame out. */
export const operations: Record<string, (frame: Frame, options: Options) => Frame> = {
  aggregate,
  boxplot,
  compare,
  contribution,
  cum,
  diff,
  expected,
  flatten,
  geodetic_parse: geodeticParse,
  geohash_decode: geohashDecode,
  geohash_encode: geohashEncode,
  histogram,
  pivot,
  prophet,
  rank,
  rename,
  resample,
  rolling,
  select,
  sort,
}

/**
 * Runs the steps in order. An empty result is not changed; null steps (disabled by a chart) are skipped.
 * The message of the error is shown to the user.
 */
export function postProcess(
  frame: Frame,
  steps: readonly (PostProcessingStep | null | undefined)[],
): Result<Frame, { message: string }> {
  return frame.rowCount === 0 ? ok(frame) : runSteps(frame, steps)
}

/**
 * `postProcess` for charts of our own pages. A step may name a column that a pivot has dropped because it has no
 * values. The steps then run again without dropping, so that the chart can show that every value is empty.
 */
export function chartProcess(
  frame: Frame,
  steps: readonly (PostProcessingStep | null | undefined)[],
): Result<Frame, { message: string }> {
  const outcome = postProcess(frame, steps)
  if (outcome.ok || outcome.error.message !== MISSING_COLUMNS) return outcome
  const kept = postProcess(frame, steps.map(withEmptyColumns))
  return kept.ok ? kept : outcome
}

const withEmptyColumns = (step: PostProcessingStep | null | undefined) =>
  step?.operation === 'pivot' ? { ...step, options: { ...step.options, drop_missing_columns: false } } : step

/** The table that a chart builds from rows (see `chartTable`). */
export function madeTable(
  frame: Frame,
  made: ChartTable,
  totals: readonly Frame[] = [],
): Result<Frame, { message: string }> {
  return orRefused(() => chartTable(frame, made, totals))
}

/** Runs the steps on any frame, including an empty one. */
export function runSteps(
  frame: Frame,
  steps: readonly (PostProcessingStep | null | undefined)[],
): Result<Frame, { message: string }> {
  return orRefused(() => steps.reduce<Frame>((so, step) => (step ? runStep(so, step) : so), frame))
}

function orRefused(work: () => Frame): Result<Frame, { message: string }> {
  try {
    return ok(work())
  } catch (error) {
    if (error instanceof PostProcessingError) return fail({ message: error.message })
    throw error
  }
}

function runStep(frame: Frame, { operation, options }: PostProcessingStep): Frame {
  if (!operation) throw new PostProcessingError('`operation` property of post processing object undefined')
  const run = Object.hasOwn(operations, operation) ? operations[operation] : undefined
  if (!run) throw new PostProcessingError(`Unsupported post processing operation: ${operation}`)
  return run(frame, options ?? {})
}
