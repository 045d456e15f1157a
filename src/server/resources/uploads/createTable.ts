import { AppError } from '../../../model/errors.ts'
import type { UploadCreate } from '../../../model/uploadForm.ts'
import type { Subject } from '../../access/subject.ts'
import { tableExists } from '../../embedded/tables.ts'
import type { Author } from '../../entities/changes.ts'
import { createDataset, findByName } from '../../entities/newDataset.ts'
import type { Services } from '../../services.ts'
import type { WaitingFile } from './waiting.ts'

export interface Created {
  id: number
  rows: number
}

/** Loads a file into a new table and makes the caller's dataset of it: both or neither. */
export async function createTable(
  services: Services,
  subject: Subject,
  author: Author,
  databaseId: number,
  file: WaitingFile,
  body: UploadCreate,
  signal: AbortSignal,
): Promise<Created> {
  const { tables, db, config } = services
  const table = body.table_name
  // the engine does not tell names apart by case
  const known = await tables.catalog(databaseId)
  if (known.some(({ name }) => name.toLowerCase() === table.toLowerCase())) throw tableExists(table)
  if ((await findByName(db, databaseId, 'main', table)) ?? (await findByName(db, databaseId, null, table)))
    throw new AppError('GENERIC_COMMAND_ERROR', 422, `Dataset ${table} already exists`, {
      fields: { table_name: [`Dataset ${table} already exists`] },
    })
  const upload = { reading: body.reading, columns: body.columns, uploadBytes: config.limits.uploadBytes }
  const order = { databaseId, table, source: file.path, format: 'csv' as const, userId: author.userId, upload }
  const { rows } = await tables.load(order, signal)
  try {
    const id = await createDataset(services, subject, author, {
      database: databaseId,
      schema: 'main',
      table_name: table,
    })
    return { id, rows }
  } catch (error) {
    await tables.drop(databaseId, table)
    throw error
  }
}
