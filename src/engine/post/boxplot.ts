import type { Cell, Column, Frame } from '../frame.ts'
import { groupBy } from './aggregate.ts'
import { columnsNamed, fromFloats, MISSING_COLUMNS, requireColumns, toFloats } from './columns.ts'
import { refuse } from './error.ts'
import { membersOf } from './groups.ts'
import { nameList, type Options, text } from './options.ts'
import { largest, mean, median, percentile, present, smallest } from './statistics.ts'

interface Box {
  mean: number
  median: number
  max: number
  min: number
  q1: number
  q3: number
  count: number
  outliers: number[]
}
const PARTS = ['mean', 'median', 'max', 'min', 'q1', 'q3', 'count', 'outliers'] as const

/** Whiskers at existing values: the least and the greatest value that is not an outlier. */
type Whiskers = (values: Float64Array, q1: number, q3: number) => { low: number; high: number }

const tukey: Whiskers = (values, q1, q3) => {
  const reach = 1.5 * (q3 - q1)
  return {
    high: largest(values.filter((value) => value <= q3 + reach)),
    low: smallest(values.filter((value) => value >= q1 - reach)),
  }
}
const extremes: Whiskers = (values) => ({ low: smallest(values), high: largest(values) })

/**
 * The box of a box plot per group and metric, as columns `metric__mean` … `metric__outliers`. Quartiles are the mean of
 * the two neighbouring values. `count` includes missing values. Outliers above the whiskers are listed before those
 * below.
 */
export function boxplot(frame: Frame, options: Options): Frame {
  const by = nameList(options, 'groupby')
  const metrics = nameList(options, 'metrics')
  const range = rangeOf(options)
  requireColumns(frame, by)
  const whiskers = whiskersOf(options, range)
  const sources = metrics.map((name) => columnsNamed(frame, name)[0] ?? refuse(MISSING_COLUMNS))
  const { groups, columns } = groupBy(frame, by)
  const { starts, rows } = membersOf(groups)

  const boxes = sources.map((source) => {
    const floats = toFloats(source)
    const sorted = Float64Array.from(rows, (row) => floats[row] as number)
    return Array.from({ length: groups.count }, (_, group) =>
      boxOf(sorted.subarray(starts[group], starts[group + 1]), whiskers),
    )
  })
  const results = PARTS.flatMap((part) =>
    sources.map((source, at) =>
      partColumn(boxes[at] as Box[], part, `${metrics[at]}__${part}`, source, options.whisker_type !== 'percentile'),
    ),
  )
  return { columns: [...columns, ...results], rowCount: groups.count }
}

/** The two percentiles, if the whiskers are defined by percentiles. */
function rangeOf(options: Options): [low: number, high: number] | undefined {
  const range = options.percentiles
  if (options.whisker_type !== 'percentile') {
    const isRange = range === undefined || range === null || Array.isArray(range)
    return isRange ? undefined : refuse('`percentiles` must be a list of two numbers')
  }
  if (!Array.isArray(range) || range.length !== 2 || range.some((q) => typeof q !== 'number') || range[0] >= range[1]) {
    return refuse(
      'percentiles must be a list or tuple with two numeric values, of which the first is lower than the second value',
    )
  }
  return [range[0], range[1]]
}

function whiskersOf(options: Options, range: [low: number, high: number] | undefined): Whiskers {
  if (!range) return text(options, 'whisker_type') === 'tukey' ? tukey : extremes
  const [low, high] = range
  if (low < 0 || high > 100) return refuse('Percentiles must be in the range [0, 100]')
  return (values) => ({ low: percentile(values, low), high: percentile(values, high) })
}

function boxOf(all: Float64Array, whiskers: Whiskers): Box {
  const values = present(all)
  const q1 = percentile(values, 25, 'midpoint')
  const q3 = percentile(values, 75, 'midpoint')
  const { low, high } = whiskers(values, q1, q3)
  const outliers = [...values.filter((value) => value > high), ...values.filter((value) => value < low)]
  return { mean: mean(values), median: median(values), max: high, min: low, q1, q3, count: all.length, outliers }
}

/** `takesValues`: the whiskers are values of the column, so for whole numbers they are whole numbers. */
function partColumn(
  boxes: Box[],
  part: (typeof PARTS)[number],
  name: string,
  source: Column,
  takesValues: boolean,
): Column {
  if (part === 'outliers') return { name, type: 'object', values: boxes.map((box): Cell => box.outliers) }
  const values = fromFloats(Float64Array.from(boxes, (box) => box[part]))
  const isValueOfColumn = takesValues && source.type === 'int' && (part === 'max' || part === 'min')
  const isWhole = isValueOfColumn && values.every((value) => Number.isInteger(value))
  return { name, type: part === 'count' || isWhole ? 'int' : 'float', values }
}
