import { queryOptions } from '@tanstack/react-query'
import type { JoinPlan, JoinPreviewAnswer } from '../../model/dataset/joinPlan.ts'
import type { DescribedTable } from '../../model/dataset/joinSuggestion.ts'
import type { SavedAnswer } from '../../model/wire/answers.ts'
import { postJson } from './client.ts'
import { type TablePlace, tableMetadataQuery } from './databaseTables.ts'
import { queryClient } from './queryClient.ts'

/** The SQL of joined tables, and whether each join keeps the number of rows of the first table. */
export const joinPreviewQuery = (plan: JoinPlan | undefined) =>
  queryOptions({
    queryKey: ['databases', plan?.database, 'join', plan],
    enabled: plan !== undefined,
    retry: false,
    queryFn: async ({ signal }) =>
      (await postJson<JoinPreviewAnswer>('/api/v1/dataset/join/preview', plan, { signal })).result,
  })

/** Creates a virtual dataset from joined tables. */
export async function createJoinedDataset(name: string, plan: JoinPlan): Promise<number> {
  return (await postJson<SavedAnswer>('/api/v1/dataset/join/', { table_name: name, plan })).id
}

/** The columns and keys of a table, from which keys of a join are suggested. */
export async function loadDescribedTable(place: TablePlace): Promise<DescribedTable> {
  const { name, columns, primaryKey, foreignKeys } = await queryClient.fetchQuery(tableMetadataQuery(place))
  return {
    name,
    columns,
    primaryKey: primaryKey.constrained_columns ?? [],
    foreignKeys: foreignKeys.map((key) => ({
      columns: key.column_names,
      referredSchema: key.referred_schema ?? null,
      referredTable: key.referred_table ?? '',
      referredColumns: key.referred_columns ?? [],
    })),
  }
}
