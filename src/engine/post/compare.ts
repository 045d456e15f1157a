import type { Column, Frame, NamePart } from '../frame.ts'
import { columnsNamed, fromFloats, metricOf, renamed, requireColumns, toFloats } from './columns.ts'
import { refuse } from './error.ts'
import { flag, nameList, type Options, text, wholeNumber } from './options.ts'
import { compareParts } from './order.ts'

const COMPARISONS: Record<string, (now: number, before: number) => number> = {
  difference: (now, before) => now - before,
  percentage: (now, before) => (now - before) / before,
  ratio: (now, before) => now / before,
}

/**
 * Columns `type__source__compare`: the difference, the change as a fraction (0.25 is +25 %), or the ratio of two
 * columns. The latter two are rounded to `precision` decimals, half to even.
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
    return pairs(frame, source, other).map(([now, before]): Column => {
      const previous = before ? toFloats(before) : undefined
      const current = now ? toFloats(now) : undefined
      const values = new Float64Array(frame.rowCount).map((_, row) =>
        comparison(current?.[row] ?? Number.NaN, previous?.[row] ?? Number.NaN),
      )
      const isWhole = type === 'difference' && now?.type === 'int' && before?.type === 'int'
      return {
        name: renamed((now ?? (before as Column)).name, `${type}__${source}__${other}`),
        type: isWhole ? 'int' : 'float',
        values: fromFloats(type === 'difference' ? values : values.map((value) => roundHalfEven(value, precision))),
      }
    })
  })
  const dropped = new Set(flag(options, 'drop_original_columns', false) ? [...sources, ...others] : [])
  const kept = frame.columns.filter(({ name }) => !dropped.has(metricOf(name) as string))
  return { ...frame, columns: [...kept, ...compared] }
}

/** Pairs of columns of two metrics with the same dimension values. A series of only one metric has no partner. */
function pairs(frame: Frame, source: string, other: string): [now?: Column, before?: Column][] {
  const found = new Map<string, { parts: NamePart[]; pair: [Column?, Column?] }>()
  const add = (column: Column, at: 0 | 1): void => {
    const parts = typeof column.name === 'string' ? [] : column.name.slice(1)
    const key = JSON.stringify(parts)
    const entry = found.get(key) ?? { parts, pair: [undefined, undefined] }
    entry.pair[at] = column
    found.set(key, entry)
  }
  for (const column of columnsNamed(frame, source)) add(column, 0)
  for (const column of columnsNamed(frame, other)) add(column, 1)
  const entries = [...found.values()]
  const areSame = entries.every(({ pair }) => pair[0] && pair[1])
  if (!areSame) entries.sort((a, b) => compareParts(a.parts, b.parts))
  return entries.map(({ pair }) => pair)
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
