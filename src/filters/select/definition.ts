import { GenericType } from '../../model/dataset/dataset.ts'
import { sentValue } from '../../model/query/markedText.ts'
import type { QueryFilter } from '../../model/query/queryObject.ts'
import type { FilterDefinition } from '../shared/defineFilter.ts'
import { emptyMask } from '../shared/emptyMask.ts'
import { baseQuery, filterContext, filterFormData } from '../shared/optionsQuery.ts'
import { mergedValues, optionLabel, optionValues } from './options.ts'

const controlDefaults = {
  enableEmptyFilter: false,
  defaultToFirstItem: false,
  multiSelect: true,
  searchAllOptions: false,
  inverseSelection: false,
}

/** Values of a column: the user selects some, or excludes some. */
export const select: FilterDefinition = {
  type: 'filter_select',
  name: 'Value',
  controlDefaults,

  optionsQuery({ filter, parents, search, columnTypes }) {
    const formData = filterFormData(filter, controlDefaults, parents)
    const column = filter.targets[0]?.column?.name
    if (!column) return null
    const query = baseQuery(formData)
    const ascending = filter.controlValues['sortAscending'] !== false
    return filterContext(filter, formData, [
      {
        ...query,
        metrics: filter.sortMetric ? [filter.sortMetric] : [],
        filters: [...searchFilter(column, search, columnTypes?.[column]), ...(query.filters ?? [])],
        orderby: [[filter.sortMetric ?? column, ascending]],
      },
    ])
  },

  mergeOptions: mergedValues,

  dataMask(filter, value, options) {
    const values = value === undefined || value === null ? [] : Array.isArray(value) ? (value as unknown[]) : [value]
    const isInverse = filter.controlValues['inverseSelection'] === true
    const column = filter.targets[0]?.column?.name ?? ''
    // excluding nothing selects everything
    if (values.length === 0) return isInverse ? { extraFormData: {}, filterState: { value: null } } : emptyMask(filter)
    const label = values.map(optionLabel(options)).join(', ')
    return {
      extraFormData: { filters: [{ col: column, op: isInverse ? 'NOT IN' : 'IN', val: values.map(sentValue) }] },
      filterState: { value: values, label: isInverse ? `${label} (excluded)` : label },
    }
  },

  firstValue: (options) => {
    const [first] = optionValues(options)
    return first === undefined ? undefined : [first]
  },

  component: () => import('./SelectFilter.tsx'),
  settings: () => import('./settings.tsx'),
}

/** Texts are searched; numbers too (as text), if the search text is a number. Other types are not searched. */
function searchFilter(column: string, search: string | undefined, type: GenericType | undefined): QueryFilter[] {
  const text = search?.trim()
  if (!text) return []
  const isSearchable =
    type === undefined || type === GenericType.string || (type === GenericType.numeric && !Number.isNaN(Number(text)))
  return isSearchable ? [{ col: column, op: 'ILIKE', val: `%${text}%` }] : []
}
