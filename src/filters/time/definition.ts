import type { FilterDefinition } from '../shared/defineFilter.ts'

export const NO_FILTER = 'No filter'

/** A time range for every chart in scope that has a time filter of its own. */
export const time: FilterDefinition = {
  type: 'filter_time',
  name: 'Time range',
  controlDefaults: { enableEmptyFilter: false },
  optionsQuery: () => null,
  dataMask(_filter, value) {
    const range = typeof value === 'string' && value !== '' && value !== NO_FILTER ? value : undefined
    return { extraFormData: range ? { time_range: range } : {}, filterState: { value: range, label: range } }
  },
  component: () => import('./TimeFilter.tsx'),
  settings: () => import('./settings.ts'),
}
