import type { NativeFilter } from '../../model/dashboard/dashboardMetadata.ts'
import type { DataMask } from '../../model/dashboard/dataMask.ts'

/** The mask without a value: selects everything, or nothing if a value is required. */
export const emptyMask = (filter: NativeFilter): DataMask => ({
  extraFormData:
    filter.controlValues['enableEmptyFilter'] === true
      ? { adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' }] }
      : {},
  filterState: { value: null },
})
