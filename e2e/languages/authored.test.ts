import { expect, it } from 'vitest'
import { authored, textsIn } from './authored.ts'

it('finds texts in values, and in JSON that a text holds', () => {
  const value = { name: 'Sales', params: '{"metrics":["Sum of it"]}', ids: [1, null], title: '[Untitled' }
  expect([...textsIn(value)]).toEqual(['Sales', '{"metrics":["Sum of it"]}', 'Sum of it', '[Untitled'])
})

it('reads what authors wrote, not the values of the contract beside it', () => {
  const rows = [
    { name: 'The north and the south', clause: "region\n= 'north'", filter_type: 'Regular', group_key: null },
  ]
  const found = new Set(authored(rows, ['name', 'clause', 'group_key']))
  expect(found).toEqual(new Set(['The north and the south', "region\n= 'north'", "region = 'north'"]))
})
