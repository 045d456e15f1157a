import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ConnectionSpec, LoadOrder } from '../../../engine/contracts.ts'
import { dialectOf } from '../../../engine/dialects/index.ts'
import { ingestFile } from '../../../engine/ingest/ingest.ts'
import { AppError } from '../../../model/errors/errors.ts'
import type { UploadFormat } from '../../../model/upload/upload.ts'
import type { Subject } from '../../access/subject.ts'
import { tableExists } from '../../embedded/tables.ts'
import type { Author } from '../../entities/changes.ts'
import { databaseSwitches } from '../../entities/databaseSwitches.ts'
import { createDataset, findByName } from '../../entities/newDataset.ts'
import { refreshDataset } from '../../entities/refreshDataset.ts'
import type { Services } from '../../services.ts'
import { chartsOf, type Loaded, type TableOrder } from './loadTable.ts'
import { type UploadPlace, uploadDatabase } from './rights.ts'

/** Files that become tables of remote databases. */

/** Time limit for sending the rows; reading the file has its own limit. */
const LOAD_TIMEOUT_MS = 600_000
const DISCARD_TIMEOUT_MS = 10_000

/** The existing table and dataset of a name. */
async function findTarget(services: Services, subject: Subject, { databaseId, schema }: UploadPlace, asked: string) {
  const { connections, engine, db } = services
  const connection = await connections.of(databaseId, subject)
  const name = dialectOf(connection.dialect).loading?.lowersNames ? asked.toLowerCase() : asked
  const place = { catalog: null, schema }
  const known = await engine.catalog(connection, { ask: 'table', ...place, table: name }).catch(unreachable)
  const { default: own } = await engine.catalog(connection, { ask: 'schemas', catalog: null }).catch(unreachable)
  const datasetDatabase = await databaseOfDatasets(services, databaseId)
  const datasetId =
    (await findByName(db, datasetDatabase, schema, name)) ??
    (schema === null ? await findByName(db, datasetDatabase, own, name) : undefined) ??
    (schema === own ? await findByName(db, datasetDatabase, null, name) : undefined)
  return { connection, name, known, datasetId, datasetDatabase }
}

/**
 * The id of the database that gets the datasets of uploaded tables: another connection to the same tables, such as a
 * read-only one, if the settings name one.
 */
async function databaseOfDatasets({ db }: Services, databaseId: number): Promise<number> {
  const row = await uploadDatabase({ db }, databaseId)
  const asked = row ? databaseSwitches(row).explore_database_id : databaseId
  if (asked === databaseId) return databaseId
  return (await uploadDatabase({ db }, asked)) ? asked : databaseId
}

/** Does for a remote database what `lookAtTarget` does for the embedded one. */
export async function lookAtRemote(services: Services, subject: Subject, place: UploadPlace, asked: string) {
  const { known, datasetId } = await findTarget(services, subject, place, asked)
  if (!known) return { exists: false, may_change: false }
  const columns = known.columns.map(({ name }) => name)
  const refused = { exists: true, may_change: false }
  if (known.type !== 'table') return refused
  if (datasetId === undefined) return subject.isAdmin ? { exists: true, may_change: true, columns, charts: 0 } : refused
  try {
    await services.can(subject, 'write', { kind: 'Dataset', id: datasetId })
    return { exists: true, may_change: true, columns, charts: await chartsOf(services, datasetId) }
  } catch (error) {
    if (error instanceof AppError) return refused
    throw error
  }
}

/**
 * Loads a file into a table of a remote database and creates a dataset for it, or refreshes the existing dataset. To
 * replace or extend a table that has a dataset, the caller must be allowed to change the dataset.
 */
export async function loadRemote(
  services: Services,
  subject: Subject,
  author: Author,
  place: UploadPlace,
  order: TableOrder,
  formats: UploadFormat[] | undefined,
  signal: AbortSignal,
): Promise<Loaded> {
  const { can } = services
  const { schema } = place
  const { connection, name, known, datasetId, datasetDatabase } = await findTarget(
    services,
    subject,
    place,
    order.table,
  )
  if (known && order.ifExists === 'fail') throw tableExists(name)
  if (known && known.type !== 'table') throw refused(`${name} is a view. Choose another name.`)
  if (datasetId !== undefined && !known) throw refused(`Dataset ${name} already exists`)
  if (datasetId !== undefined) await can(subject, 'write', { kind: 'Dataset', id: datasetId })
  // a table without a dataset has no owner: only administrators may change it
  else if (known && !subject.isAdmin) throw tableExists(name)

  const staged = `sextant_upload_${randomBytes(6).toString('hex')}`
  const mode = !known || order.ifExists === 'fail' ? 'create' : order.ifExists
  const load: LoadOrder = { file: null, schema, table: name, staged, mode }
  const file = await fileOf(services, order, formats, signal)
  try {
    await sent(services, connection, { ...load, file: file.path }, signal)
  } finally {
    rmSync(file.path, { force: true })
  }
  const columns = file.columns.map(({ name: column, type }) => ({ name: column, type }))
  const names = new Set(columns.map((column) => column.name))
  const missing = (known?.columns ?? []).map((column) => column.name).filter((column) => !names.has(column))
  const facts = { rows: file.rows, columns, missing, retyped: [] }
  if (datasetId !== undefined) {
    await refreshDataset(services, subject, author, datasetId)
    return { id: datasetId, ...facts }
  }
  try {
    const body = { database: datasetDatabase, schema, table_name: name }
    return { id: await createDataset(services, subject, author, body), ...facts }
  } catch (error) {
    // without a dataset, the new table is removed
    if (!known) await discard(services, connection, { ...load, staged: name })
    throw error
  }
}

/** The table of the file, in a file of the embedded engine. */
async function fileOf(
  { config, sandbox }: Services,
  { file, reading, columns, ready }: TableOrder,
  formats: UploadFormat[] | undefined,
  signal: AbortSignal,
) {
  const staged = await ready?.()
  if (staged) return { path: staged.path, ...staged.table }
  const path = join(dirname(file.path), 'loaded.duckdb')
  const { uploadBytes } = config.limits
  const upload = { reading, columns, formats, uploadBytes }
  return {
    path,
    ...(await ingestFile(file.path, 'csv', path, {
      signal,
      scratchFolder: join(config.home, 'scratch'),
      sandbox,
      upload,
    })),
  }
}

async function sent(services: Services, connection: ConnectionSpec, load: LoadOrder, signal: AbortSignal) {
  try {
    await services.engine.load(connection, load, LOAD_TIMEOUT_MS, signal)
  } catch (error) {
    // the process that loads may have ended before it could clean up
    if (error instanceof AppError && error.status !== 400) await discard(services, connection, { ...load, file: null })
    return unreachable(error)
  }
}

/** Cleans up after a failed load. Its own failure is ignored: the error of the load is the one to report. */
const discard = ({ engine }: Services, connection: ConnectionSpec, load: LoadOrder): Promise<unknown> =>
  engine.load(connection, load, DISCARD_TIMEOUT_MS).catch(() => undefined)

const refused = (message: string) =>
  new AppError('GENERIC_COMMAND_ERROR', 422, message, { fields: { table_name: [message] } })

function unreachable(error: unknown): never {
  if (!(error instanceof AppError) || error.status === 499) throw error
  throw new AppError(error.code, error.status < 500 ? 422 : error.status, error.message, {
    extra: error.extra,
    cause: error,
  })
}
