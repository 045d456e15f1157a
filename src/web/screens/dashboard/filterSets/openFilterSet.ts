import { parseMetadata } from '../../../../model/dashboard/dashboardMetadata.ts'
import { type DataMasks, isNativeFilter } from '../../../../model/dashboard/dashboardState.ts'
import { currentUser } from '../../../api/bootstrap.ts'
import type { DashboardItem } from '../../../api/dashboardView.ts'
import { loadFilterSets } from '../../../api/filterSets.ts'
import { readFilterSet, setToOpen, usableMasks } from './filterSets.ts'

/**
 * The values of the filter set in the address, or of the user's own default. Undefined if there is none, or if the sets
 * cannot be loaded: the dashboard then opens with its defaults.
 */
export async function openFilterSet(
  item: DashboardItem,
  named: string | undefined,
  signal: AbortSignal,
): Promise<DataMasks | undefined> {
  try {
    const sets = (await loadFilterSets(item.id, signal)).map(readFilterSet)
    const set = setToOpen(sets, { named, userId: currentUser.userId })
    const filters = parseMetadata(item.json_metadata).native_filter_configuration.filter(isNativeFilter)
    return set && usableMasks(set, filters)
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  }
}
