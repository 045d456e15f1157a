import type { FilterDefinition } from '../shared/defineFilter.ts'
import { filterContext, filterFormData } from '../shared/optionsQuery.ts'
import { groupColumns } from './groupColumns.ts'

const controlDefaults = { enableEmptyFilter: false, multiSelect: false }

/** Columns that are added to the dimensions of every chart in scope. */
export const groupBy: FilterDefinition = {
  type: 'filter_groupby',
  name: 'Group by',
  controlDefaults,
  optionsQuery({ filter, parents }) {
    const formData = filterFormData(filter, controlDefaults, parents)
    return filterContext(filter, formData, [{ result_type: 'columns', columns: [], metrics: [], orderby: [] }])
  },
  dataMask(_filter, value, options) {
    const columns = (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string' && each !== '')
    if (columns.length === 0) return { extraFormData: {}, filterState: { value: null } }
    const labels = new Map(options && groupColumns(options).map(({ value, label }) => [value, label]))
    return {
      extraFormData: { interactive_groupby: columns },
      filterState: { value: columns, label: columns.map((column) => labels.get(column) ?? column).join(', ') },
    }
  },
  component: () => import('./GroupByFilter.tsx'),
  settings: () => import('./settings.tsx'),
}
