import { type Query, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { FavouriteStatusAnswer } from '../../model/wire/answers.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { deleteJson, getJson, postJson } from './client.ts'

/** Objects that can be starred. */
export type Starred = 'dashboard' | 'chart'

/** The ids among `ids` of objects that the user has starred. */
export function favouriteStatusQuery(kind: Starred, ids: readonly number[]) {
  return queryOptions({
    queryKey: ['favourites', kind, ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => {
      const { result } = await getJson<FavouriteStatusAnswer>(`/api/v1/${kind}/favorite_status/`, {
        signal,
        query: { q: formatRison(ids) },
      })
      return new Set(result.filter(({ value }) => value).map(({ id }) => id))
    },
  })
}

/** Sets or removes a star; it is shown at once and reverted if the server rejects it. */
export function useFavourite(kind: Starred) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, isStarred }: { id: number; isStarred: boolean }) => {
      const path = `/api/v1/${kind}/${id}/favorites/`
      return isStarred ? postJson(path, {}) : deleteJson(path)
    },
    onMutate: async ({ id, isStarred }) => {
      // a response from before the click must not revert the star
      await queryClient.cancelQueries({ queryKey: ['favourites', kind] })
      setStar(queryClient, kind, id, isStarred)
    },
    onError: (_error, { id, isStarred }) => setStar(queryClient, kind, id, !isStarred),
    onSettled: () => {
      // stars that were not known yet are requested again
      const unknown = { queryKey: ['favourites', kind], predicate: ({ state }: Query) => state.data === undefined }
      return Promise.all([
        queryClient.refetchQueries({ ...unknown, type: 'active' }),
        queryClient.invalidateQueries({ queryKey: [`${kind}s`] }),
      ])
    },
  })
}

function setStar(queryClient: QueryClient, kind: Starred, id: number, isStarred: boolean): void {
  queryClient.setQueriesData<Set<number>>({ queryKey: ['favourites', kind] }, (stars) => {
    if (!stars) return stars
    const next = new Set(stars)
    if (isStarred) next.add(id)
    else next.delete(id)
    return next
  })
}
