import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packed, parsedRows, someRows, unpacked } from './results.ts'

const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.integer(),
  fc.constant(null),
  fc.array(fc.string()),
  fc.record({ a: fc.string() }),
)
const row = fc.dictionary(fc.string(), cell, { maxKeys: 4 })
const texts = (rows: readonly object[]) => rows.map((each) => JSON.stringify(each)).join(',')

describe('some rows of a piece', () => {
  it('are the same as those of the list, whatever they contain', () =>
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 20 }),
        fc.nat(25),
        fc.integer({ min: 1, max: 25 }),
        (rows, from, count) => {
          expect(someRows(texts(rows), from, from + count)).toBe(texts(rows.slice(from, from + count)))
        },
      ),
    ))
})

describe('a stored piece', () => {
  it('is the same text when it is read, whatever its rows contain', () =>
    fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), fc.nat(200), async (rows, times) => {
        const text = texts(Array.from({ length: times + 1 }, () => rows).flat())
        expect(await unpacked(await packed(Buffer.from(text)))).toBe(text)
      }),
    ))

  it('is compressed if it is long', async () => {
    const long = texts(Array.from({ length: 1000 }, (_each, at) => ({ id: at, name: `customer ${at}` })))
    expect((await packed(Buffer.from(long))).length).toBeLessThan(long.length / 4)
    expect(await packed(Buffer.from('{"a":1}'))).toBe('{"a":1}')
  })
})

describe('the rows of a piece', () => {
  it('keep integers that JavaScript cannot hold', () => {
    expect(parsedRows('{"a":9007199254740993,"b":1.5,"c":"9007199254740993"}')).toEqual([
      { a: 9007199254740993n, b: 1.5, c: '9007199254740993' },
    ])
  })
})
