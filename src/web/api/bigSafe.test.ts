import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { parseBigSafe } from './bigSafe.ts'

const whole = JSON.parse

/** A reviver with the same result, for engines that expose the source text of a number. */
const withSource = (_key: string, value: unknown, context?: { source?: string }) =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? context?.source
    : value

describe('parseBigSafe', () => {
  it.each([
    ['{"a":9007199254740993}', { a: '9007199254740993' }],
    ['[-9223372036854775808,1]', ['-9223372036854775808', 1]],
    ['{"a":9007199254740991,"b":1.5}', { a: 9007199254740991, b: 1.5 }],
    ['{"a":"9007199254740993"}', { a: '9007199254740993' }],
    ['[1e300, 9007199254740993 ]', [1e300, '9007199254740993']],
    [
      '[9007199254740993,0.12345678901234567,1e-0000000000000000001,1.5e+00000000000000001]',
      ['9007199254740993', Number('0.12345678901234567'), 0.1, 15],
    ],
    [
      '[12345678901234567.5, 12345678901234567e1, 9007199254740993]',
      [Number('12345678901234567.5'), Number('12345678901234567e1'), '9007199254740993'],
    ],
    ['{"9007199254740993":9007199254740993}', { '9007199254740993': '9007199254740993' }],
    [
      String.raw`{"a":"\\\",9007199254740993,","b":[9007199254740993]}`,
      { a: '\\",9007199254740993,', b: ['9007199254740993'] },
    ],
    ['12345678901234567890.5', Number('12345678901234567890.5')],
  ])('%s', (text, value) => {
    expect(parseBigSafe(text)).toEqual(value)
  })

  it('works in browsers that do not expose the source text of a number', () => {
    const parse = vi.spyOn(JSON, 'parse').mockImplementation((text: string, reviver) => {
      expect(reviver).toBeUndefined()
      return whole(text)
    })
    expect(parseBigSafe('[9007199254740993]')).toEqual(['9007199254740993'])
    parse.mockRestore()
  })

  it('keeps the digits of every whole number, and only of those', () => {
    const number = fc.oneof(
      fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
    )
    const { json } = fc.letrec<{ json: string }>((tie) => ({
      json: fc.oneof(
        { depthSize: 'small' },
        number,
        fc
          .string({ unit: fc.constantFrom('"', '\\', ',', ':', '1234567890123456789', 'a', '\n') })
          .map((text) => JSON.stringify(text)),
        fc.array(tie('json')).map((items) => `[${items.join(', ')}]`),
        fc
          .array(fc.tuple(fc.string(), tie('json')))
          .map((entries) => `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`),
      ),
    }))
    fc.assert(
      fc.property(json, (text) => {
        expect(parseBigSafe(text)).toEqual(JSON.parse(text, withSource))
      }),
    )
  })

  it('equals JSON.parse for everything that fits', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!/\d{16}/.test(text))
        expect(parseBigSafe(text)).toEqual(JSON.parse(text))
      }),
    )
  })
})
