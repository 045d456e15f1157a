import type { Cell, CellType, Column, Frame } from '../frame.ts'
import { columnsNamed, isMissing } from './columns.ts'
import { refuse } from './error.ts'
import { compose, decompose, encodeKeys, type Keys } from './groups.ts'
import { compareCells } from './order.ts'
import { type LineOptions, type TotalLine, totalLines, totalsReader } from './pivotTotals.ts'
import { printFloat, printTime } from './print.ts'
import { mean, median, variance } from './statistics.ts'

/** The options of a pivot table. Names are labels of columns. */
export interface PivotTableOptions {
  rows: string[]
  columns: string[]
  metrics: string[]
  /** The name in the contract, such as `Sum` and `Count as Fraction of Rows`. */
  aggregate: string
  /** Metrics are grouped within each column, instead of columns within each metric. */
  combineMetric: boolean
  /** Metrics are a level of the rows. */
  metricsOnRows: boolean
  /** Adds a last column with totals, and subtotals. */
  rowTotals: boolean
  /** Adds a last row with totals, and subtotals. */
  colTotals: boolean
  /** If the database computes totals: whether there are subtotals, and whether they are placed before their group. */
  rowSubTotals?: boolean
  colSubTotals?: boolean
  rowSubtotalsFirst?: boolean
  colSubtotalsFirst?: boolean
}

/** Maximum number of cells of a table, including totals. */
const MAX_CELLS = 5_000_000
const NULL_TEXT = 'NULL'

/** A visible row or column: its parts, and the lines of the plain table that it covers. */
interface Line {
  key: string[]
  leaves: readonly number[]
}

interface Leaf {
  key: string[]
  /** Position among the combinations of values. */
  at: number
  /** null: the metric is a level of the other axis. */
  metric: number | null
}

/**
 * The table that the pivot chart shows: one line per combination of values, ascending, missing values as `NULL`, a
 * level for the metrics, totals and subtotals. Every column is named by its parts, and the index contains the parts of
 * the rows. `totals`: totals that the database computed, one frame per level; without them totals are computed from the
 * rows.
 */
export function pivotTable(frame: Frame, options: PivotTableOptions, totals: readonly Frame[] = []): Frame {
  const { metricsOnRows, combineMetric } = options
  const read = aggregateOf(options.aggregate)
  const metrics = options.metrics.map((name) => only(frame, name))
  const rows = dimension(frame, options.rows)
  const columns = dimension(frame, options.columns)
  const values = valuesOf(frame.rowCount, rows, columns, metrics)

  const total = `Total (${options.aggregate})`
  const names = metrics.map(({ name }) => String(name))
  const rowLeaves = axis(rows.keys, metricsOnRows ? names : null, combineMetric)
  const columnLeaves = axis(columns.keys, metricsOnRows ? null : names, combineMetric)
  const cell = (row: number, column: number): readonly Cell[] => {
    const [left, top] = [rowLeaves[row] as Leaf, columnLeaves[column] as Leaf]
    return values.get(placeOf(left.at, top.at, (left.metric ?? top.metric) as number, columns, metrics)) ?? []
  }
  // computed from the existing values: a plain table may have a billion empty cells
  const across = columns.keys.length * metrics.length
  const met = new Set(
    values.keys().map((place) => (metricsOnRows ? Math.floor((place % across) / metrics.length) : place % across)),
  )
  const kept = columnLeaves.flatMap(({ at, metric }, column) =>
    met.has(metric === null ? at : at * metrics.length + metric) ? [column] : [],
  )
  const all = rowLeaves.map((_, row) => row)
  const isExact = totals.length > 0
  const sides = lineOptions(options)
  const lines: Line[] = isExact
    ? totalLines(rowLeaves, all, sides.rows)
    : linesOf(rowLeaves, all, options.colTotals ? total : null, total)
  const heads: Line[] = isExact
    ? totalLines(columnLeaves, kept, sides.columns)
    : linesOf(columnLeaves, kept, options.rowTotals ? total : null, total)
  if (lines.length * heads.length > MAX_CELLS) {
    return refuse(`The table would have ${lines.length} rows and ${heads.length} columns`)
  }

  const gather = (row: Line, column: Line) =>
    row.leaves.flatMap((left) => column.leaves.flatMap((top) => cell(left, top)))
  const every = { key: [], leaves: kept }
  const everyRow = { key: [], leaves: all }
  const whole = (row: Line, column: Line): Cell => read.of(gather(row, column))
  const wholes = read.share && {
    Total: whole(everyRow, every),
    Rows: new Map(read.share === 'Rows' ? lines.map((line) => [line, whole(line, every)]) : []),
    Columns: new Map(read.share === 'Columns' ? heads.map((head) => [head, whole(everyRow, head)]) : []),
  }
  const exact = isExact && totalsReader({ frames: totals, ...options, textsOf })
  const exactAt = (row: Line, column: Line): Cell | undefined => {
    const isCell = row.leaves.length === 1 && column.leaves.length === 1
    const [left, top] = [rowLeaves[row.leaves[0] ?? 0], columnLeaves[column.leaves[0] ?? 0]]
    const metric = options.metrics[left?.metric ?? top?.metric ?? 0]
    if (!exact || isCell || metric === undefined) return undefined
    return exact(row as TotalLine, column as TotalLine, metric)
  }
  const valueAt = (row: Line, column: Line): Cell => {
    const total = exactAt(row, column)
    if (total !== undefined) return total
    const value = whole(row, column)
    if (!wholes || value === null) return value
    const of = read.share === 'Total' ? wholes.Total : (wholes.Rows.get(row) ?? wholes.Columns.get(column) ?? null)
    return Number(value) / Number(of)
  }
  const levels = Math.max(1, lines[0]?.key.length ?? 1)
  return {
    columns: heads.map((head): Column => {
      const cells = lines.map((line) => valueAt(line, head))
      const sources = metricsOnRows ? metrics : metricsOf(head, columnLeaves).map((at) => metrics[at] as Column)
      return { name: head.key, type: typeOf(read.result, sources, cells), values: cells }
    }),
    rowCount: lines.length,
    index: {
      names: Array.from({ length: levels }, () => null),
      types: Array.from({ length: levels }, () => 'text' as const),
      values: Array.from({ length: levels }, (_, level) => lines.map(({ key }) => key[level] ?? '')),
    },
  }
}

/** How totals of the database are arranged: the total of each row is a column, and that of each column a row. */
function lineOptions(options: PivotTableOptions): Record<'rows' | 'columns', LineOptions> {
  const arranged = options.combineMetric ? 'innermost' : 'outermost'
  return {
    rows: {
      dimensions: options.rows.length,
      metrics: options.metricsOnRows ? arranged : 'none',
      subtotals: options.rowSubTotals ?? false,
      subtotalsFirst: options.rowSubtotalsFirst ?? false,
      total: options.colTotals,
    },
    columns: {
      dimensions: options.columns.length,
      metrics: options.metricsOnRows ? 'none' : arranged,
      subtotals: options.colSubTotals ?? false,
      subtotalsFirst: options.colSubtotalsFirst ?? false,
      total: options.rowTotals,
    },
  }
}

/** The values of a dimension as they are printed in the keys. */
function textsOf(frame: Frame, name: string): string[] {
  const { of, keys } = dimension(frame, [name])
  return Array.from(of, (at) => keys[at]?.[0] ?? '')
}

function only(frame: Frame, name: string): Column {
  const [column] = columnsNamed(frame, name)
  return column ?? refuse(`The form data of the chart refers to "${name}", which its query does not return`)
}

interface Dimension {
  /** For each row of the frame, the index of its combination in `keys`. */
  of: Int32Array
  /** Parts of the combinations that occur, ascending. */
  keys: string[][]
}

function dimension(frame: Frame, names: readonly string[]): Dimension {
  const keys = names.map((name) => {
    const column = only(frame, name)
    const values = column.values.map((cell) => (isMissing(cell) ? NULL_TEXT : cell))
    return encodeKeys({ ...column, values })
  })
  const { codes } = compose(keys, frame.rowCount)
  const met = [...new Set(codes)].sort((a, b) => a - b)
  const places = new Map(met.map((code, at) => [code, at]))
  return {
    of: Int32Array.from(codes, (code) => places.get(code) ?? 0),
    keys: met.map((code) => decompose(code, keys).map((part, level) => printed(keys[level] as Keys, part))),
  }
}

function printed({ levels, type }: Keys, part: number): string {
  const cell = levels[part] ?? null
  if (typeof cell === 'number' && type === 'time') return printTime(cell).replace(/ 00:00:00$/, '')
  if (typeof cell === 'number' && type === 'float') return printFloat(cell)
  if (typeof cell === 'boolean') return cell ? 'True' : 'False'
  return Array.isArray(cell) ? JSON.stringify(cell) : String(cell)
}

const placeOf = (row: number, column: number, metric: number, { keys }: Dimension, metrics: readonly Column[]) =>
  (row * keys.length + column) * metrics.length + metric

/** The existing values, by position in the plain table. */
function valuesOf(rowCount: number, rows: Dimension, columns: Dimension, metrics: readonly Column[]) {
  const values = new Map<number, Cell[]>()
  for (let row = 0; row < rowCount; row++) {
    metrics.forEach((metric, at) => {
      const value = metric.values[row] ?? null
      if (isMissing(value)) return
      const place = placeOf(rows.of[row] as number, columns.of[row] as number, at, columns, metrics)
      const so = values.get(place)
      if (so) so.push(value)
      else values.set(place, [value])
    })
  }
  return values
}

function axis(keys: readonly string[][], metrics: readonly string[] | null, combine: boolean): Leaf[] {
  if (!metrics) return keys.map((key, at) => ({ key, at, metric: null }))
  return combine
    ? keys.flatMap((key, at) => metrics.map((name, metric) => ({ key: [...key, name], at, metric })))
    : metrics.flatMap((name, metric) => keys.map((key, at) => ({ key: [name, ...key], at, metric })))
}

/** `totals`: the name of the total line, if there are totals. An axis without levels is one line over everything. */
function linesOf(leaves: readonly Leaf[], kept: readonly number[], totals: string | null, lone: string): Line[] {
  const depth = leaves[0]?.key.length ?? 0
  if (depth === 0) return [{ key: [lone], leaves: kept }]
  const keyOf = (leaf: number) => (leaves[leaf] as Leaf).key
  const ended = (prefix: string[], word: string) => [
    ...prefix,
    word,
    ...Array.from({ length: depth - prefix.length - 1 }, () => ''),
  ]
  const below = (among: readonly number[], level: number): Line[] => {
    if (level === depth) return among.map((leaf) => ({ key: keyOf(leaf), leaves: [leaf] }))
    return runs(among, (leaf) => keyOf(leaf)[level - 1] ?? '').flatMap((run) => {
      const inner = below(run, level + 1)
      const prefix = keyOf(run[0] as number).slice(0, level)
      return totals === null ? inner : [...inner, { key: ended(prefix, 'Subtotal'), leaves: run }]
    })
  }
  const lines = below(kept, 1)
  return totals === null ? lines : [...lines, { key: ended([], totals), leaves: kept }]
}

/** Adjacent lines with the same name. */
function runs(among: readonly number[], nameOf: (leaf: number) => string): number[][] {
  const found: number[][] = []
  let last: string | undefined
  for (const leaf of among) {
    const name = nameOf(leaf)
    if (name === last) found.at(-1)?.push(leaf)
    else found.push([leaf])
    last = name
  }
  return found
}

const metricsOf = ({ leaves }: Line, all: readonly Leaf[]) => [...new Set(leaves.map((leaf) => all[leaf]?.metric ?? 0))]

interface Reading {
  of: (cells: readonly Cell[]) => Cell
  result: 'int' | 'float' | 'source'
  /** The total that a fraction is relative to. */
  share?: 'Total' | 'Rows' | 'Columns'
}

const numbers = (cells: readonly Cell[]) => Float64Array.from(cells, Number)
const orNull = (value: number): Cell => (Number.isNaN(value) ? null : value)
const best = (sign: number) => (cells: readonly Cell[]) =>
  cells.reduce((so, cell) => (so === null || compareCells(cell, so) * sign > 0 ? cell : so), null)

/** Whole numbers are added exactly. */
function sumOf(cells: readonly Cell[]): Cell {
  if (cells.length === 0) return null
  if (!cells.every((cell) => typeof cell === 'bigint' || Number.isSafeInteger(cell))) {
    return orNull(numbers(cells).reduce((so, value) => so + value, 0))
  }
  const exact = cells.reduce<bigint>((so, cell) => so + BigInt(cell as number | bigint), 0n)
  return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact
}

const spread = (cells: readonly Cell[]) => (cells.length > 1 ? variance(numbers(cells), 1) : 0)
const sum: Reading = { of: sumOf, result: 'source' }
const count: Reading = { of: (cells) => cells.length, result: 'int' }

const AGGREGATES: Record<string, Reading> = {
  Count: count,
  'Count Unique Values': { of: (cells) => new Set(cells).size, result: 'int' },
  'List Unique Values': { of: (cells) => [...new Set(cells.map(String))].join(', '), result: 'source' },
  Sum: sum,
  Average: { of: (cells) => orNull(mean(numbers(cells))), result: 'float' },
  Median: { of: (cells) => orNull(median(numbers(cells))), result: 'float' },
  'Sample Variance': { of: (cells) => (cells.length === 0 ? null : spread(cells)), result: 'float' },
  'Sample Standard Deviation': {
    of: (cells) => (cells.length === 0 ? null : Math.sqrt(spread(cells))),
    result: 'float',
  },
  Minimum: { of: best(-1), result: 'source' },
  Maximum: { of: best(1), result: 'source' },
  First: { of: (cells) => cells[0] ?? null, result: 'source' },
  Last: { of: (cells) => cells.at(-1) ?? null, result: 'source' },
}

function aggregateOf(name: string): Reading {
  const known = Object.hasOwn(AGGREGATES, name) ? AGGREGATES[name] : undefined
  if (known) return { ...known, of: (cells) => (cells.length === 0 ? null : known.of(cells)) }
  const [, base, share] = /^(Sum|Count) as Fraction of (Total|Rows|Columns)$/.exec(name) ?? []
  if (!base) return refuse(`Unknown aggregate function of a pivot table: ${name}`)
  const reading = aggregateOf(base)
  return { of: reading.of, result: 'float', share: share as Reading['share'] & string }
}

function typeOf(result: Reading['result'], sources: readonly Column[], cells: readonly Cell[]): CellType {
  if (cells.some((cell) => typeof cell === 'string' || Array.isArray(cell))) return 'object'
  if (result !== 'source') return result
  const [first] = sources
  if (first && sources.every(({ type }) => type === first.type) && first.type !== 'text' && first.type !== 'object') {
    return first.type
  }
  return 'float'
}
