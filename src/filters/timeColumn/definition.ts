import type { FilterDefinition } from '../shared/defineFilter.ts'
import { firstText } from '../shared/firstText.ts'
import { filterContext, filterFormData } from '../shared/optionsQuery.ts'
import { timeColumns } from './timeColumns.ts'

const controlDefaults = { enableEmptyFilter: false }

/** The time column by which every chart in scope filters and groups. */
export const timeColumn: FilterDefinition = {
  type: 'filter_timecolumn',
  name: 'Time column',
  controlDefaults,
  optionsQuery({ filter, parents }) {
    const formData = filterFormData(filter, controlDefaults, parents)
    return filterContext(filter, formData, [{ result_type: 'columns', columns: [], metrics: [], orderby: [] }])
  },
  dataMask(_filter, value, options) {
    const column = firstText(value)
    if (!column) return { extraFormData: {}, filterState: { value: null } }
    const label = options && timeColumns(options).find((entry) => entry.value === column)?.label
    return { extraFormData: { granularity_sqla: column }, filterState: { value: [column], label: label ?? column } }
  },
  component: () => import('./TimeColumnFilter.tsx'),
  settings: () => import('./settings.ts'),
}
