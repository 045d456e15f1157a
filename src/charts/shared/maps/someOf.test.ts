import { expect, it } from 'vitest'
import { someOf } from './someOf.ts'

it.each([
  [['A', 'B', 'C'], 'A, B, C'],
  [['A', 'B', 'C', 'D', 'E'], 'A, B, C, … (+2)'],
])('names the first values of %s, and counts the others', (values, text) => expect(someOf(values)).toBe(text))
