import { describe, expect, it } from 'vitest'
import { cellBatch } from './batch.ts'
import { recordsWriter } from './writer.ts'

describe('records', () => {
  it('without columns are empty objects, as post-processing may leave them', () => {
    const writer = recordsWriter([])
    writer.write(cellBatch([], 2))
    expect(Buffer.concat(writer.finish()).toString()).toBe('[{},{}]')
  })

  it('have integers of any size, as texts in the pieces of SQL Lab, whose reader would round them', () => {
    const rows = cellBatch([[1, 9_007_199_254_740_993n, -9_007_199_254_740_993n, null]], 4)
    const written = (writer: ReturnType<typeof recordsWriter>) => {
      writer.write(rows)
      return Buffer.concat(writer.finish()).toString()
    }
    expect(written(recordsWriter(['n']))).toBe('[{"n":1},{"n":9007199254740993},{"n":-9007199254740993},{"n":null}]')
    expect(written(recordsWriter(['n'], { every: 10, at: [] }))).toBe(
      '[{"n":1},{"n":"9007199254740993"},{"n":"-9007199254740993"},{"n":null}]',
    )
  })
})
