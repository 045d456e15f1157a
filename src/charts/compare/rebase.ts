import { GenericType } from '../../model/dataset/dataset.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import { numeric } from '../shared/timeseries/model.ts'

/**
 * Each series as its change since one row, as a fraction (0.25 is +25 %). A series without a value there, or with zero,
 * has no change: all its values are missing. The first column is the time.
 */
export function rebase(data: ChartData, row: number): ChartData {
  const columns = data.columns.map((cells, index) => {
    if (index === 0) return cells
    const base = numeric(cells[row] ?? null)
    if (base === null || base === 0) return cells.map(() => null)
    return cells.map((cell) => {
      const value = numeric(cell)
      return value === null ? null : (value - base) / Math.abs(base)
    })
  })
  return { ...data, columns, coltypes: data.coltypes.map((type, index) => (index === 0 ? type : GenericType.numeric)) }
}

/** The wanted row, but not before the first row with a value, and not after the last row. */
export function indexRow(data: ChartData, wanted: number): number {
  const rows = data.columns[0]?.length ?? 0
  const series = data.columns.slice(1)
  let first = 0
  while (first < rows && series.every((cells) => numeric(cells[first] ?? null) === null)) first += 1
  return Math.max(first < rows ? first : 0, Math.min(rows - 1, Math.trunc(wanted)))
}
