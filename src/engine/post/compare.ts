import type { Column, Frame } from '../frame.ts'
import { columnsNamed, fromFloats, metricOf, renamed, requireColumns, toFloats } from './columns.ts'
import { refuse } from './error.ts'
import { flag, nameList, type Options, text, wholeNumber } from './options.ts'

const COMPARISONS: Record<string, (now: number, before: number) => number> = {
  difference: (now, before) => now - before,
  percentage: (now, before) => (now - before) / before,
  ratio: (now, before) => now / before,
}

/**
 * Columns `type__source__compare`: the difference, the change as a fraction (0.25 is +25 %), or the ratio of two
 * columns; the latter two rounded to `precision` decimals, halves to even.
 */
export function compare(frame: Frame, options: Options): Frame {
  const sources = nameList(options, 'source_columns')
  const others = nameList(options, 'compare_columns')
  requireColumns(frame, [...sources, ...others])
  if (sources.length !== others.length) {
    return refuse('`compare_columns` must have the same length as `source_columns`.')
  }
  const type = text(options, 'compare_type', 'difference')
  const comparison = Object.hasOwn(COMPARISONS, type) ? COMPARISONS[type] : undefined
  if (!comparison) return refuse('`compare_type` must be `difference`, `percentage` or `ratio`')
  if (sources.length === 0) return frame
  const precision = wholeNumber(options, 'precision', 4)

  const compared = sources.flatMap((source, at) => {
    const other = others[at] as string
    const partners = columnsNamed(frame, other)
    return columnsNamed(frame, source).map((column, series): Column => {
      const before = toFloats(partnerOf(column, partners) ?? (partners[series] as Column))
      const values = toFloats(column).map((now, row) => comparison(now, before[row] as number))
      const rounded = type === 'difference' ? values : values.map((value) => roundHalfEven(value, precision))
      return {
        name: renamed(column.name, `${type}__${source}__${other}`),
        type: type === 'difference' && column.type === 'int' && partners[series]?.type === 'int' ? 'int' : 'float',
        values: fromFloats(rounded),
      }
    })
  })
  const dropped = new Set(flag(options, 'drop_original_columns', false) ? [...sources, ...others] : [])
  const kept = frame.columns.filter(({ name }) => !dropped.has(metricOf(name) as string))
  return { ...frame, columns: [...kept, ...compared] }
}

/** The column of the other metric with the same dimension values. */
function partnerOf(column: Column, partners: Column[]): Column | undefined {
  if (typeof column.name === 'string') return partners[0]
  const series = JSON.stringify(column.name.slice(1))
  return partners.find(({ name }) => Array.isArray(name) && JSON.stringify(name.slice(1)) === series)
}

function roundHalfEven(value: number, decimals: number): number {
  const scale = 10 ** decimals
  const scaled = value * scale
  if (!Number.isFinite(scaled)) return value
  const floor = Math.floor(scaled)
  const rest = scaled - floor
  const rounded = rest === 0.5 ? floor + (Math.abs(floor) % 2) : Math.round(scaled)
  return rounded / scale
}
