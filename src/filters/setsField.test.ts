import { describe, expect, it } from 'vitest'
import { parseMetadata } from '../model/dashboard/dashboardMetadata.ts'
import { isNativeFilter } from '../model/dashboard/dashboardState.ts'
import { filterTypes } from './index.ts'
import { setsField } from './setsField.ts'

const filterOf = (filterType: string) =>
  parseMetadata({
    native_filter_configuration: [
      { id: 'NATIVE_FILTER-1', type: 'NATIVE_FILTER', name: 'A', filterType, targets: [{}] },
    ],
  }).native_filter_configuration.find(isNativeFilter)!

describe('filter types by the field that their values set', () => {
  it.each([
    ['granularity_sqla', ['filter_timecolumn']],
    ['interactive_groupby', ['filter_groupby']],
    ['time_grain_sqla', ['filter_timegrain']],
  ] as const)('%s: %j', (field, expected) => {
    const found = filterTypes.map(({ type }) => type).filter((type) => setsField(filterOf(type), field))
    expect(found).toEqual(expected)
  })

  it('an unknown type sets nothing', () => expect(setsField(filterOf('filter_gone'), 'time_range')).toBe(false))
})
