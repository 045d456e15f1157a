import type { DuckDBConnection } from '@duckdb/node-api'
import { ownValue } from '../../model/basics/ownValue.ts'
import type { ColumnChoice, Reading } from '../../model/upload/upload.ts'
import { identifier, literal } from '../run/describeQuery.ts'
import { type ColumnFacts, createFacts, decimalOf, groupedType, isTooLong, widerType } from './columnFacts.ts'
import type { Correction, PreparedUpload } from './preparedUpload.ts'
import { type DelimitedText, recordsOf } from './records.ts'
import { FileFault } from './upload.ts'

export interface Sniffed {
  delimiter: string
  hasHeader: boolean
  skipped: number
  columns: { name: string; type: string }[]
  /** The format of dates and times, if it is unusual. */
  dateFormat?: string
  timeFormat?: string
}

/** Number of rows that are examined before a text file is loaded. The engine examines fewer and is often wrong. */
const sampleRows = 40_960

export const textOf = ({ path, encoding }: PreparedUpload, sniffed: Sniffed): DelimitedText => ({
  path,
  encoding,
  delimiter: sniffed.delimiter,
  skip: sniffed.skipped,
  hasHeader: sniffed.hasHeader,
})

const known = new Map<string, ColumnFacts[]>()

/**
 * How the values of each column are written, in the first rows or in all of them. The result is cached by file, reading
 * and number of rows.
 */
export async function factsOf(upload: PreparedUpload, sniffed: Sniffed, rows = sampleRows): Promise<ColumnFacts[]> {
  const text = textOf(upload, sniffed)
  const { nullValues } = upload.reading
  const key = JSON.stringify([text, sniffed.columns.length, nullValues, String(rows)])
  const before = known.get(key)
  if (before) return before
  const { columns, take } = createFacts(sniffed.columns.length, nullValues)
  let left = rows
  for await (const records of recordsOf(text)) {
    take(records.slice(0, left))
    left -= records.length
    if (left <= 0) break
  }
  known.set(key, columns)
  return columns
}

export const chosenType = ({ types }: Reading, columns: ColumnChoice[] | undefined, name: string) =>
  columns?.find(({ source }) => source === name)?.type ?? ownValue(types ?? {}, name)

/**
 * Columns that are read differently than the engine detects: numbers with thousands separators become numbers; whole
 * numbers that do not fit in 64 bits stay text.
 */
export function correctionsOf(
  { reading }: PreparedUpload,
  { columns }: Sniffed,
  facts: readonly ColumnFacts[],
  chosen: ColumnChoice[] | undefined,
): Correction[] {
  const decimal = reading.decimal ?? decimalOf(facts)
  return columns.flatMap(({ name, type }, i): Correction[] => {
    const own = facts[i]
    const asked = chosenType(reading, chosen, name)
    if (!own) return []
    const grouped = groupedType(own, decimal)
    if (grouped && (asked === undefined || asked === 'BIGINT' || asked === 'DOUBLE'))
      return [{ name, read: 'VARCHAR', value: ungrouped(name, decimal === ',', asked ?? grouped) }]
    const isNumber = /DOUBLE|INT/.test(type)
    return own.tooLong > 0 && isNumber && asked === undefined ? [{ name, read: 'VARCHAR' }] : []
  })
}

/** The thousands separator of the numbers in a file; undefined if they have none. */
export function thousandsOf({ reading }: PreparedUpload, facts: readonly ColumnFacts[]): '.' | ',' | undefined {
  const decimal = reading.decimal ?? decimalOf(facts)
  if (!facts.some((own) => groupedType(own, decimal))) return undefined
  return decimal === ',' ? '.' : ','
}

/** Numeric columns with a later value that does not fit, among those whose type the user did not choose. */
export async function misfitsOf(
  connection: DuckDBConnection,
  { reading }: PreparedUpload,
  { columns }: Sniffed,
  facts: readonly ColumnFacts[],
  chosen: ColumnChoice[] | undefined,
): Promise<Correction[]> {
  const decimal = reading.decimal ?? decimalOf(facts)
  const misfits: Correction[] = []
  for (const [i, { name, type }] of columns.entries()) {
    const own = facts[i]
    const read = own && widerType(own, type, decimal)
    if (!read || chosenType(reading, chosen, name) !== undefined) continue
    // the engine may read other values as numbers, too
    const other = own.firstOther && literal(own.firstOther.value)
    const isNumber = other && (await connection.runAndReadAll(`SELECT TRY_CAST(${other} AS ${type})`)).getRows()[0]?.[0]
    if (isNumber === undefined || isNumber === null) misfits.push({ name, read })
  }
  return misfits
}

function ungrouped(name: string, isComma: boolean, type: string): string {
  const column = identifier(name)
  const [group, decimal] = isComma ? ['.', ','] : [',', '.']
  const pattern = `\\s*[-+]?(\\d*|\\d{1,3}(\\${group}\\d{3})+)(\\${decimal}\\d+)?\\s*`
  const plain = `replace(replace(${column}, '${group}', ''), '${decimal}', '.')`
  return `CASE WHEN trim(${column}) = '' THEN NULL
    WHEN regexp_full_match(${column}, '${pattern}') THEN CAST(${plain} AS ${type})
    WHEN ${column} IS NOT NULL THEN error('"' || ${column} || '" is not a number') END`
}

/**
 * The engine detects types from the first rows, and then rounds numbers and drops times that do not fit. So columns of
 * whole numbers and of dates are read with a wider type, and fail if this makes a difference.
 */
export function guardsOf(
  { reading }: PreparedUpload,
  { columns }: Sniffed,
  facts: readonly ColumnFacts[],
  chosen: ColumnChoice[] | undefined,
): Correction[] {
  return columns.flatMap(({ name, type }, i): Correction[] => {
    const own = facts[i]
    if (!own || own.filled === 0 || chosenType(reading, chosen, name) !== undefined) return []
    const column = identifier(name)
    const guarded = (read: string, isOther: string) => ({
      name,
      read,
      value: `CASE WHEN ${isOther} THEN error('"' || ${column} || '" is not ${type}') ELSE CAST(${column} AS ${type}) END`,
    })
    if (type === 'BIGINT' && own.long > 0)
      return [guarded('VARCHAR', `NOT regexp_full_match(${column}, '\\s*[-+]?\\d*\\s*')`)]
    if (type === 'BIGINT')
      return [guarded('DOUBLE', `${column} <> trunc(${column}) OR abs(${column}) > ${Number.MAX_SAFE_INTEGER}`)]
    // dates in another format are read by a pattern, and nothing else matches it
    if (type === 'DATE' && own.isoDates === own.filled)
      return [guarded('TIMESTAMP', `${column} <> CAST(${column} AS DATE)`)]
    return []
  })
}

/** The first correction of each column. */
export const firstOfEach = (corrections: readonly Correction[]): Correction[] => [
  ...new Map(corrections.toReversed().map((correction) => [correction.name, correction])).values(),
]

/** The SQL of a reader, with the corrections applied to its columns. */
export function corrected(reader: string, corrections: readonly Correction[]): string {
  const values = corrections.flatMap(({ name, value }) => (value ? [`${value} AS ${identifier(name)}`] : []))
  return values.length === 0 ? reader : `(SELECT * REPLACE (${values.join(', ')}) FROM ${reader})`
}

/** How the engine parses a text file. */
export async function sniff(
  connection: DuckDBConnection,
  { path }: PreparedUpload,
  options: readonly string[],
): Promise<Sniffed> {
  const sniffed = await connection.runAndReadAll(
    `SELECT Delimiter, HasHeader, SkipRows, [c.name FOR c IN Columns], [c.type FOR c IN Columns], DateFormat, TimestampFormat
      FROM sniff_csv(${[literal(path), ...options].join(', ')})`,
  )
  const [delimiter, hasHeader, skipped, names, types, dateFormat, timeFormat] = sniffed.getRowsJS()[0] as [
    string,
    boolean,
    number,
    string[],
    string[],
    string | null,
    string | null,
  ]
  return {
    delimiter,
    hasHeader,
    skipped: Number(skipped),
    columns: names.map((name, i) => ({ name, type: types[i] ?? 'VARCHAR' })),
    ...(dateFormat && { dateFormat }),
    ...(timeFormat && { timeFormat }),
  }
}

/** Rejects a type that was chosen for a column if the engine would round a number or drop a time. Throws FileFault. */
export async function refuseLosses(
  upload: PreparedUpload,
  sniffed: Sniffed,
  chosen: ColumnChoice[] | undefined,
): Promise<void> {
  const { reading, sheet } = upload
  const decimal = sheet ? '.' : (reading.decimal ?? '.')
  const checks = sniffed.columns.flatMap(({ name }, at) => {
    const type = chosenType(reading, chosen, name)
    if (type === 'BIGINT') return [{ at, name, isLost: (value: string) => integerLoss(value, decimal) }]
    return type === 'DATE' ? [{ at, name, isLost: dateLoss }] : []
  })
  if (checks.length === 0) return
  for await (const records of recordsOf(textOf(upload, sniffed)))
    for (const { line, values } of records)
      for (const { at, name, isLost } of checks) {
        const value = values[at]?.trim() ?? ''
        const loss = isLost(value)
        if (loss) throw new FileFault(`line ${line}: "${value.slice(0, 100)}" in column ${name} ${loss}.`)
      }
}

const fraction = { '.': /^[-+]?[\d,]*\.\d*[1-9]\d*$/, ',': /^[-+]?[\d.]*,\d*[1-9]\d*$/ } as const

/** Why a number is not an integer; undefined if it is not a number, which the engine itself rejects. */
export function integerLoss(value: string, decimal: '.' | ','): string | undefined {
  const notWhole = 'is not a whole number'
  if (fraction[decimal].test(value)) return notWhole
  if (/^[-+]?\d+$/.test(value)) return isTooLong(value) ? 'is too large for Integer' : undefined
  if (decimal === ',' && /^[-+]?\d*\.\d+$/.test(value) && !/^[-+]?[1-9]\d{0,2}\.\d{3}$/.test(value)) return notWhole
  const plain = value.replace(decimal, '.')
  if (/^[-+]?\d*\.?\d+e[-+]?\d+$/i.test(plain) && !Number.isInteger(Number(plain))) return notWhole
  return undefined
}

/** Why a time cannot be read as a date: it is not midnight. undefined if nothing is lost. */
export const dateLoss = (value: string): string | undefined =>
  /\d[T ]\s*\d{1,2}:\d{2}/.test(value) && /[T ][\d:.]*[1-9]/.test(value.slice(8))
    ? 'has a time of day, which Date would drop'
    : undefined
