import { AppError } from '../../../model/errors.ts'
import type { ColumnChoice, Reading, UploadFormat } from '../../../model/upload.ts'
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
  /** All of them unless said. */
  columns?: ColumnChoice[]
  ifExists: 'fail' | 'replace' | 'append'
  /** The table that was made of the file already, where one was. */
  ready?: LoadOrder['ready']
}

export interface Loaded {
  /** of the dataset */
  id: number
  rows: number
  columns: { name: string; type: string }[]
}

/**
 * Loads a file into a table and makes the caller's dataset of it, or lets the one that there is follow: both or neither.
 * Who replaces or adds to a table that has a dataset must be allowed to change that.
 */
export async function loadTable(
  services: Services,
  subject: Subject,
  author: Author,
  order: TableOrder,
  formats: UploadFormat[] | undefined,
  signal: AbortSignal,
): Promise<Loaded> {
  const { tables, db, config, can } = services
  const { databaseId, ifExists } = order
  // the engine does not tell names apart by case
  const names = (await tables.catalog(databaseId)).map(({ name }) => name)
  const known = names.find((name) => name.toLowerCase() === order.table.toLowerCase())
  if (known !== undefined && ifExists === 'fail') throw tableExists(order.table)
  const table = known ?? order.table
  const datasetId = (await findByName(db, databaseId, 'main', table)) ?? (await findByName(db, databaseId, null, table))
  if (datasetId !== undefined && known === undefined) throw datasetExists(table)
  if (datasetId !== undefined) await can(subject, 'write', { kind: 'Dataset', id: datasetId })
  // a table without a dataset has no owner who could be asked
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
  if (datasetId !== undefined) {
    await refreshDataset(services, subject, author, datasetId)
    return { id: datasetId, rows, columns }
  }
  try {
    return {
      id: await createDataset(services, subject, author, { database: databaseId, schema: 'main', table_name: table }),
      rows,
      columns,
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
