import type { Cell, CellType } from '../frame.ts'
import { parseByPattern } from './timePattern.ts'

const MS_PER_HOUR = 3_600_000
const NS_PER_MS = 1_000_000

/**
 * Cells of a column that is a time by definition, as epoch milliseconds. `format` is the dataset's pattern for stored
 * text or numbers: `epoch_s`, `epoch_ms`, or a strftime pattern. Unreadable values are null. Numbers without a pattern
 * count as nanoseconds, as the date parser of Apache Superset reads them.
 */
export function parseTimes(cells: Cell[], type: CellType, format: string | null, offsetHours: number): Cell[] {
  const shift = offsetHours * MS_PER_HOUR
  if (type === 'time')
    return shift === 0 ? cells : cells.map((cell) => (cell === null ? null : (cell as number) + shift))
  const read = reader(format)
  return cells.map((cell) => {
    const ms = cell === null ? null : read(cell)
    return ms === null || !Number.isFinite(ms) ? null : ms + shift
  })
}

function reader(format: string | null): (cell: Cell) => number | null {
  if (format === 'epoch_s') return (cell) => numeric(cell) * 1000
  if (format === 'epoch_ms') return numeric
  if (format === null || format === '') {
    return (cell) => (typeof cell === 'string' ? parseLoosely(cell) : numeric(cell) / NS_PER_MS)
  }
  return (cell) => parseByPattern(String(cell), format)
}

const numeric = (cell: Cell): number =>
  typeof cell === 'string' && cell.trim() === '' ? Number.NaN : Number(typeof cell === 'object' ? Number.NaN : cell)

const iso =
  /^\s*(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?\s*$/

/** ISO dates with any trailing part omitted; then any text that JavaScript parses as a date. Time zones are dropped. */
function parseLoosely(text: string): number | null {
  const match = iso.exec(text)
  if (!match) {
    const ms = Date.parse(`${text} UTC`)
    return Number.isNaN(ms) ? null : ms
  }
  const [year, month = '1', day = '1', hour = '0', minute = '0', second = '0', fraction = '0'] = match.slice(1)
  const ms = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  const date = new Date(ms)
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null
  return ms + Number(`0.${fraction}`) * 1000
}
