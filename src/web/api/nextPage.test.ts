import { expect, it } from 'vitest'
import { nextPage } from './nextPage.ts'

const page = (rows: number, count: number) => ({ result: Array.from({ length: rows }, () => ({})), count, ids: [] })

it('reads the pages of a server that sends at most 100 rows to the end, although 200 are requested', () => {
  const [full, rest] = [page(100, 230), page(30, 230)]
  expect(nextPage(full, [full])).toBe(1)
  expect(nextPage(full, [full, full])).toBe(2)
  expect(nextPage(rest, [full, full, rest])).toBeUndefined()
})

it('stops at an empty page, regardless of the count', () => {
  expect(nextPage(page(0, 230), [page(100, 230), page(0, 230)])).toBeUndefined()
})
