import { expect, it } from 'vitest'
import { fieldsOfRow } from './catalog.ts'

it.each([
  ['row(ds date, region varchar)', ['ds', 'region']],
  [
    'row("a, ""b""" decimal(3, 2), inner row(x bigint, y map(varchar, bigint)), last timestamp(6) with time zone)',
    ['a, "b"', 'inner', 'last'],
  ],
  ['bigint', []],
])('the fields of %s are %j', (type, names) => {
  expect(fieldsOfRow(type)).toEqual(names)
})
