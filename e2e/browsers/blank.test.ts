import { Resvg } from '@resvg/resvg-js'
import { expect, it } from 'vitest'
import { isBlank } from './blank.ts'

const drawn = (content: string) =>
  new Resvg(`<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200">${content}</svg>`).render().asPng()

it.each([
  ['black', '<rect width="300" height="200" fill="#000"/>', true],
  ['transparent', '', true],
  ['in one color', '<rect width="300" height="200" fill="#12345678"/>', true],
  ['with a line', '<rect width="300" height="200"/><path d="M3 7L290 180" stroke="#fff"/>', false],
  ['with a mark', '<rect width="300" height="200"/><circle cx="20" cy="20" r="4" fill="#4269d0"/>', false],
])('a window %s', (_, content, expected) => {
  expect(isBlank(drawn(content))).toBe(expected)
})
