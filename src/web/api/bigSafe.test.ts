import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBigSafe } from './bigSafe.ts'

describe('parseBigSafe', () => {
  it.each([
    ['{"a":9007199254740993}', { a: '9007199254740993' }],
    ['[-9223372036854775808,1]', ['-9223372036854775808', 1]],
    ['{"a":9007199254740991,"b":1.5}', { a: 9007199254740991, b: 1.5 }],
    ['{"a":"9007199254740993"}', { a: '9007199254740993' }],
    ['[1e300, 9007199254740993 ]', [1e300, '9007199254740993']],
    ['12345678901234567890.5', Number('12345678901234567890.5')],
  ])('%s', (text, value) => {
    expect(parseBigSafe(text)).toEqual(value)
  })

  it('is JSON.parse for everything that fits', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!/\d{16}/.test(text))
        expect(parseBigSafe(text)).toEqual(JSON.parse(text))
      }),
    )
  })
})
