import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatListState, type ListState, parseListState } from './listState.ts'

const initial: ListState = {
  page: 0,
  sortColumn: 'changed_on_delta_humanized',
  sortOrder: 'desc',
  search: '',
  filters: {},
  viewMode: 'table',
}

const states: fc.Arbitrary<ListState> = fc.record({
  page: fc.nat(1000),
  sortColumn: fc.constantFrom('changed_on_delta_humanized', 'dashboard_title'),
  sortOrder: fc.constantFrom('asc', 'desc'),
  search: fc.string({ unit: 'grapheme' }),
  filters: fc.dictionary(
    fc.constantFrom('owner', 'status', 'certified'),
    fc.oneof(fc.integer({ min: 0, max: 1e9 }), fc.boolean(), fc.string({ minLength: 1 })),
  ),
  viewMode: fc.constantFrom('table', 'card'),
})

describe('the address of a list', () => {
  it('reopens the same state', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(parseListState(formatListState(state, initial), initial)).toEqual(state)
      }),
    )
  })

  it('is empty for the initial list', () => {
    expect(formatListState(initial, initial)).toBe('')
  })

  it('keeps unknown parameters', () => {
    expect(formatListState({ ...initial, page: 2 }, initial, '?standalone=1&pageIndex=7')).toBe(
      '?standalone=1&pageIndex=2',
    )
  })

  it.each(['?filters=((', '?filters=!(1)', '?pageIndex=-3', '?pageIndex=x', '?sortOrder=up', '?viewMode=tree'])(
    'ignores %s',
    (search) => {
      expect(parseListState(search, initial)).toEqual(initial)
    },
  )
})
