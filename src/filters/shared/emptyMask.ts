import type { NativeFilter } from '../../model/dashboard/dashboardMetadata.ts'
import type { DataMask } from '../../model/dashboard/dataMask.ts'

/** What a filter means while nothing is chosen: everything, or nothing where a value is required. */
export const emptyMask = (filter: NativeFilter): DataMask => ({
  extraFormData:
    filter.controlValues['enableEmptyFilter'] === true
      ? { adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' }] }
      : {},
  filterState: { value: null },
})
