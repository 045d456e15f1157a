import type { ChartData, JsonCell } from '../../model/query/chartData.ts'
import { columnLabel, metricLabel } from '../../model/query/labels.ts'
import { atOnce, pausesAfter, type Steps } from '../shared/steps.ts'
import { type Reading, readingOf } from './aggregate.ts'
import type { PivotForm } from './formData.ts'
import { levelKey, resultKey, sidesOf, totalLevels } from './levels.ts'
import type { Order } from './options.ts'
import { compareKeys, growTree, orderTree, type PivotNode, type PivotTree } from './tree.ts'

/** A pivot table: its groups on both sides, and the value of every pair of groups. */
export interface Pivot {
  rows: PivotTree
  columns: PivotTree
  /** labels of the dimensions */
  rowNames: string[]
  columnNames: string[]
  metrics: string[]
  /** the values of each metric in the cells, for formats and colors */
  metricValues: JsonCell[][]
  /** whether the database computed the totals; otherwise the browser computed them from the cells */
  isExact: boolean
  value: (row: PivotNode, column: PivotNode, metric: number) => JsonCell
}

/** The pivot of a result. `data`: the cells, then the totals that were requested, in any order. */
export const pivotOf = (form: PivotForm, data: ChartData[]): Pivot => atOnce(buildPivot(form, data))

export function* buildPivot(form: PivotForm, data: ChartData[]): Steps<Pivot> {
  const cells = data[0]
  const sides = sidesOf(form)
  const rowNames = sides.rows.map(columnLabel)
  const columnNames = sides.columns.map(columnLabel)
  const named = [...new Set(form.metrics.map(metricLabel))]
  const metrics = named.filter((name) => cells?.colnames.includes(name))
  const metricValues = metrics.map((name) => columnOf(cells, name))
  const recordCount = cells?.rowcount ?? 0
  const rows = yield* growTree(
    rowNames.map((name) => columnOf(cells, name)),
    recordCount,
    metricValues,
  )
  const columns = yield* growTree(
    columnNames.map((name) => columnOf(cells, name)),
    recordCount,
    metricValues,
  )
  const reading = readingOf(form.aggregateFunction)
  const totals = totalsOf(form, data, metrics, rows.find, columns.find)
  // positions of leaves are known only after sorting, and sorting by value needs the totals
  orderTree(rows.tree, () => 0)
  orderTree(columns.tree, () => 0)
  yield
  const given = yield* cellsOf(rows.leafOf, columns.leafOf, columns.tree)
  const whole = wholeValues({ rows: rows.tree, columns: columns.tree, reading, metricValues, given, totals })
  const value = reading.share ? shareOf(whole, reading.share, rows.tree.root, columns.tree.root) : whole
  const byRow = (node: PivotNode) => whole(node, columns.tree.root, 0)
  const byColumn = (node: PivotNode) => whole(rows.tree.root, node, 0)
  const rowOrder = comparison(form.rowOrder, byRow)
  const columnOrder = comparison(form.colOrder, byColumn)
  yield
  orderTree(rows.tree, rowOrder)
  yield
  orderTree(columns.tree, columnOrder)
  return {
    rows: rows.tree,
    columns: columns.tree,
    rowNames,
    columnNames,
    metrics,
    metricValues,
    isExact: totals !== null,
    value,
  }
}

const columnOf = (data: ChartData | undefined, name: string): JsonCell[] =>
  data?.columns[data.colnames.indexOf(name)] ?? []

/** Sorts by key, or by the total over the other side. */
function comparison(order: Order, total: (node: PivotNode) => JsonCell) {
  const sign = order.endsWith('z_to_a') ? -1 : 1
  return order.startsWith('key')
    ? (one: PivotNode, other: PivotNode) => sign * compareKeys(one.key, other.key)
    : (one: PivotNode, other: PivotNode) =>
        sign * compareKeys(total(one), total(other)) || compareKeys(one.key, other.key)
}

/** The records of each leaf, and of each cell. The lists are created when they are first read: few tables need them. */
interface Cells {
  /** by id of the leaf */
  ofRow: () => Map<number, number[]>
  ofColumn: () => Map<number, number[]>
  rowOf: (PivotNode | undefined)[]
  columnOf: (PivotNode | undefined)[]
  /** by ids of row and column */
  at: (row: PivotNode, column: PivotNode) => readonly number[]
}

function* cellsOf(rowOf: Cells['rowOf'], columnOf: Cells['columnOf'], columns: PivotTree): Steps<Cells> {
  // nearly every cell has a single record, and needs no list
  const placed = new Map<number, number | number[]>()
  for (let record = 0; record < rowOf.length; record++) {
    if (pausesAfter(record)) yield
    const [row, column] = [rowOf[record], columnOf[record]]
    if (!row || !column) continue
    const place = row.id * columns.size + column.id
    const known = placed.get(place)
    if (known === undefined) placed.set(place, record)
    else if (typeof known === 'number') placed.set(place, [known, record])
    else known.push(record)
  }
  const [ofRow, ofColumn] = [onFirstRead(() => recordsBy(rowOf)), onFirstRead(() => recordsBy(columnOf))]
  return {
    ofRow,
    ofColumn,
    rowOf,
    columnOf,
    at(row, column) {
      const found = placed.get(row.id * columns.size + column.id) ?? []
      return typeof found === 'number' ? [found] : found
    },
  }
}

function recordsBy(leaves: (PivotNode | undefined)[]): Map<number, number[]> {
  const lists = new Map<number, number[]>()
  for (const [record, leaf] of leaves.entries()) {
    if (!leaf) continue
    const list = lists.get(leaf.id)
    if (list) list.push(record)
    else lists.set(leaf.id, [record])
  }
  return lists
}

function onFirstRead<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

interface Values {
  rows: PivotTree
  columns: PivotTree
  reading: Reading
  metricValues: JsonCell[][]
  given: Cells
  totals: Totals | null
}

/** The value of a pair of groups: the value of the cell, a total of the database, or an aggregate of the cells. */
function wholeValues({ rows, columns, reading, metricValues, given, totals }: Values): Pivot['value'] {
  const computed = new Map<number, JsonCell>()
  const gather = (row: PivotNode, column: PivotNode, metric: number) => {
    const values = metricValues[metric] ?? []
    const found: JsonCell[] = []
    for (const record of recordsOf(row, column, rows, columns, given)) {
      const value = values[record] ?? null
      if (value !== null) found.push(value)
    }
    return found
  }
  return (row, column, metric) => {
    const key = (row.id * columns.size + column.id) * metricValues.length + metric
    const known = computed.get(key)
    if (known !== undefined) return known
    const isCell = row.depth === rows.depth && column.depth === columns.depth
    const exact = isCell ? undefined : totals?.(row, column, metric)
    const value = exact === undefined ? reading.of(gather(row, column, metric)) : exact
    computed.set(key, value)
    return value
  }
}

/** The records of a pair of groups, in the order of the rows. */
function recordsOf(row: PivotNode, column: PivotNode, rows: PivotTree, columns: PivotTree, given: Cells) {
  const isRowLeaf = row.depth === rows.depth
  const isColumnLeaf = column.depth === columns.depth
  if (isRowLeaf && isColumnLeaf) return [...given.at(row, column)]
  if (isColumnLeaf) {
    return (given.ofColumn().get(column.id) ?? []).filter((record) => isWithin(given.rowOf[record], row))
  }
  const ofRow = given.ofRow()
  const records: number[] = []
  for (let at = row.from; at < row.to; at += 1) {
    for (const record of ofRow.get(rows.leaves[at]?.id ?? -1) ?? []) records.push(record)
  }
  const inside = column.depth === 0 ? records : records.filter((record) => isWithin(given.columnOf[record], column))
  return isRowLeaf ? inside : inside.sort((one, other) => one - other)
}

const isWithin = (leaf: PivotNode | undefined, group: PivotNode) =>
  leaf !== undefined && leaf.from >= group.from && leaf.from < group.to

/** Divides by the value of the whole row, column or table. */
function shareOf(whole: Pivot['value'], share: 'total' | 'row' | 'column', top: PivotNode, left: PivotNode) {
  return (row: PivotNode, column: PivotNode, metric: number): JsonCell => {
    const value = whole(row, column, metric)
    if (typeof value !== 'number') return value
    const of = whole(share === 'row' ? row : top, share === 'column' ? column : left, metric)
    return typeof of === 'number' && of !== 0 ? value / of : null
  }
}

/** A total that the database computed; undefined if it was not requested, null if it has no value. */
type Totals = (row: PivotNode, column: PivotNode, metric: number) => JsonCell | undefined

/** null if a level that the table needs is missing, or if the browser computes the totals. */
function totalsOf(
  form: PivotForm,
  data: ChartData[],
  metrics: string[],
  findRow: (keys: JsonCell[]) => PivotNode | undefined,
  findColumn: (keys: JsonCell[]) => PivotNode | undefined,
): Totals | null {
  if (form.aggregateFunction !== 'Sum') return null
  const answers = new Map(data.map((answer) => [resultKey(answer.colnames, form.metrics), answer]))
  if (totalLevels(form).some((level) => !answers.has(levelKey(form, level)))) return null
  const sides = sidesOf(form)
  const levels = new Map<string, ReturnType<typeof readLevel> | undefined>()
  const readLevel = (rows: number, columns: number) => {
    const answer = answers.get(levelKey(form, { rows, columns }))
    if (!answer) return undefined
    const rowKeys = sides.rows.slice(0, rows).map((column) => columnOf(answer, columnLabel(column)))
    const columnKeys = sides.columns.slice(0, columns).map((column) => columnOf(answer, columnLabel(column)))
    const places = new Map<string, number>()
    for (let record = 0; record < answer.rowcount; record++) {
      const row = findRow(rowKeys.map((values) => values[record] ?? null))
      const column = findColumn(columnKeys.map((values) => values[record] ?? null))
      if (row && column) places.set(`${row.id} ${column.id}`, record)
    }
    return { places, values: metrics.map((name) => columnOf(answer, name)) }
  }
  return (row, column, metric) => {
    const key = `${row.depth} ${column.depth}`
    if (!levels.has(key)) levels.set(key, readLevel(row.depth, column.depth))
    const level = levels.get(key)
    if (!level) return undefined
    const record = level.places.get(`${row.id} ${column.id}`)
    return record === undefined ? null : (level.values[metric]?.[record] ?? null)
  }
}
