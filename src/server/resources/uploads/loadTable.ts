import { AppError } from '../../../model/errors/errors.ts'
import type { ColumnChoice, IfExists, Reading, UploadFormat } from '../../../model/upload/upload.ts'
import type { Subject } from '../../access/subject.ts'
import { type LoadOrder, tableExists } from '../../embedded/tables.ts'
import type { Author } from '../../entities/changes.ts'
import { createDataset, findByName } from '../../entities/newDataset.ts'
import { refreshDataset } from '../../entities/refreshDataset.ts'
import type { Services } from '../../services.ts'
import type { WaitingFile } from './waiting.ts'

export interface TableOrder {
  databaseId: number
  file: WaitingFile
  table: string
  reading: Reading
  /** All columns by default. */
  columns?: ColumnChoice[]
  ifExists: IfExists
  /** The table that was already created from the file, if there is one. */
  ready?: LoadOrder['ready']
}

export interface Loaded {
  /** Id of the dataset. */
  id: number
  rows: number
  columns: { name: string; type: string }[]
  /** Columns that the table had before and that the file does not have. */
  missing: string[]
  /** Columns whose type has changed. */
  retyped: string[]
}

/** The existing table and dataset of a name. */
async function findTarget({ tables, db }: Services, databaseId: number, name: string) {
  // names of tables are not case-sensitive in the engine
  const catalog = await tables.catalog(databaseId)
  const known = catalog.find((table) => table.name.toLowerCase() === name.toLowerCase())
  const table = known?.name ?? name
  const datasetId = (await findByName(db, databaseId, 'main', table)) ?? (await findByName(db, databaseId, null, table))
  return { known, table, datasetId }
}

/** The first of `sales`, `sales_2`, `sales_3` … that is neither the name of a table nor of a dataset. */
async function freeName({ tables, db }: Services, databaseId: number, name: string): Promise<string> {
  const catalog = await tables.catalog(databaseId)
  const datasets = await db.selectFrom('datasets').select('table_name').where('database_id', '=', databaseId).execute()
  const taken = new Set(
    [...catalog.map((table) => table.name), ...datasets.map((row) => row.table_name)].map((each) => each.toLowerCase()),
  )
  const base = name.replace(/_\d{1,3}$/, '')
  let n = 2
  while (taken.has(`${base}_${n}`.toLowerCase())) n += 1
  return `${base}_${n}`
}

/**
 * Whether a table with this name exists, and whether the caller may replace its rows or append to them. If so, also its
 * columns and the number of charts that use it. `free_name` is a name that is not in use.
 */
export async function lookAtTarget(services: Services, subject: Subject, databaseId: number, name: string) {
  const { known, datasetId } = await findTarget(services, databaseId, name)
  if (!known) return { exists: false, may_change: false }
  const taken = { exists: true, free_name: await freeName(services, databaseId, name) }
  const columns = known.columns.map((column) => column.name)
  if (datasetId === undefined)
    return subject.isAdmin ? { ...taken, may_change: true, columns, charts: 0 } : { ...taken, may_change: false }
  try {
    await services.can(subject, 'write', { kind: 'Dataset', id: datasetId })
    return { ...taken, may_change: true, columns, charts: await chartsOf(services, datasetId) }
  } catch (error) {
    if (error instanceof AppError) return { ...taken, may_change: false }
    throw error
  }
}

export async function chartsOf({ db }: Services, datasetId: number): Promise<number> {
  const { count } = await db
    .selectFrom('charts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('datasource_id', '=', datasetId)
    .where('datasource_type', '=', 'table')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Loads a file into a table and creates a dataset for it, or refreshes the existing dataset: both or neither. To
 * replace or extend a table that has a dataset, the caller must be allowed to change the dataset.
 */
export async function loadTable(
  services: Services,
  subject: Subject,
  author: Author,
  order: TableOrder,
  formats: UploadFormat[] | undefined,
  signal: AbortSignal,
): Promise<Loaded> {
  const { tables, config, can } = services
  const { databaseId, ifExists } = order
  const { known, table, datasetId } = await findTarget(services, databaseId, order.table)
  if (known !== undefined && ifExists === 'fail') throw tableExists(order.table)
  if (datasetId !== undefined && known === undefined) throw datasetExists(table)
  if (datasetId !== undefined) await can(subject, 'write', { kind: 'Dataset', id: datasetId })
  // a table without a dataset has no owner: only administrators may change it
  else if (known !== undefined && !subject.isAdmin) throw tableExists(table)

  const { rows, columns: read } = await tables.load(
    {
      databaseId,
      table,
      source: order.file.path,
      format: 'csv',
      userId: author.userId,
      upload: { reading: order.reading, columns: order.columns, formats, uploadBytes: config.limits.uploadBytes },
      ...(ifExists !== 'fail' && { ifExists }),
      ready: order.ready,
    },
    signal,
  )
  const columns = read.map(({ name, type }) => ({ name, type }))
  const types = new Map(columns.map(({ name, type }) => [name, type]))
  const old = known?.columns ?? []
  const missing = old.map(({ name }) => name).filter((name) => !types.has(name))
  const retyped = old.filter(({ name, type }) => types.has(name) && types.get(name) !== type).map(({ name }) => name)
  if (datasetId !== undefined) {
    await refreshDataset(services, subject, author, datasetId)
    return { id: datasetId, rows, columns, missing, retyped }
  }
  try {
    return {
      id: await createDataset(services, subject, author, { database: databaseId, schema: 'main', table_name: table }),
      rows,
      columns,
      missing,
      retyped,
    }
  } catch (error) {
    if (known === undefined) await tables.drop(databaseId, table)
    throw error
  }
}

function datasetExists(table: string): AppError {
  const message = `Dataset ${table} already exists`
  return new AppError('GENERIC_COMMAND_ERROR', 422, message, { fields: { table_name: [message] } })
}
