import type { NativeFilter } from '../model/dashboard/dashboardMetadata.ts'
import type { ExtraFormData } from '../model/dashboard/dataMask.ts'
import { findFilterType } from './index.ts'

/** Whether values of a filter set this field in the charts' queries, according to the data mask of its type. */
export const setsField = (filter: NativeFilter, field: keyof ExtraFormData): boolean =>
  findFilterType(filter.filterType)?.dataMask(filter, ['any']).extraFormData?.[field] !== undefined
