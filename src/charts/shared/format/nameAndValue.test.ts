import { expect, it } from 'vitest'
import { nameAndValue } from './nameAndValue.ts'

it.each([
  ['North', 'North: 3.9k'],
  ['東京', '東京: 3.9k'],
  ['مرحبا', 'مرحبا\u200e: 3.9k'],
  ['שלום (2)', 'שלום (2)\u200e: 3.9k'],
  ['مرحبا Berlin', 'مرحبا Berlin: 3.9k'],
])('%s and its value', (name, expected) => expect(nameAndValue(name, '3.9k')).toBe(expected))
