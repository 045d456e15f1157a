import { expect, it } from 'vitest'
import { filterValue } from './drillText.ts'

it.each([
  [{ col: 'a', op: '==', val: 'north' }, 'north'],
  [{ col: 'a', op: 'IS NULL' }, '<NULL>'],
  [{ col: 'lon', op: '>=', val: 9.5 }, '≥ 9.5'],
  [{ col: 'lon', op: '<', val: 10 }, '< 10'],
])('the value of %j is shown as %s', (filter, expected) => expect(filterValue(filter, undefined)).toBe(expected))
