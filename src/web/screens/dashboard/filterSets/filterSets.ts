import { type NativeFilter, parseMetadata } from '../../../../model/dashboard/dashboardMetadata.ts'
import { type DataMasks, isNativeFilter, isUnset, sameJson } from '../../../../model/dashboard/dashboardState.ts'
import { isRecord } from '../../../../model/wire/json.ts'
import type { StoredFilterSet } from '../../../api/filterSets.ts'

/** Named values of a dashboard's filters. */
export interface FilterSet {
  id: number
  name: string
  /** undefined: a set of the dashboard */
  userId: number | undefined
  /** the filters as they were when the set was saved */
  filters: readonly NativeFilter[]
  masks: DataMasks
  /** whether the dashboard opens with these values for the user of the set */
  isView: boolean
}

export function readFilterSet({ id, name, owner_type, owner_id, params }: StoredFilterSet): FilterSet {
  const { nativeFilters, dataMask, isMyView } = params
  const stored = isRecord(nativeFilters) ? Object.values(nativeFilters) : []
  return {
    id,
    name,
    userId: owner_type === 'User' ? owner_id : undefined,
    filters: parseMetadata({ native_filter_configuration: stored }).native_filter_configuration.filter(isNativeFilter),
    masks: isRecord(dataMask) ? (dataMask as DataMasks) : {},
    isView: isMyView === true,
  }
}

/** The stored form of a set. */
export const writeFilterSet = (filters: readonly NativeFilter[], masks: DataMasks, isView = false): string =>
  JSON.stringify({
    nativeFilters: Object.fromEntries(filters.map((filter) => [filter.id, filter])),
    dataMask: Object.fromEntries(filters.map(({ id }) => [id, masks[id] ?? {}])),
    ...(isView && { isMyView: true }),
  })

/** Whether a filter selects the same data as when the set was saved: its name, default and scope are ignored. */
function isSame(one: NativeFilter, other: NativeFilter): boolean {
  const parts = ({
    filterType,
    targets,
    controlValues,
    adhoc_filters,
    time_range,
    granularity_sqla,
  }: NativeFilter) => ({
    filterType,
    targets,
    controlValues,
    adhoc_filters,
    time_range,
    granularity_sqla,
  })
  return sameJson(parts(one), parts(other))
}

/** Why a filter of a set cannot be applied. */
export function faultOf(filter: NativeFilter, current: readonly NativeFilter[]): 'gone' | 'changed' | undefined {
  const now = current.find(({ id }) => id === filter.id)
  if (!now) return 'gone'
  return isSame(filter, now) ? undefined : 'changed'
}

/** The masks of a set that can be applied. */
export const usableMasks = (set: FilterSet, current: readonly NativeFilter[]): DataMasks =>
  Object.fromEntries(
    set.filters.flatMap((filter) => (faultOf(filter, current) ? [] : [[filter.id, set.masks[filter.id] ?? {}]])),
  )

const sameValues = (one: DataMasks, other: DataMasks, ids: Iterable<string>) =>
  [...ids].every((id) => {
    const [a, b] = [one[id], other[id]]
    return isUnset(a) ? isUnset(b) : sameJson(a?.filterState?.value, b?.filterState?.value)
  })

/** Whether these values are equal to those of the set. */
export function isApplied(set: FilterSet, current: readonly NativeFilter[], masks: DataMasks): boolean {
  const usable = usableMasks(set, current)
  const ids = Object.keys(usable)
  return ids.length > 0 && sameValues(usable, masks, ids)
}

/** Finds a set with the same values for every filter of the dashboard. */
export const twinOf = (
  sets: readonly FilterSet[],
  current: readonly NativeFilter[],
  masks: DataMasks,
): FilterSet | undefined =>
  sets.find(
    (set) =>
      current.every(({ id }) => set.filters.some((filter) => filter.id === id)) && isApplied(set, current, masks),
  )

/** The set in the address, or the user's own default; undefined if there is none. */
export function setToOpen(
  sets: readonly FilterSet[],
  { named, userId }: { named: string | undefined; userId: number | undefined },
): FilterSet | undefined {
  if (named !== undefined) return sets.find(({ id, name }) => String(id) === named || name === named)
  return userId === undefined ? undefined : sets.find((set) => set.isView && set.userId === userId)
}
