import { expect, it } from 'vitest'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { drawing, symbolSize } from './drawing.ts'
import { readNetwork } from './network.ts'
import type { GraphForm } from './query.ts'

const data = answer({
  from: [1, ['a', 'b', 'a', 'c']],
  to: [1, ['b', 'c', 'c', 'd']],
  kind: [1, ['x', null, 'y', 'z']],
  other: [1, ['y', 'y', 'z', null]],
  n: [0, [10, 4, null, 1]],
})
const input = (saved: Record<string, unknown> = {}) =>
  drawInput(
    openSaved({ viz_type: 'graph_chart', source: 'from', target: 'to', metric: 'n', ...saved })!.formData as GraphForm,
    [data],
  )

it('the value of a name is the sum of its links; rows without a value are ignored', () => {
  const { links, knots } = readNetwork(input())
  expect(links).toHaveLength(3)
  expect(knots.map(({ name, value }) => [name, value])).toEqual([
    ['a', 10],
    ['b', 14],
    ['c', 5],
    ['d', 1],
  ])
})

it('a name has the first of its categories', () => {
  const { knots } = readNetwork(input({ source_category: 'kind', target_category: 'other' }))
  expect(knots.map(({ name, category }) => [name, category])).toEqual([
    ['a', 'x'],
    ['b', 'y'],
    ['c', 'y'],
    ['d', 'N/A'],
  ])
})

it('symbols are half to two and a half times the base size', () => {
  const size = symbolSize({ baseNodeSize: 20 }, [{ value: 1 }, { value: 5 }, { value: 9 }])
  expect([1, 5, 9].map(size)).toEqual([10, 30, 50])
})

it('filters by the column in which a name occurs first', () => {
  const filters = (name: string) => drawing.crossFilter!(input(), { name })?.extraFormData?.filters
  expect(filters('b')).toEqual([{ col: 'to', op: 'IN', val: ['b'] }])
  expect(filters('a')).toEqual([{ col: 'from', op: 'IN', val: ['a'] }])
  expect(filters('nobody')).toBeUndefined()
})

it('a link is a mark without a filter, which stands for the rows with both of its ends', () => {
  const marks = drawing.marks!(input())
  expect(marks.map(({ label }) => label)).toEqual(['a', 'b', 'c', 'd', 'a → b', 'b → c', 'c → d'])
  expect(drawing.crossFilter!(input(), marks[5]!)).toBeNull()
  expect(drawing.drill!(input(), marks[5]!)?.filters).toEqual([
    { col: 'from', op: '==', val: 'b' },
    { col: 'to', op: '==', val: 'c' },
  ])
  expect(drawing.drill!(input(), marks[1]!)?.filters).toEqual([{ col: 'to', op: '==', val: 'b' }])
})
