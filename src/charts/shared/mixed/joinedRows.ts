import type { ChartData, JsonCell } from '../../../model/query/chartData.ts'
import { xAxisLabel } from '../query/xAxis.ts'
import type { TimeseriesForm } from '../timeseries/formData.ts'
import { suffix } from './halfData.ts'

/**
 * The rows of two queries as one table, joined by their x values. A column of B that has the same name as one of A gets
 * a number.
 */
export function joinedRows(a: ChartData, b: ChartData, form: TimeseriesForm): ChartData {
  const [xOfA, xOfB] = [xIndex(a, form), xIndex(b, form)]
  const keys = [...new Set([...cells(a, xOfA), ...cells(b, xOfB)])]
  const x = a.coltypes[xOfA] === 1 ? keys : keys.toSorted((one, other) => Number(one) - Number(other))
  const [first, second] = [columnsAt(a, xOfA, x), columnsAt(b, xOfB, x)]
  const names = first.map(({ name }) => name)
  const rest = second.map((column) => ({
    ...column,
    name: names.includes(column.name) ? `${column.name}${suffix}` : column.name,
  }))
  const columns = [...first, ...rest]
  return {
    ...a,
    colnames: [a.colnames[xOfA] ?? b.colnames[xOfB] ?? '', ...columns.map(({ name }) => name)],
    coltypes: [a.coltypes[xOfA] ?? b.coltypes[xOfB] ?? 1, ...columns.map(({ type }) => type)],
    columns: [x, ...columns.map(({ values }) => values)],
    rowcount: x.length,
    label_map: { ...b.label_map, ...a.label_map },
  }
}

const cells = (data: ChartData, index: number): JsonCell[] => data.columns[index] ?? []

function xIndex(data: ChartData, form: TimeseriesForm): number {
  return Math.max(0, data.colnames.indexOf(xAxisLabel(form) ?? ''))
}

function columnsAt(data: ChartData, xAt: number, x: JsonCell[]) {
  const rowOf = new Map(cells(data, xAt).map((value, row) => [value, row]))
  return data.colnames.flatMap((name, index) => {
    if (index === xAt) return []
    const values = x.map((value) => {
      const row = rowOf.get(value)
      return row === undefined ? null : (data.columns[index]?.[row] ?? null)
    })
    return [{ name, type: data.coltypes[index] ?? 1, values }]
  })
}
