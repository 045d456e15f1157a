import { type ComponentType, lazy, Suspense } from 'react'
import { filterTypes } from '../../../../filters/index.ts'
import type { FilterProps } from '../../../../filters/shared/defineFilter.ts'
import { bareRecord } from '../../../../model/ownValue.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'

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
  return (
    <Suspense fallback={<Skeleton height={28} />}>
      {Component ? <Component {...props} TimeRangeControl={TimeRangePicker} /> : null}
    </Suspense>
  )
}
