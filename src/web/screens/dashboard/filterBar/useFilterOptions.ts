import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { FilterDefinition, FilterOptions } from '../../../../filters/shared/defineFilter.ts'
import { targetParts } from '../../../../filters/shared/targetParts.ts'
import type { NativeFilter } from '../../../../model/dashboard/dashboardMetadata.ts'
import { isNativeFilter, parentExtraFormData } from '../../../../model/dashboard/dashboardState.ts'
import type { ExtraFormData } from '../../../../model/dashboard/dataMask.ts'
import type { QueryContext } from '../../../../model/query/queryObject.ts'
import { postChartData } from '../../../api/chartData.ts'
import { messageOf } from '../../../api/failure.ts'
import { useDebounced } from '../../../ui/useDebounced.ts'
import type { DashboardState } from '../state/dashboardStore.ts'
import { useDashboard } from '../state/session.ts'

const none: FilterOptions = { status: 'ready', rows: [], colnames: [], coltypes: [] }

const STALE_MS = 5 * 60_000
/** Debounce: a parent of a dependent filter may be a slider being dragged. */
const PARENTS_DEBOUNCE_MS = 250

/** The rows of an option query. */
export function optionsQuery(context: QueryContext | null) {
  return queryOptions({
    queryKey: ['filterOptions', context],
    staleTime: STALE_MS,
    queryFn: ({ signal }): Promise<FilterOptions> | FilterOptions => (context ? loadOptions(context, signal) : none),
  })
}

/** The options of a filter: from the first query, or merged from all queries if its type supports several datasets. */
function optionsOf(
  filter: NativeFilter,
  { mergeOptions }: FilterDefinition,
  contexts: readonly (QueryContext | null)[],
) {
  const [first = null] = contexts
  if (contexts.length < 2 || !mergeOptions) return optionsQuery(first)
  return queryOptions({
    queryKey: ['filterOptions', ...contexts],
    staleTime: STALE_MS,
    queryFn: async ({ signal }): Promise<FilterOptions> => {
      const asked = contexts.filter((context) => context !== null)
      return mergeOptions(await Promise.all(asked.map((context) => loadOptions(context, signal))), filter)
    },
  })
}

async function loadOptions(context: QueryContext, signal: AbortSignal): Promise<FilterOptions> {
  // a pause, because many filters would otherwise send all their requests in one task
  await new Promise((next) => setTimeout(next))
  const [answer] = await postChartData(context, signal)
  const { data = [], colnames, coltypes = [] } = answer ?? {}
  return { status: 'ready', rows: data, colnames: colnames ?? Object.keys(data[0] ?? {}), coltypes }
}

/** Adds the dashboard and the filter to a query, so that readers with access only through the dashboard may run it. */
const placed = (context: QueryContext | null, dashboardId: number, { id }: NativeFilter): QueryContext | null =>
  context && { ...context, form_data: { ...context.form_data, dashboardId, native_filter_id: id } }

/**
 * The options of a filter, restricted by the values of its parent filters, and a function that searches all options.
 * They are requested after the charts, unless charts wait for this filter (`isUrgent`).
 */
export function useFilterOptions(filter: NativeFilter, definition: FilterDefinition, isUrgent = false) {
  const queryClient = useQueryClient()
  const isAsked = useDashboard((state) => state.isAsked)
  const dashboardId = useDashboard((state) => state.id)
  const datasources = useDashboard((state) => state.datasources)
  const drafts = useDashboard((state) => state.drafts)
  const filters = useDashboard((state) => state.metadata.native_filter_configuration)
  const parts = useMemo(() => targetParts(filter, definition), [filter, definition])
  const parentsText = useDebounced(
    JSON.stringify(parts.map((part) => parentExtraFormData(part, drafts, filters.filter(isNativeFilter)))),
    PARENTS_DEBOUNCE_MS,
  )

  const contextsOf = useCallback(
    (typed?: { search: string; sources: DashboardState['datasources'] }) => {
      const parents = JSON.parse(parentsText) as ExtraFormData[]
      return parts.map((part, at) => {
        const columnTypes = typed?.sources?.get(part.targets[0]?.datasetId ?? -1)?.columnTypes
        const input = { filter: part, parents: parents[at] ?? {}, ...(typed && { search: typed.search, columnTypes }) }
        return placed(definition.optionsQuery(input), dashboardId, filter)
      })
    },
    [definition, filter, parts, parentsText, dashboardId],
  )
  const contexts = useMemo(() => contextsOf(), [contextsOf])
  const isEmpty = contexts.every((context) => context === null)
  const query = useQuery({
    ...optionsOf(filter, definition, contexts),
    enabled: !isEmpty && (isAsked || isUrgent),
    placeholderData: keepPreviousData,
  })

  const search = useCallback(
    (text: string, signal: AbortSignal): Promise<FilterOptions> => {
      const found = optionsOf(filter, definition, contextsOf({ search: text, sources: datasources }))
      signal.addEventListener('abort', () => void queryClient.cancelQueries({ queryKey: found.queryKey }))
      return queryClient.fetchQuery(found)
    },
    [filter, definition, contextsOf, datasources, queryClient],
  )

  const options = useMemo((): FilterOptions => {
    if (isEmpty) return none
    if (query.error && !query.isFetching) return { ...none, status: 'failed', error: messageOf(query.error) }
    return query.data && !query.isPlaceholderData ? query.data : { ...(query.data ?? none), status: 'loading' }
  }, [isEmpty, query.data, query.isPlaceholderData, query.error, query.isFetching])
  return { options, search, retry: query.refetch }
}
