import { useQuery } from '@tanstack/react-query'
import { type FilterOperatorId, operatorOf } from '../../../model/query/adhocFilter.ts'
import type { AdhocFilter } from '../../../model/query/queryObject.ts'
import { advancedValueQuery } from '../../api/advancedTypes.ts'
import { hasFlag } from '../../api/bootstrap.ts'
import type { ExploreColumn } from '../../api/explore.ts'
import { defineTexts, useText } from '../../ui/text.ts'
import { useDebounced } from '../../ui/useDebounced.ts'

const texts = defineTexts('control.advancedType', { failed: 'Failed to retrieve advanced type' })

/** Delay after the last key before values are sent. */
const delayMs = 600

export interface AdvancedValue {
  /** the values that the server reads from the typed text, such as port numbers for names */
  display?: string
  error?: string
  /** the operators that the server offers for the type */
  operators?: readonly string[]
}

/** The meaning of a filter's value in a column of an advanced data type; empty for other columns. */
export function useAdvancedValue(filter: AdhocFilter, column: ExploreColumn | undefined): AdvancedValue {
  const t = useText()
  const type = column?.advanced_data_type ?? ''
  const isAdvanced = type !== '' && hasFlag('ENABLE_ADVANCED_DATA_TYPES') && filter.expressionType === 'SIMPLE'
  // as text, because an array would be a new value at each render, and restart the delay
  const typed = useDebounced(JSON.stringify([filter.comparator ?? ''].flat()), delayMs)
  // inverse of the conversion in the line above
  const values = JSON.parse(typed) as (string | number)[]
  const { data, error } = useQuery({ ...advancedValueQuery(type, values), enabled: isAdvanced })
  if (!isAdvanced) return {}
  if (error) return { error: t(texts.failed) }
  const isEmpty = values.every((value) => value === '')
  return {
    operators: data?.valid_filter_operators,
    display: data?.display_value || undefined,
    error: isEmpty ? undefined : data?.error_message || undefined,
  }
}

/** Operators that the server offers for the type, and the selected one. */
export const allowedOperators = (
  ids: FilterOperatorId[],
  allowed: readonly string[] | undefined,
  filter: AdhocFilter,
): FilterOperatorId[] =>
  allowed === undefined ? ids : ids.filter((id) => allowed.includes(id) || id === operatorOf(filter))
