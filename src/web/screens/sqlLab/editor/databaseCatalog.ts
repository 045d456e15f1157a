import { loadTables, schemasQuery, tableMetadataQuery, tablesQuery } from '../../../api/databaseTables.ts'
import { queryClient } from '../../../api/queryClient.ts'
import type { LabDatabase, LabTab } from '../state/labTypes.ts'
import type { Catalog } from './completions.ts'
import { quoteFor } from './dialects.ts'

/** Schemas with more tables are searched on the server. */
const listedTables = 1000
const foundTables = 50

/** Names of the tab's database for completion. What cannot be read is not completed. */
export function databaseCatalog(tab: LabTab, database: LabDatabase | undefined): Catalog {
  const { databaseId, schema, tables } = tab
  return {
    quote: quoteFor(database?.backend),
    openTables: () => tables.filter((table) => table.schema === schema).map(({ name }) => name),
    schemas: async () => {
      if (databaseId === null) return []
      return queryClient.fetchQuery(schemasQuery(databaseId)).catch(() => [])
    },
    tables: async (named, typed) => {
      const wanted = named ?? schema
      if (databaseId === null || wanted === null) return []
      const request = { databaseId, schema: wanted, pageSize: listedTables }
      try {
        const all = await queryClient.fetchQuery(tablesQuery(request))
        if (all.count <= listedTables) return all.result.map(({ value }) => value)
        const found = await loadTables({ ...request, filter: typed, pageSize: foundTables })
        return found.result.map(({ value }) => value)
      } catch {
        return []
      }
    },
    columns: async (named, table) => {
      const wanted = named ?? schema
      if (databaseId === null) return []
      const place = { databaseId, schema: wanted, table }
      try {
        const found = await queryClient.fetchQuery(tableMetadataQuery(place))
        return found.columns.map(({ name, type }) => ({ name, type }))
      } catch {
        return []
      }
    },
  }
}
