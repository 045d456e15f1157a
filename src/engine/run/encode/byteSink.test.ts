import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Cell } from '../../frame.ts'
import { ByteSink } from './byteSink.ts'

const json = (cell: Cell) => {
  const sink = new ByteSink()
  sink.cell(cell)
  return sink.take().toString()
}
/** -0 and 0 are the same number in JSON as it is used here. */
const plain = (value: number) => (value === 0 ? 0 : value)

describe('numbers', () => {
  it('can be parsed back for any double', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        expect(JSON.parse(json(value))).toBe(Number.isFinite(value) ? plain(value) : null)
      }),
    )
  })
  it('can be parsed back for any decimal', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.nat(9), (units, places) => {
        const value = units / 10 ** places
        expect(JSON.parse(json(value))).toBe(plain(value))
      }),
    )
  })
  it('are as short as with JSON.stringify if they have few decimals', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(6), (units, places) => {
        const value = plain(units / 10 ** places)
        fc.pre(value === 0 || Math.abs(value) >= 1e-6)
        expect(json(value)).toBe(JSON.stringify(value))
      }),
    )
  })
  it('are literals at any size', () => {
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        expect(json(value)).toBe(value.toString())
      }),
    )
  })
})

describe('texts', () => {
  it('can be parsed back, escaped or not', () => {
    const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
    fc.assert(
      fc.property(anyText, (text) => {
        expect(JSON.parse(json(text))).toBe(text)
      }),
    )
  })
  it('count as plain only if their bytes are already JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const bytes = Buffer.from(text)
        const sink = new ByteSink()
        const isPlain = sink.plainText(bytes, 0, bytes.length)
        expect(isPlain).toBe(JSON.stringify(text) === `"${text}"`)
        expect(sink.take().toString()).toBe(isPlain ? `"${text}"` : '')
      }),
    )
  })
})

it('grows as needed and is reset after a take', () => {
  const sink = new ByteSink()
  for (let i = 0; i < 40_000; i++) sink.cell('some text that is long enough to grow')
  expect(sink.take().length).toBe(40_000 * 39)
  sink.cell([1, 'a', null, [true]])
  expect(sink.take().toString()).toBe('[1,"a",null,[true]]')
})
