import { useId, useMemo } from 'react'
import { findFilterType } from '../../../../../filters/index.ts'
import type { FilterDefinition } from '../../../../../filters/shared/defineFilter.ts'
import { type NativeFilter, parseMetadata } from '../../../../../model/dashboard/dashboardMetadata.ts'
import { isNativeFilter } from '../../../../../model/dashboard/dashboardState.ts'
import type { DataMask } from '../../../../../model/dashboard/dataMask.ts'
import type { FilterEntry } from '../../../../../model/dashboardEdit/dashboardEditFilters.ts'
import { Field } from '../../../../ui/Field.tsx'
import { FilterInput } from '../../filterBar/FilterInput.tsx'
import { useFilterOptions } from '../../filterBar/useFilterOptions.ts'
import css from './FilterConfigDialog.module.css'

interface FilterPreviewProps {
  entry: FilterEntry
  label: string
  mask: DataMask | undefined
  onChange: (mask: DataMask) => void
}

/** A filter's control with real values. */
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
  return (
    <Field label={label} htmlFor={id}>
      {options.status === 'failed' ? <p className={css.error}>{options.error}</p> : null}
      <FilterInput
        definition={definition}
        id={id}
        filter={filter}
        mask={mask}
        options={options}
        search={search}
        compact={false}
        onChange={onChange}
      />
    </Field>
  )
}
