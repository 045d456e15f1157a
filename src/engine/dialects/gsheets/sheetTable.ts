import { isRecord } from '../../../model/wire/json.ts'

/** A sheet as a table of SQLite. */
export interface SheetTable {
  columns: { name: string; type: 'BIGINT' | 'DOUBLE' | 'BOOLEAN' | 'DATE' | 'TIMESTAMP' | 'TEXT' }[]
  rows: (string | number | null)[][]
}

/** The sheet does not exist, or Sextant has no access to it. */
export class SheetFault extends Error {}

const NO_ACCESS =
  'It is not shared with everyone who has the link. Share it, or enter the key of a service account that may read it.'

/**
 * The response of Google's visualization interface as a table. Values have the types of the sheet: number, day, time.
 * @throws SheetFault
 */
export function sheetTable(text: string): SheetTable {
  const answer = answerIn(text)
  // a sign-in page
  if (!answer) throw new SheetFault(NO_ACCESS)
  if (answer['status'] === 'error') throw new SheetFault(faultOf(answer))
  const table = isRecord(answer['table']) ? answer['table'] : {}
  const columns = listOf(table['cols']).filter(isRecord)
  const rows = listOf(table['rows']).map((row) => (isRecord(row) ? listOf(row['c']) : []))
  const names = uniqueNames(columns.map(({ label, id }) => textOf(label).trim() || textOf(id)))
  const values = rows.map((cells) => columns.map((_column, at) => valueIn(cells[at])))
  const readers = columns.map(({ type }, at) => readerOf(textOf(type), () => values.map((row) => row[at])))
  return {
    columns: readers.map(({ type }, at) => ({ name: names[at] ?? '', type })),
    rows: values.map((row) => row.map((value, at) => (value === null ? null : (readers[at]?.read(value) ?? null)))),
  }
}

/** The JSON of a response, which is preceded by `)]}'` or is the argument of a function call. */
function answerIn(text: string): Record<string, unknown> | undefined {
  const from = text.indexOf('{')
  const to = text.lastIndexOf('}')
  if (from < 0 || /^\s*</.test(text)) return undefined
  try {
    const answer: unknown = JSON.parse(text.slice(from, to + 1))
    return isRecord(answer) ? answer : undefined
  } catch {
    return undefined
  }
}

function faultOf({ errors }: Record<string, unknown>): string {
  const [first] = listOf(errors).filter(isRecord)
  const reason = textOf(first?.['reason'])
  if (reason === 'access_denied' || reason === 'user_not_authenticated') return NO_ACCESS
  return textOf(first?.['detailed_message']) || textOf(first?.['message']) || 'It cannot be read.'
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const valueIn = (cell: unknown): unknown => (isRecord(cell) ? (cell['v'] ?? null) : null)

/** SQLite ignores case in names. */
function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let own = name
    for (let copy = 1; taken.has(own.toLowerCase()); copy++) own = `${name}_${copy}`
    taken.add(own.toLowerCase())
    return own
  })
}

interface Reader {
  type: SheetTable['columns'][number]['type']
  read(value: unknown): string | number | null
}

function readerOf(type: string, values: () => unknown[]): Reader {
  switch (type) {
    case 'number': {
      const isWhole = values().every((value) => value === null || Number.isSafeInteger(value))
      return { type: isWhole ? 'BIGINT' : 'DOUBLE', read: (value) => (typeof value === 'number' ? value : null) }
    }
    case 'boolean':
      return { type: 'BOOLEAN', read: (value) => (typeof value === 'boolean' ? Number(value) : null) }
    case 'date':
      return { type: 'DATE', read: (value) => instantIn(value)?.slice(0, 10) ?? null }
    case 'datetime':
      return { type: 'TIMESTAMP', read: (value) => instantIn(value) ?? null }
    case 'timeofday':
      return { type: 'TEXT', read: clockIn }
    default:
      return { type: 'TEXT', read: (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)) }
  }
}

const two = (part: unknown) => String(part ?? 0).padStart(2, '0')

/** `Date(2024,0,31,12,5,0)`, with months from 0, as `2024-01-31 12:05:00`. */
function instantIn(value: unknown): string | undefined {
  const [year, month, ...rest] = /^Date\(([\d, -]+)\)$/.exec(textOf(value))?.[1]?.split(',').map(Number) ?? []
  if (year === undefined || month === undefined) return undefined
  const [day = 1, hours, minutes, seconds] = rest
  return `${String(year).padStart(4, '0')}-${two(month + 1)}-${two(day)} ${[hours, minutes, seconds].map(two).join(':')}`
}

/** `[hours, minutes, seconds, milliseconds]` as `hh:mm:ss`. */
function clockIn(value: unknown): string | null {
  return Array.isArray(value) ? [value[0], value[1], value[2]].map(two).join(':') : null
}
