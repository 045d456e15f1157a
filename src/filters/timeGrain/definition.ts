import type { FilterDefinition } from '../shared/defineFilter.ts'
import { firstText } from '../shared/firstText.ts'
import { filterContext, filterFormData } from '../shared/optionsQuery.ts'

const controlDefaults = { enableEmptyFilter: false }

/** The time grain of every chart in scope. */
export const timeGrain: FilterDefinition = {
  type: 'filter_timegrain',
  name: 'Time grain',
  controlDefaults,
  optionsQuery({ filter, parents }) {
    const formData = filterFormData(filter, controlDefaults, parents)
    return filterContext(filter, formData, [{ result_type: 'timegrains', columns: [], metrics: [], orderby: [] }])
  },
  dataMask(_filter, value, options) {
    const duration = firstText(value)
    if (!duration) return { extraFormData: {}, filterState: { value: null } }
    const name = options?.rows.find((row) => row['duration'] === duration)?.['name']
    return {
      extraFormData: { time_grain_sqla: duration },
      filterState: { value: [duration], label: typeof name === 'string' ? name : duration },
    }
  },
  component: () => import('./TimeGrainFilter.tsx'),
  settings: () => import('./settings.ts'),
}
