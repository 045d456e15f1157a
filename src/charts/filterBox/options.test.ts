import { expect, it } from 'vitest'
import { answer } from '../testing/drawInput.ts'
import { readOptions } from './BoxFields.tsx'

it('a select lists each value of its column once, in their order', () => {
  const data = [answer({ region: [1, ['b', 'a', null, 'b', null, 'a']] })]
  const labelOf = (value: unknown) => `<${String(value)}>`
  expect(readOptions({ formData: { labelOf }, data })).toEqual([
    { value: 'b', label: '<b>' },
    { value: 'a', label: '<a>' },
    { value: null, label: '<null>' },
  ])
  expect(readOptions({ formData: { labelOf }, data: [] })).toEqual([])
})
