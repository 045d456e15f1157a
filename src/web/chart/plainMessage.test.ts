import { expect, it } from 'vitest'
import { plainMessage } from './plainMessage.ts'

it.each([
  ['Error: no such table\nLINE 1: select', 'no such table'],
  ["Error: Columns missing in dataset: ['units']", 'Columns missing in dataset: “units”'],
  [`Columns missing in dataset: ['a', "it's"]`, "Columns missing in dataset: “a”, “it's”"],
  ["Columns missing in datasource: ['a']", 'Columns missing in datasource: “a”'],
  ["cannot cast ['a']", "cannot cast ['a']"],
])('%s', (message, plain) => {
  expect(plainMessage(message)).toBe(plain)
})
