import type { DataMask } from '../../model/dashboard/dataMask.ts'
import { columnLabel } from '../../model/query/labels.ts'
import { sentValue } from '../../model/query/markedText.ts'
import type { QueryColumn, QueryFilter } from '../../model/query/queryObject.ts'
import type { DrawInput, DrillContext, Mark } from './contract.ts'
import { nameAndValue } from './format/nameAndValue.ts'
import type { GroupValue } from './groups.ts'

/** The mask emitted by a second click on the same mark: it removes the filter. */
export const clearedMask: DataMask = {
  extraFormData: {},
  filterState: { value: null, selectedValues: null },
}

/** The mask of one mark: a filter for each of its dimensions. A missing value becomes IS NULL. */
export function filterMask(
  columns: QueryColumn[],
  values: (string | number | boolean | null)[],
  label: string,
): DataMask {
  return {
    extraFormData: {
      filters: columns.map((column, index) => {
        const value = values[index] ?? null
        const col = typeof column === 'string' ? column : columnLabel(column)
        return value === null ? { col, op: 'IS NULL' } : { col, op: 'IN', val: [sentValue(value)] }
      }),
    },
    filterState: { value: [values], selectedValues: [label], label },
  }
}

/** The rows that a mask selects, for drilling. */
export function maskDrill(mask: DataMask | null | undefined): DrillContext | null {
  const filters = mask?.extraFormData?.filters ?? []
  return filters.length === 0
    ? null
    : { filters: filters.map(({ col, val }) => sentEquals(col, Array.isArray(val) ? val[0] : val)) }
}

/** A filter for one value of a column, which may be a missing value. */
export const equals = (col: QueryColumn, val: unknown): QueryFilter => sentEquals(col, sentValue(val))

const sentEquals = (col: QueryColumn, val: unknown): QueryFilter =>
  val == null ? { col, op: 'IS NULL' } : { col, op: '==', val }

/** A mark that represents values of dimensions. */
export interface NamedGroup {
  label: string
  groupValues: GroupValue[]
}

/** The mask of a click on a mark; null if it represents no values. A second click removes the filter. */
export function groupMask(
  columns: QueryColumn[],
  group: NamedGroup | undefined,
  filterState: DrawInput<unknown>['filterState'],
): DataMask | null {
  if (group === undefined || group.groupValues.length === 0) return null
  if (filterState?.selectedValues?.includes(group.label)) return clearedMask
  return filterMask(columns.slice(0, group.groupValues.length), group.groupValues, group.label)
}

/** The marks that a click can filter by. `valueOf` writes the value of a group as its tooltip does. */
export const groupMarks = <G extends { label: string; groupValues: readonly unknown[] }>(
  groups: G[],
  valueOf?: (group: G) => string,
): Mark[] =>
  groups
    .filter(({ groupValues }) => groupValues.length > 0)
    .map((group) => ({
      name: group.label,
      label: group.label,
      ...(valueOf && { text: nameAndValue(group.label, valueOf(group)) }),
    }))

/** Whether other marks of the chart are selected, but not this one. */
export function isMutedBy(filterState: DrawInput<unknown>['filterState'], label: string): boolean {
  const selected = filterState?.selectedValues
  return Boolean(selected?.length) && !selected?.includes(label)
}
