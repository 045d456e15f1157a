import { type ComponentType, lazy, Suspense, useCallback } from 'react'
import { filterTypes } from '../../../../filters/index.ts'
import type { FilterDefinition, FilterProps } from '../../../../filters/shared/defineFilter.ts'
import { bareRecord } from '../../../../model/basics/ownValue.ts'
import type { DataMask } from '../../../../model/dashboard/dataMask.ts'
import { ShownDataProvider } from '../../../controls/timeRange/shownData.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useSession } from '../state/session.ts'

/** The inputs of each type, loaded when the first filter of the type is shown. */
const components = bareRecord<ComponentType<FilterProps>>(
  Object.fromEntries(filterTypes.map((definition) => [definition.type, lazy(definition.component)])),
)

const TimeRangePicker = lazy(() =>
  import('../../../controls/timeRange/TimeRangePicker.tsx').then((module) => ({ default: module.TimeRangePicker })),
)

interface FilterInputProps extends Omit<FilterProps, 'TimeRangeControl' | 'controls' | 'onValue'> {
  definition: FilterDefinition
  onChange: (mask: DataMask) => void
}

/** The input of a native filter, by its type. */
export function FilterInput({ definition, onChange, ...props }: FilterInputProps) {
  const { filter, options } = props
  const Component = components[definition.type]
  const { store } = useSession()
  const shownData = useCallback(
    () => Object.values(store.getState().runs).flatMap(({ result }) => result ?? []),
    [store],
  )
  return (
    <ShownDataProvider value={shownData}>
      <Suspense
        fallback={
          <div aria-busy="true">
            <Skeleton height={28} />
          </div>
        }
      >
        {Component ? (
          <Component
            {...props}
            controls={{ ...definition.controlDefaults, ...filter.controlValues }}
            onValue={(value) => onChange(definition.dataMask(filter, value, options))}
            TimeRangeControl={TimeRangePicker}
          />
        ) : null}
      </Suspense>
    </ShownDataProvider>
  )
}
