import type { NativeFilter } from '../../model/dashboard/dashboardMetadata.ts'
import type { FilterDefinition } from './defineFilter.ts'

/**
 * The filter split into one for each dataset, for the queries of its options. A pre-filter applies to the first
 * dataset: if there is one, only values of that dataset are offered.
 */
export function targetParts(
  filter: NativeFilter,
  { mergeOptions }: Pick<FilterDefinition, 'mergeOptions'>,
): NativeFilter[] {
  const isPreFiltered = filter.adhoc_filters.length > 0 || filter.time_range !== undefined
  if (!mergeOptions || isPreFiltered || filter.targets.length < 2) return [filter]
  // a metric to sort by exists in the first dataset only
  return filter.targets.map((target) => ({ ...filter, targets: [target], sortMetric: undefined }))
}
