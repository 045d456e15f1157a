import { describe, expect, it } from 'vitest'
import { parseIds, parseInfoQuery, parseListQuery, parseRelatedQuery } from './listQuery.ts'

describe('parseListQuery', () => {
  it('has defaults for everything', () => {
    expect(parseListQuery(undefined)).toEqual({
      columns: [],
      keys: undefined,
      filters: [],
      orderColumn: undefined,
      orderDirection: 'desc',
      page: 0,
      pageSize: undefined,
    })
  })

  it('ignores unknown keys', () => {
    expect(parseListQuery({ nonsense: 1, page: 2, page_size: -1 })).toMatchObject({ page: 2, pageSize: -1 })
  })

  it.each([
    [[], "[] is not of type 'object'"],
    [{ page_size: 'a' }, "'a' is not of type 'integer'"],
    [{ page_size: null }, "None is not of type 'integer'"],
    [{ page_size: 1.5 }, "1.5 is not of type 'integer'"],
    [{ page: -1 }, '-1 is less than the minimum of 0'],
    [{ columns: 'id' }, "'id' is not of type 'array'"],
    [{ columns: [1] }, "1 is not of type 'string'"],
    [{ keys: ['nope'] }, "'nope' is not one of ['list_columns', 'order_columns', 'label_columns', "],
    [{ order_direction: 'sideways' }, "'sideways' is not one of ['asc', 'desc']"],
    [{ order_column: 1 }, "1 is not of type 'string'"],
    [{ filters: [{ col: 'a', opr: 'eq' }] }, "'value' is a required property"],
    [{ filters: [{ col: 'a', opr: 'eq', value: null }] }, 'None is not valid under any of the given schemas'],
    [{ filters: [{ opr: 'eq', value: 1 }] }, "'col' is a required property"],
    [{ filters: [null] }, "'' is not of type 'object'"],
    [{ filters: {} }, "{} is not of type 'array'"],
  ])('%j is a violation', (q, message) => {
    expect(() => parseListQuery(q)).toThrow(`Not a valid rison schema ${message}`)
  })
})

describe('the other calls', () => {
  it('reads ids', () => expect(parseIds([1, 2])).toEqual([1, 2]))
  it.each([[['a']], [undefined], [{}], [[1.5]], [3]])('%j is not a list of ids', (q) => {
    expect(() => parseIds(q)).toThrow('Not a valid rison schema')
  })
  it('reads the requested keys of _info', () => {
    expect(parseInfoQuery({ keys: ['permissions'] })).toEqual(['permissions'])
    expect(parseInfoQuery({ keys: ['none'] })).toEqual([])
    expect(parseInfoQuery(undefined)).toHaveLength(6)
  })
  it('accepts a number as the text of a related filter', () => {
    expect(parseRelatedQuery({ filter: 1 })).toMatchObject({ filter: '1', page: 0, includeIds: [] })
    expect(() => parseRelatedQuery({ filter: 1, page: 'a' })).toThrow("'a' is not of type 'integer'")
  })
})
