import { type ComponentType, lazy, Suspense, useId, useMemo } from 'react'
import { filterTypes, findFilterType } from '../../../../../filters/index.ts'
import type { FilterDefinition, FilterProps } from '../../../../../filters/shared/defineFilter.ts'
import type { FilterEntry } from '../../../../../model/dashboardEditFilters.ts'
import { type NativeFilter, parseMetadata } from '../../../../../model/dashboardMetadata.ts'
import { isNativeFilter } from '../../../../../model/dashboardState.ts'
import type { DataMask } from '../../../../../model/dataMask.ts'
import { TimeRangePicker } from '../../../../controls/timeRange/TimeRangePicker.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { useFilterOptions } from '../../filterBar/useFilterOptions.ts'
import css from './FilterConfigDialog.module.css'

const components = Object.fromEntries(
  filterTypes.map((definition) => [definition.type, lazy(definition.component)]),
) as Record<string, ComponentType<FilterProps>>

interface FilterPreviewProps {
  entry: FilterEntry
  label: string
  mask: DataMask | undefined
  onChange: (mask: DataMask) => void
}

/** A filter's control with the data's own values. */
export function FilterPreview(props: FilterPreviewProps) {
  const filter = useMemo(
    () =>
      parseMetadata({ native_filter_configuration: [props.entry] }).native_filter_configuration.find(isNativeFilter),
    [props.entry],
  )
  const definition = filter && findFilterType(filter.filterType)
  return filter && definition ? <Control {...props} filter={filter} definition={definition} /> : null
}

interface ControlProps extends FilterPreviewProps {
  filter: NativeFilter
  definition: FilterDefinition
}

function Control({ filter, definition, label, mask, onChange }: ControlProps) {
  const id = useId()
  const { options, search } = useFilterOptions(filter, definition, true)
  const Component = components[definition.type]
  return (
    <Field label={label} htmlFor={id}>
      {options.status === 'failed' ? <p className={css.error}>{options.error}</p> : null}
      <Suspense fallback={<Skeleton height={28} />}>
        {Component ? (
          <Component
            id={id}
            filter={filter}
            mask={mask}
            options={options}
            search={search}
            compact={false}
            TimeRangeControl={TimeRangePicker}
            onChange={onChange}
          />
        ) : null}
      </Suspense>
    </Field>
  )
}
