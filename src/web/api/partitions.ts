import { queryOptions } from '@tanstack/react-query'
import type { TableExtraAnswer } from '../../model/database/databaseAnswers.ts'
import { getJson } from './client.ts'
import type { ExploreDataset } from './explore.ts'

/** The partition column of a dataset's table, if its database reports exactly one. */
export function partitionColumnQuery({ database, schema, table_name: table, sql }: ExploreDataset) {
  return queryOptions({
    queryKey: ['partitionColumn', database.id, schema, table],
    queryFn: async ({ signal }) => {
      const place = `${encodeURIComponent(table ?? '')}/${encodeURIComponent(schema || 'null')}`
      const { partitions } = await getJson<TableExtraAnswer>(`/api/v1/database/${database.id}/table_extra/${place}/`, {
        signal,
      })
      const columns = partitions?.cols ?? []
      return columns.length === 1 ? (columns[0] as string) : null
    },
    enabled: !sql && Boolean(table),
    // if a database is unavailable, only one option is missing in the list
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
