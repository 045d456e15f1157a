import { expect, it } from 'vitest'
import { authored, textsIn } from './authored.ts'

it('finds texts in values, and in JSON inside a text', () => {
  const value = { name: 'Sales', params: '{"metrics":["Sum of it"]}', ids: [1, null], title: '[Untitled' }
  expect([...textsIn(value)]).toEqual(expect.arrayContaining(['Sales', 'Sum of it', '[Untitled']))
})

it('finds the pieces of Markdown, which its tags separate', () => {
  expect([...textsIn('# Late\nat least **15 minutes** behind')]).toEqual(
    expect.arrayContaining([' Late', 'at least ', '15 minutes', ' behind']),
  )
})

it('reads what authors wrote, not the values of the contract beside it', () => {
  const rows = [
    { name: 'The north and the south', clause: "region\n= 'north'", filter_type: 'Regular', group_key: null },
  ]
  const found = new Set(authored(rows, ['name', 'clause', 'group_key']))
  for (const text of ['The north and the south', "region\n= 'north'", "region = 'north'"]) expect(found).toContain(text)
  expect(found).not.toContain('Regular')
})
