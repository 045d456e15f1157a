import { expect, it } from 'vitest'
import { tagAddress, tagIn } from './tagAddress.ts'

it.each([
  ['?id=7', { id: 7 }],
  ['?tags=north%20sea', { name: 'north sea' }],
  ['?id=x', undefined],
  ['?id=99999999999', undefined],
  ['?tags=', undefined],
  ['', undefined],
])('%j', (search, tag) => {
  expect(tagIn(search)).toEqual(tag)
})

it('an address leads to its tag', () => {
  expect(tagIn(tagAddress(12).split('?')[1] ?? '')).toEqual({ id: 12 })
})
