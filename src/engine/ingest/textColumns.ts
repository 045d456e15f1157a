import type { DuckDBConnection } from '@duckdb/node-api'
import type { ColumnChoice, ColumnType, TextColumn } from '../../model/upload/upload.ts'
import { identifier, literal } from '../run/describeQuery.ts'
import { decimalOf, sharedType, textBecauseOf } from './columnFacts.ts'
import { factsOf, type Sniffed, textOf } from './corrections.ts'
import type { Correction, PreparedUpload } from './preparedUpload.ts'
import { sniffUpload } from './readUpload.ts'
import { recordsOf } from './records.ts'

/** Columns that are text because of single values. */

/** Maximum number of characters of a shown value. */
const valueLength = 100

/** How the values of a file are written. */
interface Writing extends Pick<Sniffed, 'dateFormat' | 'timeFormat'> {
  decimal: '.' | ',' | undefined
}

async function writingOf(upload: PreparedUpload, sniffed: Sniffed): Promise<Writing> {
  const { dateFormat, timeFormat } = sniffed
  return { decimal: upload.reading.decimal ?? decimalOf(await factsOf(upload, sniffed)), dateFormat, timeFormat }
}

/**
 * SQL that converts a string to the type; NULL if it is not a value of the type. Never rounds if the type can represent
 * all numbers of the column.
 */
function converted(text: string, type: ColumnType, { decimal, dateFormat, timeFormat }: Writing): string {
  if (type !== 'BIGINT' && type !== 'DOUBLE') {
    const formats = type === 'DATE' || type === 'TIMESTAMP' ? [timeFormat, dateFormat] : []
    const parsed = formats.flatMap((format) =>
      format ? [`CAST(TRY_STRPTIME(trim(${text}), ${literal(format)}) AS ${type})`] : [],
    )
    return `COALESCE(${[...parsed, `TRY_CAST(trim(${text}) AS ${type})`].join(', ')})`
  }
  const plain = `TRY_CAST(trim(${text}) AS ${type})`
  if (decimal === undefined) return plain
  const [group, sign] = decimal === ',' ? ['.', ','] : [',', '.']
  const pattern = `\\s*[-+]?(\\d*|\\d{1,3}(\\${group}\\d{3})+)(\\${sign}\\d+)?\\s*`
  const number = `TRY_CAST(trim(replace(replace(${text}, '${group}', ''), '${sign}', '.')) AS ${type})`
  return `CASE WHEN regexp_full_match(${text}, '${pattern}') THEN ${number} ${decimal === ',' ? '' : `ELSE ${plain} `}END`
}

/** The columns whose values of another type the user chose to leave empty. */
export async function blanksOf(
  upload: PreparedUpload,
  sniffed: Sniffed | undefined,
  chosen: ColumnChoice[] | undefined,
): Promise<Correction[]> {
  const wanted = (chosen ?? []).filter(({ type, others }) => type !== undefined && type !== 'VARCHAR' && others)
  if (wanted.length === 0) return []
  const writing = sniffed ? await writingOf(upload, sniffed) : { decimal: undefined }
  return wanted.map(({ source, type }) => ({
    name: source,
    read: 'VARCHAR',
    value: converted(identifier(source), type as ColumnType, writing),
  }))
}

/**
 * Which columns are text because of single values among the first rows, and which type they would have without them.
 */
export async function textColumnsOf(upload: PreparedUpload, sniffed: Sniffed, types: readonly string[]) {
  const facts = await factsOf(upload, sniffed)
  const decimal = upload.reading.decimal ?? decimalOf(facts)
  return facts.flatMap((own, i): TextColumn[] => {
    const source = sniffed.columns[i]?.name
    const other = types[i] === 'VARCHAR' ? textBecauseOf(own) : undefined
    if (!other || source === undefined) return []
    const { line, value } = other
    return [{ source, line, value: value.slice(0, valueLength), type: sharedType(own, decimal) }]
  })
}

/**
 * Which columns of a loaded table are text although the preview showed another type, with the first value that is not
 * of that type and the number of such values.
 */
export async function lateTexts(
  connection: DuckDBConnection,
  upload: PreparedUpload,
  table: string,
  loaded: readonly { name: string; type: string }[],
  chosen: readonly ColumnChoice[],
): Promise<TextColumn[]> {
  const types = new Map(loaded.map(({ name, type }) => [name, type]))
  const late = chosen.filter(
    ({ name, type, seen = 'VARCHAR' }) => type === undefined && seen !== 'VARCHAR' && types.get(name) === 'VARCHAR',
  )
  if (late.length === 0 || upload.format !== 'csv') return []
  const sniffed = await sniffUpload(connection, upload)
  const writing = await writingOf(upload, sniffed)
  const found: TextColumn[] = []
  for (const { source, name, seen } of late) {
    const own = await othersOf(connection, table, identifier(name), seen, writing)
    const at = sniffed.columns.findIndex((column) => column.name === source)
    const line = own.value === undefined ? undefined : await lineOf(upload, sniffed, at, own.value)
    found.push({ source, ...own, value: own.value?.slice(0, valueLength), line })
  }
  return found
}

/**
 * The first value of a text column that is not of a type, the number of such values, and the type of all others. Empty
 * if no value, or every value, is of that type.
 */
async function othersOf(
  connection: DuckDBConnection,
  table: string,
  column: string,
  seen: string | undefined,
  writing: Writing,
): Promise<Pick<TextColumn, 'type' | 'value' | 'count'>> {
  const [whole, wide] =
    seen === 'DATE'
      ? (['DATE', 'TIMESTAMP'] as const)
      : seen === 'BIGINT'
        ? (['BIGINT', 'DOUBLE'] as const)
        : [seen, seen]
  if (whole !== 'DOUBLE' && whole !== 'BIGINT' && whole !== 'DATE' && whole !== 'TIMESTAMP' && whole !== 'BOOLEAN')
    return {}
  const any = converted(column, wide as ColumnType, writing)
  const isNone = `${column} IS NOT NULL AND trim(${column}) <> '' AND ${any} IS NULL`
  const isLossy =
    wide === 'DOUBLE'
      ? `${any} <> trunc(${any}) OR ${any} <> ${converted(column, 'BIGINT', writing)}`
      : `${any} <> ${converted(column, whole, writing)}`
  // whole numbers that do not fit in 64 bits are not converted to DOUBLE either
  const isTooLong = `regexp_full_match(trim(${column}), '[-+]?\\d{16,}') AND TRY_CAST(${column} AS BIGINT) IS NULL`
  const { rows, none, lossy, tooLong } = (
    await connection.runAndReadAll(
      `SELECT count(${any}) AS rows, count(*) FILTER (${isNone}) AS none, count(*) FILTER (${isLossy}) AS lossy,
        count(*) FILTER (${isTooLong}) AS "tooLong" FROM ${table}`,
    )
  ).getRowObjects()[0] as Record<'rows' | 'none' | 'lossy' | 'tooLong', bigint>
  if (rows === 0n || none === 0n) return {}
  // rows keep the order of the file
  const first = await connection.runAndReadAll(`SELECT trim(${column}) FROM ${table} WHERE ${isNone} LIMIT 1`)
  const type = tooLong > 0n ? undefined : lossy > 0n ? (wide as ColumnType) : whole
  return { type, value: String(first.getRows()[0]?.[0]), count: Number(none) }
}

/** The line of the first value equal to this one. */
async function lineOf(
  upload: PreparedUpload,
  sniffed: Sniffed,
  at: number,
  value: string,
): Promise<number | undefined> {
  for await (const records of recordsOf(textOf(upload, sniffed)))
    for (const { line, values } of records) if (values[at]?.trim() === value) return line
  return undefined
}
