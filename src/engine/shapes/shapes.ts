import type { Cell, Frame, NamePart } from '../frame.ts'
import { columnsNamed, isMissing } from '../post/columns.ts'
import { compareCells } from '../post/order.ts'
import { printPart } from '../post/print.ts'
import { largest, present, smallest } from '../post/statistics.ts'
import type { ShapeOptions } from './shapeOptions.ts'

type Row = Record<string, Cell>

/** Values of a column by its label; nulls if there is no such column. */
export function valuesOf(frame: Frame, label: string | undefined): Cell[] {
  const column = label === undefined ? undefined : columnsNamed(frame, label)[0]
  return column?.values ?? Array.from({ length: frame.rowCount }, () => null)
}

export function rowsOf(frame: Frame): Row[] {
  return Array.from({ length: frame.rowCount }, (_, row) =>
    Object.fromEntries(frame.columns.map(({ name, values }) => [String(name), values[row] ?? null])),
  )
}

const textOf = (cell: Cell): string => (isMissing(cell) ? 'NULL' : String(cell))
const numberOf = (cell: Cell): number => (isMissing(cell) ? Number.NaN : Number(cell))

/** Lines over time, from a pivoted table: one per series that has values, by name. */
export function timeSeries({ columns, index }: Frame, { metrics, groups }: ShapeOptions) {
  const times = index?.values[0] ?? []
  return columns
    .filter(({ values }) => !values.every(isMissing))
    .map(({ name, values }) => ({
      key: seriesKey(name, metrics, groups),
      values: times.map((x, row) => ({ x, y: isMissing(values[row] ?? null) ? null : values[row] })),
    }))
}

/** A metric without dimensions is a string; with dimensions a list, from which a single metric is omitted. */
function seriesKey(name: string | NamePart[], metrics: string[], groups: string[]): string | string[] {
  if (typeof name === 'string') return name
  const parts = name.map((part) => (part === '' ? 'N/A' : part === null ? 'NULL' : printPart(part)))
  return groups.length > 0 && metrics.length === 1 ? parts.slice(1) : parts
}

/** Bars: one series per metric (and breakdown), x sorted by the totals of the first metric, largest last. */
export function barSeries(frame: Frame, { metrics, groups, roles }: ShapeOptions) {
  const breakdown = roles.breakdown === undefined ? [] : roles.breakdown.split('\n')
  const x = groups.filter((group) => !breakdown.includes(group))
  const labelOf = (row: Row, names: string[]) =>
    names.map((name) => (isMissing(row[name] ?? null) ? '<NULL>' : String(row[name]))).join(', ')
  const rows = rowsOf(frame)
  const totals = new Map<string, number>()
  const series = new Map<string, Map<string, number>>()
  for (const row of rows) {
    const place = labelOf(row, x)
    const sortBy = numberOf(row[roles.sort ?? metrics[0] ?? ''] ?? null)
    totals.set(place, (totals.get(place) ?? 0) + (Number.isNaN(sortBy) ? 0 : sortBy))
    for (const metric of metrics) {
      const own = labelOf(row, breakdown)
      const key = breakdown.length === 0 ? metric : metrics.length === 1 ? own : `${metric}, ${own}`
      const values = series.get(key) ?? new Map<string, number>()
      values.set(place, numberOf(row[metric] ?? null))
      series.set(key, values)
    }
  }
  const places = [...totals.entries()].sort((a, b) => a[1] - b[1]).map(([place]) => place)
  return [...series.entries()].map(([key, values]) => ({
    key,
    values: places.map((place) => ({ x: place, y: values.get(place) ?? null })),
  }))
}

/** Circles by series: each row with all its columns, and its position and size. */
export function bubbles(frame: Frame, { roles }: ShapeOptions) {
  const series = new Map<string, Record<string, unknown>[]>()
  for (const row of rowsOf(frame)) {
    const value = (role: string) => row[roles[role] ?? ''] ?? null
    const group = value('series') ?? value('entity')
    const key = textOf(group)
    const bubble = { ...row, x: value('x'), y: value('y'), size: value('size'), shape: 'circle', group }
    series.set(key, [...(series.get(key) ?? []), bubble])
  }
  return [...series.entries()].map(([key, values]) => ({ key, values }))
}

export const measures = (frame: Frame, { metrics }: ShapeOptions) => ({ measures: valuesOf(frame, metrics[0]) })

/**
 * For ascending values, the fraction of values up to and including each. Equal values get the mean of their fractions.
 */
function ranks(ascending: Float64Array): Map<number, number> {
  const found = new Map<number, number>()
  for (let first = 0; first < ascending.length; ) {
    const value = ascending[first] as number
    let next = first + 1
    while (ascending[next] === value) next++
    found.set(value, (first + 1 + next) / 2 / ascending.length)
    first = next
  }
  return found
}

/** Cells of a heat map with their fraction of the range and their rank, over all cells or along one axis. */
export function grid(frame: Frame, { metrics, roles, choice }: ShapeOptions) {
  const x = valuesOf(frame, roles.x)
  const y = valuesOf(frame, roles.y)
  const values = valuesOf(frame, metrics[0]).map(numberOf)
  const along = (row: number) =>
    choice === 'x' ? textOf(x[row] ?? null) : choice === 'y' ? textOf(y[row] ?? null) : ''
  const groups = Map.groupBy(values.keys(), along)
  const records = values.map((v, row) => ({ x: x[row], y: y[row], v, perc: 0, rank: 0 }))
  for (const rows of groups.values()) {
    const own = present(Float64Array.from(rows, (row) => values[row] as number)).sort()
    const [least, most] = [smallest(own), largest(own)]
    const rankOf = ranks(own)
    for (const row of rows) {
      const value = values[row] as number
      const record = records[row] as (typeof records)[number]
      record.perc = (value - least) / (most - least)
      record.rank = rankOf.get(value) ?? Number.NaN
    }
  }
  const all = present(Float64Array.from(values))
  return { records, extents: [smallest(all), largest(all)] }
}

/** Flows between the values of two columns. */
export function links(frame: Frame, { groups, metrics }: ShapeOptions) {
  const [sources, targets, values] = [groups[0], groups[1], metrics[0]].map((label) => valuesOf(frame, label))
  return (sources ?? []).map((source, row) => ({
    source: textOf(source),
    target: textOf(targets?.[row] ?? null),
    value: values?.[row] ?? null,
  }))
}

/** A square table of flows; missing pairs are 0. */
export function chordMatrix(frame: Frame, options: ShapeOptions) {
  const flows = links(frame, options)
  const nodes = [...new Set(flows.flatMap(({ source, target }) => [source, target]))].sort(compareCells)
  const place = new Map(nodes.map((node, at) => [node, at]))
  const matrix = nodes.map(() => nodes.map(() => 0))
  for (const { source, target, value } of flows) {
    const row = matrix[place.get(target) ?? 0] as number[]
    row[place.get(source) ?? 0] = Number(value)
  }
  return { nodes, matrix }
}

/** For rings of a sunburst: each row as its path, followed by its two metrics. */
export const levels = (frame: Frame, { groups, metrics }: ShapeOptions) =>
  rowsOf(frame).map((row) => [
    ...groups.map((group) => row[group] ?? null),
    row[metrics[0] ?? ''] ?? null,
    row[metrics[1] ?? metrics[0] ?? ''] ?? null,
  ])

export const regions = (frame: Frame, { groups, metrics }: ShapeOptions) => {
  const values = valuesOf(frame, metrics[0])
  return valuesOf(frame, groups[0]).map((country_id, row) => ({ country_id, metric: values[row] ?? null }))
}

/** Raw values of columns, by group. */
export function lists(frame: Frame, { groups, metrics }: ShapeOptions) {
  const word = (text: string) => text.replaceAll(/\W+/gu, '_')
  const byGroup = Map.groupBy(rowsOf(frame), (row) =>
    groups.map((group) => word(textOf(row[group] ?? null))).join('__'),
  )
  return metrics.flatMap((column) =>
    [...byGroup.entries()].map(([group, rows]) => ({
      key: [...(metrics.length === 1 && group ? [] : [word(column)]), ...(group ? [group] : [])].join('__'),
      values: rows.map((row) => row[column] ?? null).filter((cell) => !isMissing(cell)),
    })),
  )
}

/** The values that a filter offers, with their metric if there is one; ascending if `choice` requests it. */
export function choices(frame: Frame, { groups, metrics, choice }: ShapeOptions) {
  const [values, sizes] = [valuesOf(frame, groups[0]), valuesOf(frame, metrics[0])]
  const by = metrics.length > 0 ? sizes : values
  const sign = choice === 'ascending' ? 1 : -1
  const order = (left: Cell, right: Cell) =>
    isMissing(left) || isMissing(right)
      ? Number(isMissing(left)) - Number(isMissing(right))
      : sign * compareCells(left, right)
  return [...values.keys()]
    .sort((left, right) => order(by[left] ?? null, by[right] ?? null))
    .map((row) => ({
      id: values[row],
      text: values[row],
      ...(metrics.length > 0 ? { metric: sizes[row] ?? null } : {}),
    }))
}

export const tables = (frame: Frame) => ({
  records: rowsOf(frame),
  columns: frame.columns.map(({ name }) => String(name)),
})

/** Metrics over time, or the series of one metric. */
export function timeTable(frame: Frame, { groups }: ShapeOptions) {
  const times = frame.index?.values[0] ?? []
  const nameOf = (name: string | NamePart[]) =>
    typeof name === 'string'
      ? name
      : name
          .slice(1)
          .map((part) => (part === null ? 'NULL' : printPart(part)))
          .join(', ')
  const records = Object.fromEntries(
    times.map((time, row) => [
      new Date(Number(time)).toISOString().slice(0, 19).replace('T', ' '),
      Object.fromEntries(frame.columns.map(({ name, values }) => [nameOf(name), values[row] ?? null])),
    ]),
  )
  return { records, columns: frame.columns.map(({ name }) => nameOf(name)), is_group_by: groups.length > 0 }
}
