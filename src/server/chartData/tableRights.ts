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
  /** The catalog of table names that do not contain one. */
  catalog: string | null
  schema: string | null
}

/**
 * The tables that the user may not read: neither the database nor the schema is granted, and the user may read no
 * dataset on the table. Returns each name once, with its schema.
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

/**
 * Whether the subject may read an embedded table through any dataset on it. All embedded tables are in one schema, so
 * the schemas that the datasets name do not matter.
 */
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
