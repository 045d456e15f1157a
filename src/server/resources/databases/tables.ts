import type { CatalogTable } from '../../../engine/contracts.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { type Subject, seesTables } from '../../access/subject.ts'
import { quoted, selectStar } from '../../entities/datasetObject.ts'
import { notFound } from '../../entities/owners.ts'
import { catalogOf } from '../../entities/sourceColumns.ts'
import type { Services } from '../../services.ts'
import { pageOfTables, type TablesAsked } from './remoteTables.ts'

/** The only schema of the embedded engine; bundles of other sites call it `public`. */
export const embeddedSchema = 'main'
const sameSchema = new Set(['', embeddedSchema, 'public', 'null', 'undefined'])

/** Tables of a database that the caller may see: all with a grant on the database or schema, else those of datasets. */
export async function visibleTables(services: Services, subject: Subject, databaseId: number): Promise<CatalogTable[]> {
  const tables = await catalogOf(services, databaseId)
  if (seesTables(subject, { id: databaseId, is_embedded: true })) return tables
  const datasets = await services.db
    .selectFrom('datasets')
    .select('table_name')
    .where('database_id', '=', databaseId)
    // the name of a virtual dataset is not the name of a table
    .where((eb) => eb.or([eb('sql', 'is', null), eb('sql', '=', '')]))
    .where(services.access.visible.datasets(subject))
    .execute()
  const names = new Set(datasets.map((row) => row.table_name))
  return tables.filter((table) => names.has(table.name))
}

/** The tables of a schema, in the format of pickers. An unknown schema has none. */
export async function tableList(services: Services, subject: Subject, databaseId: number, wanted: TablesAsked) {
  const tables = sameSchema.has(wanted.schema) ? await visibleTables(services, subject, databaseId) : []
  return pageOfTables(tables, wanted)
}

/**
 * The table that a request names; `schema` as in the address. A table that the caller may not see is treated as one
 * that does not exist.
 */
async function findTable(
  services: Services,
  subject: Subject,
  databaseId: number,
  name: string,
  schema: string,
): Promise<CatalogTable | undefined> {
  if (!sameSchema.has(schema)) return undefined
  const tables = await visibleTables(services, subject, databaseId)
  return tables.find((table) => table.name === name)
}

/** Only a user who may see every table of the database learns that a table does not exist. */
const noTable = (subject: Subject, id: number, status: number, message: string) =>
  seesTables(subject, { id, is_embedded: true }) ? new AppError('GENERIC_COMMAND_ERROR', status, message) : notFound()

/** Columns, keys and a SELECT statement of a table. */
export async function tableMetadata(
  services: Services,
  subject: Subject,
  databaseId: number,
  name: string,
  schema: string,
) {
  const table = await findTable(services, subject, databaseId, name, schema)
  if (!table) throw noTable(subject, databaseId, 422, name)
  return {
    name,
    columns: table.columns.map((column) => ({
      name: column.name,
      type: column.type.replace(/\(.*\)$/, ''),
      longType: column.type,
      keys: [],
      comment: null,
    })),
    primaryKey: { constrained_columns: null, name: null },
    foreignKeys: [],
    indexes: [],
    selectStar: statement(table, schema),
    comment: null,
  }
}

/** A SELECT statement that shows a table. */
export async function tableStatement(
  services: Services,
  subject: Subject,
  databaseId: number,
  name: string,
  schema: string,
): Promise<string> {
  const table = await findTable(services, subject, databaseId, name, schema)
  if (!table) throw noTable(subject, databaseId, 404, 'Table not found in the database')
  return statement(table, schema)
}

const missing = new Set(['', 'null', 'undefined'])

function statement(table: CatalogTable, schema: string): string {
  const columns = table.columns.map((column) => quoted(column.name)).join(',\n       ')
  return selectStar({ catalog: null, schema: missing.has(schema) ? null : schema, table_name: table.name }, columns)
}

/** What an engine reports about a table in addition to its columns: nothing, for the embedded one. */
export async function tableExtra(
  services: Services,
  subject: Subject,
  databaseId: number,
  name: string,
  schema: string,
): Promise<Record<string, never>> {
  if (!(await findTable(services, subject, databaseId, name, schema))) throw notFound()
  return {}
}
