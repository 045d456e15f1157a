import type { Subject } from '../access/subject.ts'
import type { Services } from '../services.ts'
import { type Author, changed } from './changes.ts'
import { addSourceColumns, recordDataset } from './newDataset.ts'
import { notFound, unprocessable } from './owners.ts'
import { sourceColumns } from './sourceColumns.ts'

/** Reads the columns from the database again: new ones are added, types follow, calculated ones stay. */
export async function refreshDataset(
  services: Services,
  subject: Subject,
  author: Author,
  id: number,
): Promise<number> {
  const { db } = services
  const dataset = await db.selectFrom('datasets').selectAll().where('id', '=', id).executeTakeFirst()
  if (!dataset) throw notFound()
  const found = await sourceColumns(services, { ...dataset, databaseId: dataset.database_id }, subject)
  if (!found) throw unprocessable({ table_name: [`Table [${dataset.table_name}] could not be found`] })
  const types = new Map(found.map((column) => [column.name, column]))
  await db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom('dataset_columns')
      .select(['id', 'column_name', 'type', 'expression'])
      .where('dataset_id', '=', id)
      .execute()
    for (const column of known.filter((row) => !row.expression)) {
      const source = types.get(column.column_name)
      if (!source) await trx.deleteFrom('dataset_columns').where('id', '=', column.id).execute()
      else if (source.type !== column.type)
        await trx
          .updateTable('dataset_columns')
          .set({ type: source.type, changed_on: author.now, changed_by: author.userId })
          .where('id', '=', column.id)
          .execute()
    }
    const names = new Set(known.map((row) => row.column_name))
    await addSourceColumns(
      trx,
      author,
      id,
      found.filter((column) => !names.has(column.name)),
    )
    await trx.updateTable('datasets').set(changed(author)).where('id', '=', id).execute()
    await recordDataset(trx, 'refresh', id, author)
  })
  return dataset.version + 1
}
