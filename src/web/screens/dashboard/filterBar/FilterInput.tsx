import { type ComponentType, lazy, Suspense, useCallback } from 'react'
import { filterTypes } from '../../../../filters/index.ts'
import type { FilterProps } from '../../../../filters/shared/defineFilter.ts'
import { bareRecord } from '../../../../model/basics/ownValue.ts'
import { ShownDataProvider } from '../../../controls/timeRange/shownData.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useSession } from '../state/session.ts'

/** Loaded when the first filter of a kind is shown. */
const components = bareRecord<ComponentType<FilterProps>>(
  Object.fromEntries(filterTypes.map((definition) => [definition.type, lazy(definition.component)])),
)

const TimeRangePicker = lazy(() =>
  import('../../../controls/timeRange/TimeRangePicker.tsx').then((module) => ({ default: module.TimeRangePicker })),
)

/** What a native filter is set with, after its kind. */
export function FilterInput({ type, ...props }: Omit<FilterProps, 'TimeRangeControl'> & { type: string }) {
  const Component = components[type]
  const { store } = useSession()
  const shownData = useCallback(
    () => Object.values(store.getState().runs).flatMap(({ result }) => result ?? []),
    [store],
  )
  return (
    <ShownDataProvider value={shownData}>
      <Suspense fallback={<Skeleton height={28} />}>
        {Component ? <Component {...props} TimeRangeControl={TimeRangePicker} /> : null}
      </Suspense>
    </ShownDataProvider>
  )
}
