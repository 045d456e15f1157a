import type { DuckDBConnection } from '@duckdb/node-api'
import type { CatalogTable } from '../contracts.ts'
import { genericTypeOf } from './duckdb/genericType.ts'

export const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

export const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Names and types of the output columns of a query. */
export async function columnsOfQuery(connection: DuckDBConnection, query: string): Promise<CatalogTable['columns']> {
  const described = await connection.runAndReadAll(`DESCRIBE ${query}`)
  return (described.getRows() as [string, string, string][]).map(([name, type, nullable]) => ({
    name,
    type,
    genericType: genericTypeOf(type),
    nullable: nullable === 'YES',
  }))
}
