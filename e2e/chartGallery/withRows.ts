import { GenericType } from '../../src/model/dataset/dataset.ts'
import type { ChartData, JsonCell } from '../../src/model/query/chartData.ts'

const dayMs = 86_400_000

/**
 * The same columns with this many rows: times continue day by day, each with all combinations of names, and numbers
 * repeat with small changes. Shapes of maps, which are JSON, repeat.
 */
export function withRows(data: ChartData, rows: number): ChartData {
  const kinds = data.columns.map((values, column) => kindOf(values, data.coltypes[column]))
  const names = kinds.filter((kind) => kind === 'name').length
  const hasTime = data.coltypes.includes(GenericType.temporal)
  // so many values of each name that no combination repeats
  const each = Math.max(1, Math.ceil(rows ** (1 / Math.max(1, names + (hasTime && names > 0 ? 1 : 0)))))
  const combinations = each ** names
  let before = 0
  const columns = data.columns.map((values, column) => {
    const kind = kinds[column]
    if (kind === 'time') {
      return fill(rows, (row) => timeAt(values, names === 0 ? row : Math.floor(row / combinations)))
    }
    if (kind === 'shape') return fill(rows, (row) => values[row % values.length] ?? null)
    if (kind === 'number') return fill(rows, (row) => numberAt(values, row))
    const step = each ** before++
    const distinct = [...new Set(values)]
    return fill(rows, (row) => nameAt(distinct, Math.floor(row / step) % each))
  })
  return { ...data, columns, rowcount: rows }
}

/** Computed columns contain numbers without having a numeric type. */
function kindOf(values: JsonCell[], type: GenericType | undefined): 'name' | 'number' | 'shape' | 'time' {
  if (type === GenericType.temporal) return 'time'
  const isNumber = type === GenericType.numeric || typeof values.find((value) => value !== null) === 'number'
  if (isNumber) return 'number'
  return values.some((value) => typeof value === 'string' && /^\s*[[{]/.test(value)) ? 'shape' : 'name'
}

const fill = (rows: number, cell: (row: number) => JsonCell) => Array.from({ length: rows }, (_, row) => cell(row))

function timeAt(values: JsonCell[], row: number): JsonCell {
  const first = values.find((value) => typeof value === 'number') ?? 0
  return Number(first) + row * dayMs
}

function numberAt(values: JsonCell[], row: number): JsonCell {
  const value = values[row % values.length]
  return typeof value === 'number' ? value * (1 + (row % 7) / 100) : (value ?? null)
}

function nameAt(values: JsonCell[], index: number): JsonCell {
  const value = values[index % values.length]
  return index < values.length ? (value ?? null) : `${String(value)} ${Math.floor(index / values.length)}`
}
