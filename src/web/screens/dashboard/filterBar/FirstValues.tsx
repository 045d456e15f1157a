import { useEffect } from 'react'
import { findFilterType } from '../../../../filters/index.ts'
import type { FilterDefinition } from '../../../../filters/shared/defineFilter.ts'
import type { NativeFilter } from '../../../../model/dashboard/dashboardMetadata.ts'
import { awaitedFilters } from '../../../../model/dashboard/dashboardState.ts'
import { giveUpFirstValue, setFirstValue } from '../state/actions.ts'
import { useDashboard, useSession } from '../state/session.ts'
import { useFilterOptions } from './useFilterOptions.ts'

/** Sets filters that select their first value by default, even if the filter bar is closed. Renders nothing. */
export function FirstValues() {
  const filters = useDashboard((state) => state.filters)
  const applied = useDashboard((state) => state.applied)
  const givenUp = useDashboard((state) => state.givenUp)
  const awaited = awaitedFilters(filters, applied).filter((id) => !givenUp.includes(id))
  return filters
    .filter(({ id }) => awaited.includes(id))
    .map((filter) => {
      const definition = findFilterType(filter.filterType)
      return definition ? <FirstValue key={filter.id} filter={filter} definition={definition} /> : null
    })
}

function FirstValue({ filter, definition }: { filter: NativeFilter; definition: FilterDefinition }) {
  const { store } = useSession()
  const { options } = useFilterOptions(filter, definition, true)
  useEffect(() => {
    if (options.status === 'loading') return
    const value = options.status === 'ready' ? definition.firstValue?.(options) : undefined
    if (value === undefined) giveUpFirstValue(store, filter.id)
    else setFirstValue(store, filter.id, definition.dataMask(filter, value, options))
  }, [store, filter, definition, options])
  return null
}
