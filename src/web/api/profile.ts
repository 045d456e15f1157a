import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ProfileAnswer } from '../../model/dataset/profile.ts'
import { getJson } from './client.ts'

/** Statistics about the columns of a dataset. Leaving the page stops the query in the database. */
export const profileQuery = (datasetId: number, page: number) =>
  queryOptions({
    queryKey: ['datasets', 'profile', datasetId, page],
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await getJson<{ result: ProfileAnswer }>(`/api/v1/dataset/${datasetId}/profile`, { signal, query: { page } }))
        .result,
  })
