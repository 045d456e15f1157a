import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { FilterDefinition, FilterOptions } from '../../../../filters/shared/defineFilter.ts'
import type { NativeFilter } from '../../../../model/dashboard/dashboardMetadata.ts'
import { parentExtraFormData } from '../../../../model/dashboard/dashboardState.ts'
import type { QueryContext } from '../../../../model/query/queryObject.ts'
import { postChartData } from '../../../api/chartData.ts'
import { messageOf } from '../../../api/failure.ts'
import { useDebounced } from '../../../ui/useDebounced.ts'
import { useDashboard } from '../state/session.ts'

const none: FilterOptions = { status: 'ready', rows: [], colnames: [], coltypes: [] }

const STALE_MS = 5 * 60_000
/** Debounce: a parent of a dependent filter may be a slider being dragged. */
const PARENTS_DEBOUNCE_MS = 250

function optionsQuery(context: QueryContext | null) {
  return queryOptions({
    queryKey: ['filterOptions', context],
    staleTime: STALE_MS,
    queryFn: async ({ signal }): Promise<FilterOptions> => {
      const [answer] = context ? await postChartData(context, signal) : []
      const { data = [], colnames, coltypes = [] } = answer ?? {}
      return { status: 'ready', rows: data, colnames: colnames ?? Object.keys(data[0] ?? {}), coltypes }
    },
  })
}

/**
 * The options of a filter, restricted by the values of its parent filters, with a search in all options. They are
 * requested after the charts, unless charts wait for this filter (`isUrgent`).
 */
export function useFilterOptions(filter: NativeFilter, definition: FilterDefinition, isUrgent = false) {
  const queryClient = useQueryClient()
  const isAsked = useDashboard((state) => state.isAsked)
  const datasources = useDashboard((state) => state.datasources)
  const drafts = useDashboard((state) => state.drafts)
  const parentsText = useDebounced(JSON.stringify(parentExtraFormData(filter, drafts)), PARENTS_DEBOUNCE_MS)
  const columnTypes = datasources?.get(filter.targets[0]?.datasetId ?? -1)?.columnTypes

  const context = useMemo(
    () => definition.optionsQuery({ filter, parents: JSON.parse(parentsText) }),
    [definition, filter, parentsText],
  )
  const query = useQuery({
    ...optionsQuery(context),
    enabled: context !== null && (isAsked || isUrgent),
    placeholderData: keepPreviousData,
  })

  const search = useCallback(
    (text: string, signal: AbortSignal): Promise<FilterOptions> => {
      const found = definition.optionsQuery({ filter, parents: JSON.parse(parentsText), search: text, columnTypes })
      signal.addEventListener('abort', () => void queryClient.cancelQueries({ queryKey: ['filterOptions', found] }))
      return queryClient.fetchQuery(optionsQuery(found))
    },
    [definition, filter, parentsText, columnTypes, queryClient],
  )

  const options = useMemo((): FilterOptions => {
    if (context === null) return none
    if (query.error && !query.isFetching) return { ...none, status: 'failed', error: messageOf(query.error) }
    return query.data && !query.isPlaceholderData ? query.data : { ...(query.data ?? none), status: 'loading' }
  }, [context, query.data, query.isPlaceholderData, query.error, query.isFetching])
  return { options, search, retry: query.refetch }
}
