/**
 * Entry point of the ingest child: converts one file to one DuckDB file, or previews it, and ends. It runs no user SQL,
 * and can open only its source and the table to which it appends. A file that crashes the reader crashes only this
 * process. The job is JSON in the first argument; responses are JSON lines on descriptor 3. If the source is still
 * growing, data on standard input means that it is complete.
 */
import { rmSync, statSync, writeSync } from 'node:fs'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { ColumnChoice, FilePreview, TextColumn } from '../../model/upload/upload.ts'
import { columnsOfQuery, literal } from '../run/describeQuery.ts'
import { moveDurably, sync } from './durable.ts'
import type { IngestAnswer } from './ingest.ts'
import type { IngestOrder, UploadOrder } from './ingestOrder.ts'
import type { Growth } from './inspect.ts'
import { firstThatWorks, lookAtUpload } from './lookAtUpload.ts'
import type { PreparedUpload } from './preparedUpload.ts'
import { prepareUpload, uploadQueries, withRowLabels } from './readUpload.ts'
import { refuseLossyTypes, strictQuery } from './strictLoad.ts'
import { lateTexts } from './textColumns.ts'
import { PIECE_BYTES } from './upload.ts'

/** Maximum size in bytes of one object in a JSON file, and the size that is always allowed. */
const LONGEST_OBJECT = 268_435_456
const SHORTEST_OBJECT = 16_777_216

/**
 * The SQL that reads a file. It detects types from every row: with types from the first rows only, later numbers would
 * be rounded.
 */
function readerOf({ format, source, columns }: Pick<IngestOrder, 'format' | 'source' | 'columns'>): string {
  const file = literal(source)
  switch (format) {
    case 'parquet':
      return `read_parquet(${file})`
    case 'csv':
      return `read_csv(${file}, buffer_size = ${PIECE_BYTES}, sample_size = -1)`
    case 'geojson': {
      const collection = readerOf({ format: 'json', source, columns: undefined })
      const place = `feature.geometry.coordinates[1] AS longitude, feature.geometry.coordinates[2] AS latitude`
      const features = `SELECT unnest(features) AS feature FROM ${collection}`
      return `(SELECT unnest(feature.properties), ${place}, feature.geometry.coordinates[3] AS z FROM (${features}))`
    }
    case 'json': {
      const typed = columns?.map(({ name, type }) => `${literal(name)}: ${literal(type)}`).join(', ')
      const shape = typed === undefined ? 'sample_size = -1' : `format = 'array', columns = {${typed}}`
      // the reader allocates several buffers of this size at once
      const longest = Math.min(LONGEST_OBJECT, Math.max(statSync(source).size, SHORTEST_OBJECT))
      return `read_json(${file}, maximum_object_size = ${longest}, ${shape})`
    }
  }
}

async function open(path: string, readable: readonly string[], order: IngestOrder) {
  const instance = await DuckDBInstance.create(path, {
    memory_limit: `${order.memoryLimitMb}MB`,
    temp_directory: order.spillFolder,
    max_temp_directory_size: `${order.spillLimitMb}MB`,
  })
  const connection = await instance.connect()
  await connection.run(`SET TimeZone = 'UTC'`)
  const paths = order.base === undefined ? readable : [...readable, order.base]
  if (order.base !== undefined) await connection.run(`ATTACH ${literal(order.base)} AS base (READ_ONLY)`)
  await connection.run(`SET allowed_paths = [${paths.map(literal).join(', ')}]`)
  await connection.run('SET enable_external_access = false')
  await connection.run('SET autoinstall_known_extensions = false')
  await connection.run('SET autoload_known_extensions = false')
  await connection.run('SET lock_configuration = true')
  return { instance, connection }
}

const filesOf = ({ path, parts = [path] }: PreparedUpload) => parts

async function preview(order: IngestOrder, upload: PreparedUpload): Promise<FilePreview> {
  const { instance, connection } = await open(':memory:', filesOf(upload), order)
  // the preview has no row numbers, because they are not a column of the file
  const { indexName, ...reading } = upload.reading
  const seen = await lookAtUpload(connection, { ...upload, reading })
  connection.closeSync()
  instance.closeSync()
  return indexName === undefined ? seen : { ...seen, reading: { ...seen.reading, indexName } }
}

/**
 * Appends the rows of a query to the table. If columns of the file are text although the preview showed another type,
 * no row is appended, and these columns are returned: the user is asked first.
 */
async function append(
  connection: DuckDBConnection,
  query: string,
  upload: PreparedUpload | undefined,
  chosen: ColumnChoice[],
): Promise<TextColumn[]> {
  // columns that the table does not have are an error; columns that the file does not have stay empty
  await connection.run('CREATE OR REPLACE TABLE data AS FROM base.main.data')
  const kept = new Map((await columnsOfQuery(connection, 'FROM data')).map(({ name, type }) => [name, type]))
  const isText = ({ name, seen }: ColumnChoice) => seen === undefined || kept.get(name) === 'VARCHAR'
  const columns = await columnsOfQuery(connection, query)
  const types = new Map(columns.map(({ name, type }) => [name, type]))
  if (upload && chosen.some((column) => !isText(column) && types.get(column.name) === 'VARCHAR')) {
    await connection.run(`CREATE OR REPLACE TEMP TABLE incoming AS ${query}`)
    const texts = await lateTexts(
      connection,
      upload,
      'incoming',
      columns,
      chosen.filter((column) => !isText(column)),
    )
    if (texts.length > 0) return texts
  }
  await connection.run(`INSERT INTO data BY NAME ${query}`)
  return []
}

async function load(order: IngestOrder, upload?: PreparedUpload, chosen?: ColumnChoice[]): Promise<IngestAnswer> {
  const partial = `${order.target}.partial`
  try {
    const { instance, connection } = await open(partial, upload ? filesOf(upload) : [order.source], order)
    const attempts = upload ? uploadQueries(upload, chosen) : [`FROM ${readerOf(order)}`]
    if (upload) await refuseLossyTypes(connection, upload, chosen)
    const refused = await firstThatWorks(attempts, async (attempt, index) => {
      const query = upload
        ? await withRowLabels(connection, upload, await strictQuery(connection, upload, chosen, index))
        : attempt
      if (order.base !== undefined) return append(connection, query, upload, chosen ?? [])
      await connection.run(`CREATE OR REPLACE TABLE data AS ${query}`)
      return []
    })
    const columns = await columnsOfQuery(connection, 'FROM data')
    const isNew = upload && order.base === undefined
    const texts = isNew ? await lateTexts(connection, upload, 'data', columns, chosen ?? []) : refused
    if (texts.length > 0 && order.upload?.work === 'load') {
      connection.closeSync()
      instance.closeSync()
      removePartial(partial)
      return { ok: true, unseen: texts }
    }
    const counted = await connection.runAndReadAll('SELECT count(*) FROM data')
    const rows = Number(counted.getRows()[0]?.[0])
    if (upload && rows === 0) throw new Error('it has no rows.')
    await connection.run('CHECKPOINT')
    connection.closeSync()
    instance.closeSync()
    // a generation is valid only once it is on disk
    sync(partial)
    moveDurably(partial, order.target)
    return { ok: true, rows, bytes: statSync(order.target).size, columns, ...(texts.length > 0 && { texts }) }
  } catch (error) {
    removePartial(partial)
    throw error
  }
}

function removePartial(partial: string): void {
  rmSync(partial, { force: true })
  rmSync(`${partial}.wal`, { force: true })
}

/** Previews a file from a user, loads it, or both: then it is loaded with what the preview detected. */
async function read(order: IngestOrder, { work, columns, ...upload }: UploadOrder): Promise<void> {
  const prepared = await prepareUpload(order.source, process.cwd(), { work, ...upload }, growthOf(upload))
  if (work === 'load') return tell(await load(order, prepared, columns))
  const seen = await preview(order, prepared)
  tell({ ok: true, preview: seen })
  if (work === 'preview') return
  const kept = seen.columns.map(({ name, source = name, type }) => ({ source, name, seen: type }))
  tell(await load(order, { ...prepared, reading: seen.reading }, kept))
}

function growthOf({ isGrowing }: Pick<UploadOrder, 'isGrowing'>): Growth | undefined {
  if (!isGrowing) return undefined
  const growth = { isWhole: false, whole: Promise.resolve() }
  growth.whole = new Promise((resolve) => {
    process.stdin.once('data', () => {
      growth.isWhole = true
      resolve()
    })
    // the input ended early: the result is no longer needed
    process.stdin.once('end', () => (growth.isWhole ? undefined : process.exit(1)))
  })
  return growth
}

const tell = (answer: IngestAnswer) => void writeSync(3, `${JSON.stringify(answer)}\n`)

const order = JSON.parse(process.argv[2] ?? '{}') as IngestOrder
try {
  if (order.upload) await read(order, order.upload)
  else tell(await load(order))
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  // the folder of unpacked files is removed from the message
  tell({ ok: false, message: message.replaceAll(`${process.cwd()}/`, '') })
}
process.exit(0)
