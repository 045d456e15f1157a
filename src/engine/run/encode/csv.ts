import type { Cell, CellType } from '../../frame.ts'

const MS_PER_DAY = 86_400_000

/** A spreadsheet would run a text that starts like this, possibly after spaces or an empty quoted text. */
const dangerous = /^(?:\s+|"")?[-@+|=%\t\r\0]/
const negativeNumber = /^-[\d.]+$/

/** Defuses formulas in headers and text cells (query.md 7.5). */
export function defuse(text: string): string {
  if (!dangerous.test(text) || negativeNumber.test(text)) return text
  return `'${text.replaceAll('|', '\\|')}`
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export interface CsvColumn {
  name: string
  type: CellType
  values: readonly Cell[]
}

/** A whole file: UTF-8, commas, `\n`, minimal quoting, null as nothing, dates without a time if all are midnight. */
export function csvText(columns: readonly CsvColumn[], rowCount: number): string {
  const printers = columns.map((column) => printer(column))
  let text = `${columns.map(({ name }) => quoted(defuse(name))).join(',')}\n`
  for (let row = 0; row < rowCount; row++) {
    for (let i = 0; i < columns.length; i++) {
      if (i > 0) text += ','
      const cell = (columns[i] as CsvColumn).values[row]
      if (cell !== null && cell !== undefined) text += (printers[i] as (cell: Cell) => string)(cell)
    }
    text += '\n'
  }
  return text
}

function printer({ type, values }: CsvColumn): (cell: Cell) => string {
  if (type === 'time') {
    const withTime = values.some((cell) => typeof cell === 'number' && cell % MS_PER_DAY !== 0)
    return (cell) => dateText(cell as number, withTime)
  }
  // integers with a gap among them were floats to the original, and printed so
  const asFloat =
    type === 'float' || (type === 'int' && values.some((cell) => cell === null || Number.isNaN(cell as number)))
  return (cell) => {
    switch (typeof cell) {
      case 'number':
        return Number.isNaN(cell) ? '' : asFloat && Number.isInteger(cell) ? `${cell}.0` : floatText(cell)
      case 'boolean':
        return cell ? 'True' : 'False'
      case 'string':
        // decimals arrive as their digits in a float column and are no text
        return type === 'float' ? cell : quoted(defuse(cell))
      case 'bigint':
        return cell.toString()
      default:
        return quoted(defuse(`[${(cell ?? []).map(String).join(', ')}]`))
    }
  }
}

function floatText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return 'inf'
  if (value === Number.NEGATIVE_INFINITY) return '-inf'
  return String(value)
}

function dateText(ms: number, withTime: boolean): string {
  const text = new Date(ms).toISOString()
  return withTime ? text.slice(0, 19).replace('T', ' ') : text.slice(0, 10)
}
