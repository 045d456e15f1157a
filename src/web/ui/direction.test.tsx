import { afterEach, expect, it } from 'vitest'
import { inlineKey, inlineSign } from './direction.ts'

afterEach(() => {
  document.documentElement.dir = ''
})

it.each([
  ['ltr', 1, 'ArrowRight', 'ArrowLeft'],
  ['', 1, 'ArrowRight', 'ArrowLeft'],
  ['rtl', -1, 'ArrowLeft', 'ArrowRight'],
])('in a page of direction %j a width grows by %i, and %s leads to what follows', (dir, sign, forward, back) => {
  document.documentElement.dir = dir
  expect(inlineSign()).toBe(sign)
  expect([inlineKey(forward), inlineKey(back), inlineKey('Home')]).toEqual(['ArrowRight', 'ArrowLeft', 'Home'])
})
