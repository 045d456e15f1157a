import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type {
  ColumnChoice,
  ColumnType,
  Encoding,
  FilePreview,
  Reading,
  UploadFormat,
} from '../../model/upload/upload.ts'
import { columnsOfQuery, identifier, literal } from '../run/describeQuery.ts'
import { chosenType, corrected, type Sniffed, sniff } from './corrections.ts'
import { likelierDelimiter } from './guesses.ts'
import type { UploadOrder } from './ingestOrder.ts'
import { firstLines, type Growth, type Inspected, inspect } from './inspect.ts'
import { partsOf, requireParquet, requireSize, unpackZip } from './parts.ts'
import type { PreparedUpload } from './preparedUpload.ts'
import { tidyText } from './tidyText.ts'
import { FileFault, limits, PIECE_BYTES, repeatsIn, tooWide } from './upload.ts'
import { sheetToCsv } from './workbook.ts'

const formatNames: Record<UploadFormat, string> = {
  csv: 'text (CSV)',
  json: 'JSON',
  parquet: 'a Parquet file',
  xlsx: 'an Excel file',
}

/** Detects the format of the file, unpacks it, and converts a sheet to CSV. Throws FileFault. */
export async function prepareUpload(
  source: string,
  scratch: string,
  { reading, maxBytes, formats }: UploadOrder,
  growth?: Growth,
): Promise<PreparedUpload> {
  const { parts, ...found } = await inspectParts(source, scratch, maxBytes, reading.encoding, growth)
  if (formats && !formats.includes(found.format))
    throw new FileFault(
      `it is ${formatNames[found.format]}, not ${formats.map((each) => formatNames[each]).join(' or ')}.`,
    )
  const isChanged = reading.trimStart === true || reading.keepBlankLines === true
  if (found.format === 'csv' && (isChanged || found.mixesBreaks)) {
    const path = join(scratch, 'tidy.csv')
    const { trimStart = false, keepBlankLines = false, skipRows = 0 } = reading
    const likely = isChanged ? undefined : likelierDelimiter(firstLines(found.path, found.encoding))
    const delimiter = reading.delimiter ?? likely ?? ','
    const how = { trimStart, keepBlankLines, delimiter, skipRows }
    await tidyText(found.path, path, found.encoding ?? 'utf-8', how, maxBytes)
    // text that was rewritten with a delimiter must be read with it
    return { ...found, path, encoding: 'utf-8', reading: isChanged ? { ...reading, delimiter } : reading }
  }
  if (found.format !== 'xlsx') return { ...found, parts, reading }
  await requireSize(found.path, maxBytes)
  const path = join(scratch, 'sheet.csv')
  return { ...found, path, reading, sheet: await sheetToCsv(found.path, path, reading) }
}

/** Inspects a file. Several files, also those in a ZIP, are the parts of one table. */
async function inspectParts(
  source: string,
  scratch: string,
  maxBytes: number,
  encoding: Encoding | undefined,
  growth?: Growth,
): Promise<Inspected & { parts?: string[] }> {
  const found = await inspect(source, scratch, maxBytes, encoding, growth)
  const sent = partsOf(source)
  if (sent.length > 1) {
    requireParquet(sent.map((path, index) => ({ path, name: `file ${index + 1}` })))
    return { ...found, parts: sent }
  }
  const packed = found.format === 'xlsx' ? await unpackZip(found.path, scratch, maxBytes) : undefined
  if (!packed) return found
  if (packed.length > 1) requireParquet(packed)
  const parts = packed.map(({ path }) => path)
  return { ...(await inspect(parts[0] ?? '', scratch, maxBytes, encoding)), ...(parts.length > 1 && { parts }) }
}

/** Queries that read an upload, to be tried in order: one with fast type detection, then one that reads every row. */
export function uploadQueries(upload: PreparedUpload, columns: ColumnChoice[] | undefined): string[] {
  const { indexName, maxRows } = upload.reading
  const index = indexName === undefined ? '' : `row_number() OVER () - 1 AS ${identifier(indexName)}, `
  const limit = maxRows === undefined ? '' : ` LIMIT ${maxRows}`
  return readers(upload, columns).map((reader) => `SELECT ${index}${selection(upload, columns)} FROM ${reader}${limit}`)
}

/** The query with the label column of the rows first, or without it. Throws FileFault if the column does not exist. */
export async function withRowLabels(connection: DuckDBConnection, upload: PreparedUpload, query: string) {
  const { rowLabels } = upload.reading
  if (rowLabels === undefined) return query
  const { column, name } = rowLabels
  const columns = await columnsOfQuery(connection, query)
  // older forms refer to a column by its index, from 0
  const found =
    columns.find((each) => each.name === column) ?? (/^\d+$/.test(column) ? columns[Number(column)] : undefined)
  if (!found) throw new FileFault(`it has no column ${column}.`)
  const others = columns.filter((each) => each !== found).map((each) => identifier(each.name))
  const label =
    name === undefined ? [] : [`${identifier(found.name)} AS ${identifier(name === column ? found.name : name)}`]
  if (others.length + label.length === 0) throw new FileFault('at least one column is required.')
  return `SELECT ${[...label, ...others].join(', ')} FROM (${query})`
}

function readers(upload: PreparedUpload, columns: ColumnChoice[] | undefined): string[] {
  const file = literal(upload.path)
  const { corrections = [] } = upload
  switch (upload.format) {
    case 'parquet':
      return [`read_parquet(${filesOf(upload)}, union_by_name = true)`]
    case 'json': {
      // the reader allocates several buffers of this size at once; with types from the first rows it would round later
      // numbers
      const options = `maximum_object_size = ${Math.max(statSync(upload.path).size, 16_777_216)}, sample_size = -1`
      return [`read_json(${file}, ${options})`]
    }
    case 'xlsx': {
      const read = new Map(corrections.map((correction) => [correction.name, correction.read]))
      const given = (upload.sheet?.columns ?? []).map(
        ({ name, type }) =>
          `${literal(name)}: ${literal(read.get(name) ?? chosenType(upload.reading, columns, name) ?? type)}`,
      )
      const reader = `read_csv(${file}, header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', columns = {${given.join(', ')}})`
      return [corrected(reader, corrections)]
    }
    case 'csv': {
      const options = csvOptions(upload)
      const { reading } = upload
      const changed = new Map<string, string>(Object.entries(reading.types ?? {}))
      for (const { source, type } of columns ?? []) if (type !== undefined) changed.set(source, type)
      for (const { name, read } of corrections) changed.set(name, read)
      const types = [...changed].map(([name, type]) => `${literal(name)}: '${type}'`)
      if (types.length > 0) options.push(`types = {${types.join(', ')}}`)
      const reader = (more: readonly string[]) =>
        corrected(`read_csv(${[file, ...options, ...more].join(', ')})`, corrections)
      return [reader([]), reader(everyRow)]
    }
  }
}

const filesOf = ({ path, parts = [path] }: PreparedUpload) => `[${parts.map(literal).join(', ')}]`

/** Types are detected from all rows, not from the first ones. */
const everyRow = ['sample_size = -1'] as const

/** How the engine parses a text file, based on its first rows or on all of them. */
export const sniffUpload = (connection: DuckDBConnection, upload: PreparedUpload, byEveryRow = false) =>
  sniff(connection, upload, [...csvOptions(upload), ...(byEveryRow ? everyRow : [])])

/** How the engine splits a text file, regardless of the content. */
export const textOptions = ({ encoding }: PreparedUpload): string[] => [
  `max_line_size = ${limits.lineBytes}`,
  `buffer_size = ${PIECE_BYTES}`,
  `encoding = '${encoding ?? 'utf-8'}'`,
]

function csvOptions(upload: PreparedUpload): string[] {
  const { reading } = upload
  const options = textOptions(upload)
  if (reading.delimiter) options.push(`delim = ${literal(reading.delimiter)}`)
  if (reading.hasHeader !== undefined) options.push(`header = ${reading.hasHeader}`)
  if (reading.skipRows !== undefined) options.push(`skip = ${reading.skipRows}`)
  if (reading.decimal) options.push(`decimal_separator = '${reading.decimal}'`)
  if (reading.nullValues) options.push(`nullstr = [${['', ...reading.nullValues].map(literal).join(', ')}]`)
  if (reading.dayFirst) options.push(`dateformat = '%d/%m/%Y'`, `timestampformat = '%d/%m/%Y %H:%M:%S'`)
  return options
}

function selection({ format, reading }: PreparedUpload, columns: ColumnChoice[] | undefined): string {
  if (!columns) return reading.only?.map(identifier).join(', ') ?? '*'
  const isTyped = format === 'csv' || format === 'xlsx' // by their reader, which knows the line of an invalid value
  return columns
    .map(({ source, name, type, others }) => {
      const value = type && !isTyped ? castStrictly(source, type, others ? 'TRY_CAST' : 'CAST') : identifier(source)
      return `${value} AS ${identifier(name)}`
    })
    .join(', ')
}

/**
 * SQL that converts a column without loss: it fails for a number that would be rounded to an integer, and for a time
 * that would be dropped to get a date.
 */
function castStrictly(source: string, type: ColumnType, castBy: 'CAST' | 'TRY_CAST'): string {
  const column = identifier(source)
  const cast = `${castBy}(${column} AS ${type})`
  if (type !== 'BIGINT' && type !== 'DATE') return cast
  const misfit =
    type === 'BIGINT'
      ? [`regexp_full_match(${column}::VARCHAR, '[-+]?\\d*\\.\\d*[1-9]\\d*(e.*)?|.*e-\\d+')`, 'is not a whole number']
      : [`TRY_CAST(${column}::VARCHAR AS TIMESTAMP) <> ${cast}`, 'has a time of day, which Date would drop']
  const message = `'"' || ${column}::VARCHAR || ${literal(`" in column ${source} ${misfit[1]}.`)}`
  return `CASE WHEN ${misfit[0]} THEN error(${message}) ELSE ${cast} END`
}

/** Columns, first rows and warnings. Throws the engine's error for a file that cannot be read. */
export async function previewUpload(
  connection: DuckDBConnection,
  upload: PreparedUpload,
  query: string,
  sniffed?: Sniffed,
): Promise<FilePreview> {
  const columns = await columnsOfQuery(connection, query)
  if (columns.length > limits.columns) throw tooWide(columns.length)
  const text = `SELECT left(CAST(COLUMNS(*) AS VARCHAR), ${limits.cellLength}) FROM (${query}) LIMIT ${limits.previewRows}`
  const rows = (await connection.runAndReadAll(text)).getRows() as (string | null)[][]
  if (rows.length === 0) throw new Error('it has no rows.')
  const csv = sniffed ? await csvFacts(connection, upload, columns, sniffed) : undefined
  const isWhole = rows.length < limits.previewRows
  const { maxRows = Number.POSITIVE_INFINITY } = upload.reading
  const counted = isWhole ? rows.length : await rowCount(connection, upload, csv?.headerLines ?? 0)
  return {
    format: upload.format,
    columns: columns.map(({ name, type, genericType }, i) => {
      const given = csv?.names[i]
      const own = given === undefined ? { name } : { name: given, source: name }
      const repeats = (csv?.repeats ?? upload.sheet?.repeats)?.[i]
      return { ...own, type, genericType: genericType ?? 1, ...(repeats !== undefined && { repeats }) }
    }),
    rows,
    rowCount: counted === null ? null : Math.min(counted, maxRows),
    isEstimate: !isWhole && (upload.format === 'csv' || upload.format === 'json'),
    warnings: [...(csv?.warnings ?? []), ...(upload.sheet?.warnings ?? [])],
    texts: upload.sheet?.texts ?? [],
    sheets: upload.sheet?.sheets ?? [],
    reading: csv?.reading ?? upload.reading,
    namesLine: csv ? csv.namesLine : upload.sheet?.namesLine,
    leftOut: csv?.leftOut,
  }
}

async function rowCount(
  connection: DuckDBConnection,
  upload: PreparedUpload,
  headerLines: number,
): Promise<number | null> {
  const { format, lines, sheet } = upload
  if (sheet) return sheet.rowCount
  if (format === 'parquet') {
    const counted = await connection.runAndReadAll(`SELECT num_rows FROM parquet_file_metadata(${filesOf(upload)})`)
    return counted.getRows().reduce((sum, [rows]) => sum + Number(rows), 0)
  }
  // a JSON array does not reveal its length, lines of objects do
  if (format === 'json') return lines > limits.previewRows ? lines : null
  return Math.max(lines - headerLines, 0)
}

/** How the engine parsed a CSV file. `names`: names for columns that have none. */
async function csvFacts(
  connection: DuckDBConnection,
  upload: PreparedUpload,
  columns: { name: string }[],
  { delimiter, hasHeader, skipped }: Sniffed,
) {
  const reading: Reading = { ...upload.reading, delimiter, hasHeader, encoding: upload.encoding }
  const leftOut = Math.max(skipped - (upload.reading.skipRows ?? 0), 0)
  const warnings = leftOutWarnings(leftOut)
  if (!hasHeader) {
    const names = nameAll(columns, () => true)
    return {
      reading,
      headerLines: skipped,
      namesLine: undefined,
      leftOut,
      names,
      repeats: undefined,
      warnings: [
        ...warnings,
        `The first line has no column names. The columns are named ${names.slice(0, 2).join(', ')} …`,
      ],
    }
  }
  const file = literal(upload.path)
  const first = await connection.runAndReadAll(
    `FROM read_csv(${file}, header = false, all_varchar = true, skip = ${skipped}, delim = ${literal(delimiter)},
      encoding = '${upload.encoding ?? 'utf-8'}', max_line_size = ${limits.lineBytes}) LIMIT 1`,
  )
  const header = (first.getRows()[0] ?? []) as (string | null)[]
  const names = nameAll(columns, (i) => i < header.length && (header[i] ?? '').trim() === '')
  const called = columns.map(({ name }, i) => names[i] ?? name)
  return {
    reading,
    headerLines: 1 + skipped,
    namesLine: 1 + skipped,
    leftOut,
    names,
    repeats: repeatsIn(header),
    warnings: [...warnings, ...headerWarnings(header, called)],
  }
}

/** Names columns without a name. The engine counts them from 0, users count from 1. */
function nameAll(columns: { name: string }[], isNameless: (index: number) => boolean): (string | undefined)[] {
  const taken = new Set(columns.flatMap(({ name }, i) => (isNameless(i) ? [] : [name.toLowerCase()])))
  return columns.map((_, i) => {
    if (!isNameless(i)) return undefined
    let name = `column${i + 1}`
    for (let n = 1; taken.has(name); n += 1) name = `column${i + 1}_${n}`
    taken.add(name)
    return name
  })
}

const leftOutWarnings = (count: number): string[] => {
  if (count < 1) return []
  return [
    count === 1
      ? 'The first line is skipped: it does not match the lines after it.'
      : `The first ${count} lines are skipped: they do not match the lines after them.`,
  ]
}

function headerWarnings(names: (string | null)[], called: string[]): string[] {
  const seen = new Set<string>()
  return names.flatMap((name, i) => {
    const isCalled = `column ${i + 1} is named ${called[i]}.`
    if (name === null || name.trim() === '') return [`A column name is missing: ${isCalled}`]
    const isAgain = seen.has(name.toLowerCase())
    seen.add(name.toLowerCase())
    return isAgain ? [`The name ${name} occurs more than once: ${isCalled}`] : []
  })
}
