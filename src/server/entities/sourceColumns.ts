import type { CatalogTable } from '../../engine/contracts.ts'
import { genericTypeOf } from '../../model/columnType.ts'
import { GenericType } from '../../model/dataset.ts'
import { AppError } from '../../model/errors.ts'
import type { Services } from '../services.ts'

/** A column as the database describes it. */
export interface SourceColumn {
  name: string
  type: string
  genericType: GenericType | null
}

type Source = { databaseId: number; table_name: string; sql: string | null }

/** The tables of an embedded database; other databases have none that this server could read yet. */
export function catalogOf({ tables }: Pick<Services, 'tables'>, databaseId: number): Promise<CatalogTable[]> {
  return tables.catalog(databaseId)
}

/**
 * Columns of a table, or of the result of a SELECT; undefined when there is no such table. A statement that cannot be
 * read is an error of whoever wrote it (422).
 */
export async function sourceColumns(
  services: Pick<Services, 'tables' | 'engine'>,
  { databaseId, table_name, sql }: Source,
): Promise<SourceColumn[] | undefined> {
  if (!sql) {
    const table = (await catalogOf(services, databaseId)).find(({ name }) => name === table_name)
    return table?.columns.map(({ name, type, genericType }) => ({ name, type, genericType }))
  }
  const connection = await services.tables.connection(databaseId)
  try {
    const columns = await services.engine.describe(connection, sql.replace(/;\s*$/, ''))
    return columns.map(({ name, type }) => ({ name, type, genericType: genericTypeOf(type) }))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('GENERIC_COMMAND_ERROR', 422, error.message, { fields: { sql: [error.message] }, cause: error })
  }
}

/** Whether a source column is a time by its type. */
export const isTime = ({ genericType }: SourceColumn) => genericType === GenericType.temporal
