import { describe, expect, it } from 'vitest'
import type { Frame } from '../frame.ts'
import { chartTable } from './chartTable.ts'

const frame: Frame = { columns: [{ name: 'n', type: 'int', values: [1234] }], rowCount: 1 }

describe('number formats of a table', () => {
  it.each([
    [',d', '1,234'],
    ['_>8d', '____1234'],
    ['no format', 1234],
    // a width whose cells would fill the memory
    ['1000000000d', 1234],
    ['=^1000000,d', 1234],
  ])('%s', (format, shown) => {
    expect(chartTable(frame, { kind: 'table', names: {}, formats: { n: format } }).columns[0]?.values).toEqual([shown])
  })
})
