import { describe, expect, it } from 'vitest'
import { cellBatch } from './batch.ts'
import { recordsWriter } from './writer.ts'

describe('records', () => {
  it('without columns are empty objects, as post-processing may leave them', () => {
    const writer = recordsWriter([])
    writer.write(cellBatch([], 2))
    expect(Buffer.concat(writer.finish()).toString()).toBe('[{},{}]')
  })
})
