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

/** The rows of a filter's option query. */
export function optionsQuery(context: QueryContext | null) {
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

/** The query with its dashboard and filter: readers who see the data only through the dashboard may run it. */
const placed = (context: QueryContext | null, dashboardId: number, { id }: NativeFilter): QueryContext | null =>
  context && { ...context, form_data: { ...context.form_data, dashboardId, native_filter_id: id } }

/**
 * The options of a filter, restricted by the values of its parent filters, with a search in all options. They are
 * requested after the charts, unless charts wait for this filter (`isUrgent`).
 */
export function useFilterOptions(filter: NativeFilter, definition: FilterDefinition, isUrgent = false) {
  const queryClient = useQueryClient()
  const isAsked = useDashboard((state) => state.isAsked)
  const dashboardId = useDashboard((state) => state.id)
  const datasources = useDashboard((state) => state.datasources)
  const drafts = useDashboard((state) => state.drafts)
  const parentsText = useDebounced(JSON.stringify(parentExtraFormData(filter, drafts)), PARENTS_DEBOUNCE_MS)
  const columnTypes = datasources?.get(filter.targets[0]?.datasetId ?? -1)?.columnTypes

  const context = useMemo(
    () => placed(definition.optionsQuery({ filter, parents: JSON.parse(parentsText) }), dashboardId, filter),
    [definition, filter, parentsText, dashboardId],
  )
  const query = useQuery({
    ...optionsQuery(context),
    enabled: context !== null && (isAsked || isUrgent),
    placeholderData: keepPreviousData,
  })

  const search = useCallback(
    (text: string, signal: AbortSignal): Promise<FilterOptions> => {
      const parents = JSON.parse(parentsText)
      const found = placed(definition.optionsQuery({ filter, parents, search: text, columnTypes }), dashboardId, filter)
      signal.addEventListener('abort', () => void queryClient.cancelQueries({ queryKey: ['filterOptions', found] }))
      return queryClient.fetchQuery(optionsQuery(found))
    },
    [definition, filter, parentsText, columnTypes, queryClient, dashboardId],
  )

  const options = useMemo((): FilterOptions => {
    if (context === null) return none
    if (query.error && !query.isFetching) return { ...none, status: 'failed', error: messageOf(query.error) }
    return query.data && !query.isPlaceholderData ? query.data : { ...(query.data ?? none), status: 'loading' }
  }, [context, query.data, query.isPlaceholderData, query.error, query.isFetching])
  return { options, search, retry: query.refetch }
}
