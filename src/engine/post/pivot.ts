import { NULL_TEXT } from '../../model/query/markedText.ts'
import type { Cell, CellType, Column, Frame, NamePart } from '../frame.ts'
import { columnsNamed, isMissing, requireColumns, wholeOrFloat } from './columns.ts'
import { refuse } from './error.ts'
import { type Composite, compose, decompose, encodeKeys, type Groups, groupRows, type Keys, placer } from './groups.ts'
import { flag, nameList, type Options, scalar, text } from './options.ts'
import { compareParts, compareText } from './order.ts'
import { type Aggregate, readAggregates, reduceColumn } from './reduce.ts'

/**
 * Maximum number of cells of a pivot: a larger result would not fit in a browser and could exhaust the memory of a
 * child.
 */
const MAX_CELLS = 30_000_000

/**
 * One row per index value, one column per metric and combination of `columns`, both ascending. Duplicate cells are
 * reduced by the operator of the metric. A missing value in `columns` becomes `column_fill_value`. Rows with a missing
 * index are dropped; with `keep_missing_index` they become one row. With `drop_missing_columns` (default), rows and
 * series without any value are also dropped.
 */
export function pivot(frame: Frame, options: Options): Frame {
  const index = nameList(options, 'index')
  const by = nameList(options, 'columns')
  requireColumns(frame, [...index, ...by])
  if (index.length === 0) return refuse('Pivot operation requires at least one index')
  if (Object.keys(options.aggregates ?? {}).length === 0) {
    return refuse('Pivot operation must include at least one aggregate')
  }
  const metrics = sortedMetrics(readAggregates(frame, options))
  const clash = metrics.find(({ name }) => index.includes(name))
  if (clash) return refuse(`Column "${clash.name}" is both an index and a metric of the pivot`)

  const marginName = text(options, 'marginal_distribution_name', 'All')
  const columnFill = options.column_fill_value === undefined ? undefined : scalar(options, 'column_fill_value')
  const input: PivotInput = {
    rowCount: frame.rowCount,
    index: index.map((name) => columnsNamed(frame, name)[0] as Column),
    by: by.map((name) => filled(columnsNamed(frame, name)[0] as Column, columnFill)),
    metrics,
    dropMissing: flag(options, 'drop_missing_columns', true),
    keepsMissingIndex: flag(options, 'keep_missing_index', false),
  }
  let table = crossTable(input)
  const fill = scalar(options, 'metric_fill_value')
  if (fill !== null) {
    table = { ...table, columns: table.columns.map((column) => fillCells(column, fill)) }
  }
  if (flag(options, 'marginal_distributions', false)) {
    table = withMargins(table, input, marginName, fill)
  }
  if (input.dropMissing) table = withoutEmptyColumns(table)
  return flag(options, 'combine_value_with_metric', false) ? metricLast(table) : table
}

interface PivotInput {
  rowCount: number
  index: Column[]
  by: Column[]
  metrics: Aggregate[]
  dropMissing: boolean
  keepsMissingIndex: boolean
}

/** Sorted by source column. If two aggregates have the same source column, only the later one is used. */
function sortedMetrics(aggregates: Aggregate[]): Aggregate[] {
  const bySource = new Map(
    aggregates.map((each) => {
      const name = each.column.name as string
      return [name, { ...each, name }]
    }),
  )
  return [...bySource.values()].sort((a, b) => compareText(a.name, b.name))
}

function filled(column: Column, fill: unknown): Column {
  const value = fill === undefined ? NULL_TEXT : fill
  if (typeof value !== 'string' || value === '') return column
  if (!column.values.some(isMissing)) return column
  return { ...column, values: column.values.map((cell) => (isMissing(cell) ? value : cell)) }
}

function crossTable(input: PivotInput): Frame {
  const { rowCount } = input
  if (rowCount === 0) return emptyTable(input)
  const indexKeys = input.index.map((column) =>
    input.keepsMissingIndex ? withMissing(encodeKeys(column)) : encodeKeys(column),
  )
  const columnKeys = input.by.map(encodeKeys)
  const rows = compose(indexKeys, rowCount)
  const series = compose(columnKeys, rowCount)
  const groups = groupRows(joint(rows, series))
  const results = input.metrics.map((metric) => ({ metric, ...reduceColumn(metric, groups) }))

  const alive = groups.keys.map(
    (_, group) => !input.dropMissing || results.some(({ values }) => !isMissing(values[group] as Cell)),
  )
  const rowCodes = rowsOfTable(groups, alive, series.size, indexKeys, input)
  const seriesCodes = seriesOfTable(groups, alive, series, input.dropMissing)
  if (rowCodes.length * seriesCodes.length * results.length > MAX_CELLS) {
    return refuse(`The pivot would have ${rowCodes.length} rows and ${seriesCodes.length * results.length} columns`)
  }

  const rowAt = placer(rowCodes, rows.size)
  const seriesAt = placer(seriesCodes, series.size)
  const columns = results.flatMap(({ metric, type, values }) => {
    const empty: Cell[] = rowCodes.map(() => null)
    const table = seriesCodes.map(() => empty.slice())
    let filledCells = 0
    for (let group = 0; group < groups.count; group++) {
      if (!alive[group]) continue
      const code = groups.keys[group] as number
      const at = seriesAt(code % series.size)
      const row = rowAt(Math.floor(code / series.size))
      ;(table[at] as Cell[])[row] = values[group] as Cell
      filledCells++
    }
    const downcast = input.dropMissing && type === 'float' && metric.column.type === 'int'
    const reduced = downcast ? wholeOrFloat(values.filter((_, group) => alive[group])) : type
    const isFull = filledCells === rowCodes.length * seriesCodes.length
    return seriesCodes.map(
      (code, at): Column => ({
        name: columnKeys.length === 0 ? metric.name : [metric.name, ...labelParts(code, columnKeys)],
        type: isFull ? reduced : withGaps(reduced),
        values: table[at] as Cell[],
      }),
    )
  })
  return {
    columns,
    rowCount: rowCodes.length,
    levels: columnKeys.length === 0 ? undefined : [null, ...input.by.map(({ name }) => name as string)],
    index: indexOf(rowCodes, input.index, indexKeys),
  }
}

/** The pivot of a frame without rows has no series. If nothing is dropped, metrics without dimensions remain. */
function emptyTable({ index, by, metrics, dropMissing }: PivotInput): Frame {
  const kept = dropMissing || by.length > 0 ? [] : metrics
  return {
    columns: kept.map(({ name, column }): Column => ({ name, type: column.type, values: [] })),
    rowCount: 0,
    levels: by.length === 0 ? undefined : [null, ...by.map(({ name }) => name as string)],
    index: indexOf(
      [],
      index,
      index.map((column) => encodeKeys(column)),
    ),
  }
}

/** Whole numbers and booleans with missing values get a wider type. */
function withGaps(type: CellType): CellType {
  return type === 'int' ? 'float' : type === 'bool' ? 'object' : type
}

function joint(rows: Composite, series: Composite): Composite {
  const codes = new Float64Array(rows.codes.length)
  for (let row = 0; row < codes.length; row++) {
    const index = rows.codes[row] as number
    const column = series.codes[row] as number
    codes[row] = index < 0 || column < 0 ? -1 : index * series.size + column
  }
  return { codes, size: rows.size * series.size }
}

/**
 * The rows of the result: those that occur. If the index has several levels and nothing is dropped, every combination
 * of the values in these rows. If there are no `columns`, values of dropped rows are combined as well.
 */
function rowsOfTable(groups: Groups, alive: boolean[], seriesSize: number, keys: Keys[], input: PivotInput) {
  const met = new Set<number>()
  groups.keys.forEach((code, group) => {
    if (alive[group]) met.add(Math.floor(code / seriesSize))
  })
  const codes = [...met].sort((a, b) => a - b)
  if (input.dropMissing || keys.length < 2) return codes
  const parts = input.by.length > 0 ? codes.map((code) => decompose(code, keys)) : undefined
  return everyCombination(
    keys,
    keys.map(({ levels }, at) => {
      const used = new Set(parts?.map((part) => part[at] as number) ?? levels.keys())
      return [...used].sort((a, b) => a - b)
    }),
  )
}

/**
 * The series of the result: those that occur. If nothing is dropped, also those that occur only in rows without an
 * index.
 */
function seriesOfTable(groups: Groups, alive: boolean[], series: Composite, dropMissing: boolean): number[] {
  const met = new Set<number>()
  if (dropMissing) {
    groups.keys.forEach((code, group) => {
      if (alive[group]) met.add(code % series.size)
    })
  } else {
    for (const code of series.codes) if (code >= 0) met.add(code)
  }
  return [...met].sort((a, b) => a - b)
}

function everyCombination(keys: Keys[], used: number[][]): number[] {
  const count = used.reduce((product, level) => product * level.length, 1)
  if (count > MAX_CELLS) return refuse(`The pivot would have ${count} rows`)
  return used.reduce<number[]>(
    (before, level, at) => {
      const size = (keys[at] as Keys).levels.length
      return before.flatMap((code) => level.map((part) => code * size + part))
    },
    [0],
  )
}

function labelParts(code: number, keys: Keys[]): NamePart[] {
  return decompose(code, keys).map((part, at) => {
    const { levels, type } = keys[at] as Keys
    return namePart(levels[part] ?? null, type)
  })
}

function namePart(cell: Cell, type: CellType): NamePart {
  if (typeof cell === 'number') return type === 'time' ? { t: cell } : type === 'int' ? cell : { f: cell }
  return Array.isArray(cell) ? JSON.stringify(cell) : cell
}

/** The keys with missing values as an additional last level. */
function withMissing({ codes, levels, type }: Keys): Keys {
  if (!codes.includes(-1)) return { codes, levels, type }
  return {
    codes: codes.map((code) => (code === -1 ? levels.length : code)),
    levels: [...levels, null],
    type: withGaps(type),
  }
}

function indexOf(rowCodes: number[], columns: Column[], keys: Keys[]): NonNullable<Frame['index']> {
  const parts = rowCodes.map((code) => decompose(code, keys))
  return {
    names: columns.map(({ name }) => name as string),
    types: keys.map(({ type }) => type),
    values: keys.map(({ levels }, at) => parts.map((part) => levels[part[at] as number] ?? null)),
  }
}

function fillCells(column: Column, fill: Cell): Column {
  if (!column.values.some(isMissing)) {
    return column.type === 'float' ? { ...column, type: wholeOrFloat(column.values) } : column
  }
  const values = column.values.map((cell) => (isMissing(cell) ? fill : cell))
  return { ...column, values, type: column.type === 'float' ? wholeOrFloat(values) : column.type }
}

function withoutEmptyColumns(table: Frame): Frame {
  return { ...table, columns: table.columns.filter(hasValues) }
}

const hasValues = ({ values }: Column) => !values.every(isMissing)

/**
 * Adds a last row with totals, in which a missing total becomes `fill`, and a last column for each metric. If nothing
 * is dropped, only the row is added.
 */
function withMargins(table: Frame, input: PivotInput, name: string, fill: Cell): Frame {
  const complete = input.dropMissing ? withoutIncompleteRows(input) : input
  const margin = (index: Column[], by: Column[]) =>
    crossTable({ ...complete, index, by, dropMissing: false, metrics: complete.metrics })
  const total: Column = { name: '', type: 'int', values: Array.from({ length: complete.rowCount }, () => 0) }
  const perRow = margin(complete.index, [])
  const perSeries = margin([total], complete.by)
  const overall = margin([total], [])
  const cellOf = (frame: Frame, key: string): Cell => {
    const column = frame.columns.find((each) => JSON.stringify(each.name) === key)
    return column?.values[0] ?? null
  }
  const place = new Map(rowKeys(perRow).map((key, row) => [key, row]))
  const at = rowKeys(table).map((key) => place.get(key))

  const marginName = (metric: string): NamePart[] => [metric, name, ...input.by.slice(1).map(() => '')]
  const columns = input.metrics.flatMap((metric) => {
    const own = table.columns.filter(
      (column) => (Array.isArray(column.name) ? column.name[0] : column.name) === metric.name,
    )
    const ended = own.map((column) =>
      withCell(column, cellOf(input.by.length > 0 ? perSeries : overall, JSON.stringify(column.name)) ?? fill),
    )
    if (input.by.length === 0 || !input.dropMissing) return ended
    const totals = perRow.columns.find((column) => column.name === metric.name)
    const values = at.map((row) => (row === undefined ? null : (totals?.values[row] ?? null)))
    const column: Column = { name: marginName(metric.name), type: totals?.type ?? 'float', values }
    return [...ended, withCell(column, cellOf(overall, JSON.stringify(metric.name)))]
  })
  const index = table.index as NonNullable<Frame['index']>
  const values = index.values.map((level, position) => [...level, position === 0 ? name : ''])
  return { ...table, columns, rowCount: table.rowCount + 1, index: { ...index, values } }
}

function withCell(column: Column, cell: Cell): Column {
  const values = [...column.values, cell]
  return { ...column, values, type: column.type === 'int' ? wholeOrFloat(values) : column.type }
}

function rowKeys(table: Frame): string[] {
  const levels = table.index?.values ?? []
  return Array.from({ length: table.rowCount }, (_, row) => JSON.stringify(levels.map((level) => level[row])))
}

function withoutIncompleteRows(input: PivotInput): PivotInput {
  const used = [...input.index, ...input.by, ...input.metrics.map(({ column }) => column)]
  const rows: number[] = []
  for (let row = 0; row < input.rowCount; row++) {
    if (used.every(({ values }) => !isMissing(values[row] as Cell))) rows.push(row)
  }
  const take = (column: Column): Column => ({ ...column, values: rows.map((row) => column.values[row] as Cell) })
  return {
    ...input,
    rowCount: rows.length,
    index: input.index.map(take),
    by: input.by.map(take),
    metrics: input.metrics.map((metric) => ({ ...metric, column: take(metric.column) })),
  }
}

/** Moves the metric from the first to the last level. Rows without any value are dropped in this step. */
function metricLast(table: Frame): Frame {
  const kept: number[] = []
  for (let row = 0; row < table.rowCount; row++) {
    if (table.columns.some(({ values }) => !isMissing(values[row] as Cell))) kept.push(row)
  }
  const index = table.index as NonNullable<Frame['index']>
  const flat = table.columns.every(({ name }) => typeof name === 'string')
  // an index of texts is sorted again, because it now contains the name of the totals
  const [level] = index.values
  if (!flat && index.values.length === 1 && level?.every((key) => typeof key === 'string'))
    kept.sort((a, b) => compareText(level[a] as string, level[b] as string))
  const take = (values: Cell[]): Cell[] => kept.map((row) => values[row] ?? null)
  const rows = { ...index, values: index.values.map(take) }
  if (flat || kept.length === 0) {
    const there = kept.length === 0 ? [] : table.columns.filter(hasValues)
    // adjacent columns get the same type
    const isFloat = there.some(({ type }) => type === 'float')
    const columns = there.map(
      (column): Column => ({ ...column, type: isFloat ? 'float' : column.type, values: take(column.values) }),
    )
    return { ...table, columns, rowCount: kept.length, index: rows }
  }
  const metrics = [...new Set(table.columns.filter(hasValues).map(({ name }) => name[0] as string))]
  const combinations = new Map(
    table.columns.map(({ name }) => [JSON.stringify(name.slice(1)), name.slice(1) as NamePart[]]),
  )
  const byName = new Map(table.columns.map((column) => [JSON.stringify(column.name), column]))
  const order = [...combinations.values()].sort(compareParts)
  const columns = order.flatMap((parts) => {
    const sources = metrics.map((metric) => byName.get(JSON.stringify([metric, ...parts])))
    // the metrics of a combination get the same type
    const isFloat = sources.some((source) => (source?.type ?? 'float') === 'float')
    return sources.map((source, at): Column => {
      const type = isFloat ? 'float' : (source as Column).type
      return { name: [...parts, metrics[at] as string], type, values: take(source?.values ?? []) }
    })
  })
  return { ...table, columns, rowCount: kept.length, index: rows, levels: [...(table.levels ?? []).slice(1), null] }
}
