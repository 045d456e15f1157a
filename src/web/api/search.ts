import { queryOptions } from '@tanstack/react-query'
import type { FoundObject, SearchAnswer, SearchedKind } from '../../model/search/searchAnswer.ts'
import { getJson } from './client.ts'

export type { FoundObject, SearchedKind }

export interface SearchRequest {
  text: string
  kind?: SearchedKind
  /** number of objects of each kind */
  limit: number
}

const incompleteMs = 1000

/** Dashboards, charts, datasets and saved queries that contain all words of a text; tolerates typing errors. */
export function searchQuery({ text, kind, limit }: SearchRequest) {
  return queryOptions<SearchAnswer>({
    queryKey: ['search', text, kind, limit],
    staleTime: 0,
    // objects that are still being indexed appear without further typing
    refetchInterval: ({ state }) => (state.data?.is_complete === false ? incompleteMs : false),
    queryFn: ({ signal }) =>
      getJson<SearchAnswer>('/api/v1/search/', {
        signal,
        query: { text, limit: String(limit), ...(kind ? { kind } : {}) },
      }),
  })
}
