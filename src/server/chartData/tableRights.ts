import type { ConnectionSpec } from '../../engine/contracts.ts'
import type { TableName } from '../../engine/gate/gate.ts'
import { type DatabaseRef, type Subject, seesTables } from '../access/subject.ts'
import type { Services } from '../services.ts'
import { readsTable } from './fromServices.ts'

/** The context in which SQL is read. */
interface Reading {
  subject: Subject
  database: DatabaseRef
  connection: ConnectionSpec
  /** The catalog of names without one. */
  catalog: string | null
  schema: string | null
}

/**
 * Those of these tables that the user may not read: by the database, by a schema, or by a dataset on each of them.
 * Returns their names, with their schema, each once.
 */
export async function unreadTables(
  db: Services['db'],
  { subject, database, connection, catalog, schema }: Reading,
  tables: readonly TableName[],
): Promise<string[]> {
  if (seesTables(subject, database)) return []
  const isEmbedded = 'tables' in connection
  const refused = new Set<string>()
  for (const table of tables) {
    const place = { catalog: table.catalog ?? catalog, schema: table.schema ?? schema, table_name: table.name }
    const isOpen = isEmbedded
      ? await readsEmbedded(db, subject, database.id, table.name)
      : await readsTable(db, subject, database.id, place)
    if (!isOpen) refused.add([place.schema, table.name].filter((part) => part !== null).join('.'))
  }
  return [...refused]
}

/** All embedded tables are in one schema, whatever the datasets on them call it. */
async function readsEmbedded(db: Services['db'], subject: Subject, databaseId: number, name: string): Promise<boolean> {
  const schemas = await db
    .selectFrom('datasets')
    .select(['catalog', 'schema'])
    .distinct()
    .where('database_id', '=', databaseId)
    .where('table_name', '=', name)
    .execute()
  for (const { catalog, schema } of schemas) {
    if (await readsTable(db, subject, databaseId, { catalog, schema, table_name: name })) return true
  }
  return false
}
