import type { Subject } from '../access/subject.ts'
import type { Services } from '../services.ts'
import type { Row, Trx } from '../storage/schema.ts'
import { type Author, changed, lockRow, recordChange } from './changes.ts'
import { addSourceColumns } from './newDataset.ts'
import { notFound, unprocessable } from './owners.ts'
import { type SourceColumn, sourceColumns } from './sourceColumns.ts'
import { recordReplaced } from './versions.ts'

type DatasetSource = Pick<
  Row<'datasets'>,
  'database_id' | 'catalog' | 'schema' | 'table_name' | 'sql' | 'template_params'
>

/** The columns that the database reports now. @throws AppError 422 if the table does not exist or the SQL is invalid */
export async function currentColumns(
  services: Services,
  subject: Subject,
  source: DatasetSource,
): Promise<SourceColumn[]> {
  const found = await sourceColumns(services, { ...source, databaseId: source.database_id }, subject)
  if (!found) throw unprocessable({ table_name: [`Table [${source.table_name}] could not be found`] })
  return found
}

/** Reloads the columns from the database: new ones are added, types are updated, calculated columns are not changed. */
export async function refreshDataset(
  services: Services,
  subject: Subject,
  author: Author,
  id: number,
): Promise<number> {
  const { db } = services
  const dataset = await db.selectFrom('datasets').selectAll().where('id', '=', id).executeTakeFirst()
  if (!dataset) throw notFound()
  const found = await currentColumns(services, subject, dataset)
  return db.transaction().execute(async (trx) => {
    const locked = await lockRow(trx, 'datasets', id)
    if (!locked) throw notFound()
    await recordReplaced(trx, 'Dataset', locked)
    await followColumns(trx, author, id, found)
    await trx.updateTable('datasets').set(changed(author)).where('id', '=', id).execute()
    await recordChange(trx, author, 'refresh', { kind: 'Dataset', id })
    return locked.version + 1
  })
}

/** Sets the plain columns of a dataset to those of its source. User settings of remaining columns are kept. */
export async function followColumns(trx: Trx, author: Author, id: number, found: SourceColumn[]): Promise<void> {
  const sources = new Map(found.map((column) => [column.name, column]))
  const known = await trx
    .selectFrom('dataset_columns')
    .select(['id', 'column_name', 'type', 'expression'])
    .where('dataset_id', '=', id)
    .execute()
  for (const column of known.filter((row) => !row.expression)) {
    const source = sources.get(column.column_name)
    if (!source) await trx.deleteFrom('dataset_columns').where('id', '=', column.id).execute()
    else if (source.type !== column.type)
      await trx
        .updateTable('dataset_columns')
        .set({ type: source.type, changed_on: author.now, changed_by: author.userId })
        .where('id', '=', column.id)
        .execute()
  }
  const names = new Set(known.map((row) => row.column_name))
  const fresh = found.filter((column) => !names.has(column.name))
  await addSourceColumns(trx, author, id, fresh)
}
