import { SCRATCH } from '../../../../model/sqlLab/namedResults.ts'
import type { EditorDialect } from '../../../../model/sqlLab/sqlLabAnswers.ts'
import {
  loadTables,
  metadataStaleTime,
  schemasQuery,
  tableMetadataQuery,
  tablesQuery,
} from '../../../api/databaseTables.ts'
import { queryClient } from '../../../api/queryClient.ts'
import { namedResultsQuery } from '../../../api/sqlLab.ts'
import type { LabTab } from '../state/labTypes.ts'
import { type Catalog, noTables } from './completions.ts'
import { quotedName } from './quotedName.ts'

/** In schemas with more tables than this, tables are searched on the server. */
const listedTables = 1000
const foundTables = 50
/** How long the names are cached, so that completion does not load them with every key. */
const rarely = { staleTime: metadataStaleTime }

/** Names of the tab's database for completion. Names that cannot be loaded are not completed. */
export function databaseCatalog(tab: LabTab, dialect: EditorDialect | undefined): Catalog {
  const { databaseId, schema, tables } = tab
  const isScratch = (of: string | undefined) => dialect?.samples === true && of?.toLowerCase() === SCRATCH
  const named = () => queryClient.fetchQuery({ ...namedResultsQuery(tab.id), ...rarely }).catch(() => [])

  /** The given schema, or that of the tab, or the only schema of the database. */
  async function schemaOf(of: string | undefined): Promise<string | null> {
    if (databaseId === null) return null
    const chosen = of ?? schema
    if (chosen !== null) return chosen
    const all = await queryClient.fetchQuery({ ...schemasQuery(databaseId), ...rarely }).catch(() => [])
    return all.length === 1 ? (all[0] ?? null) : null
  }

  return {
    quote: (name) => quotedName(dialect, name),
    openTables: () => tables.filter((table) => table.schema === schema).map(({ name }) => name),
    schemas: async () => {
      if (databaseId === null) return []
      const all = await queryClient.fetchQuery({ ...schemasQuery(databaseId), ...rarely }).catch(() => [])
      return dialect?.samples === true && tab.id > 0 && (await named()).length > 0 ? [...all, SCRATCH] : all
    },
    tables: async (of, typed) => {
      if (isScratch(of)) return { names: (await named()).map(({ name }) => name), isPart: false }
      const wanted = await schemaOf(of)
      if (databaseId === null || wanted === null) return noTables
      const request = { databaseId, schema: wanted, pageSize: listedTables }
      try {
        const all = await queryClient.fetchQuery({ ...tablesQuery(request), ...rarely })
        if (all.count <= listedTables) return { names: all.result.map(({ value }) => value), isPart: false }
        const found = await loadTables({ ...request, filter: typed, pageSize: foundTables })
        return { names: found.result.map(({ value }) => value), isPart: found.count > foundTables }
      } catch {
        return noTables
      }
    },
    columns: async (of, table) => {
      if (isScratch(of)) return (await named()).find(({ name }) => name === table.toLowerCase())?.columns ?? []
      const wanted = await schemaOf(of)
      if (databaseId === null || wanted === null) return []
      const place = { databaseId, schema: wanted, table }
      try {
        const all = await queryClient.fetchQuery({
          ...tablesQuery({ databaseId, schema: wanted, pageSize: listedTables }),
          ...rarely,
        })
        const isListed = all.result.some(({ value }) => value === table)
        if (!isListed && all.count <= listedTables) return []
        const found = await queryClient.fetchQuery(tableMetadataQuery(place))
        return found.columns.map(({ name, type }) => ({ name, type }))
      } catch {
        return []
      }
    },
  }
}
