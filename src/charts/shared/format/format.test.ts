import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkFormatVector, type FormatVector } from '../../../../conformance/vectors/formats.ts'
import { numberFormatter, timeFormatter } from './index.ts'

const FILE = new URL('../../../../../shared/reference/vectors/formats.json', import.meta.url)

describe.skipIf(!existsSync(FILE) && process.env.CI !== 'true')('vectors of formats', () => {
  const vectors = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as FormatVector[]) : []
  it.each(vectors.map((vector) => [vector.id, vector] as const))('%s', (_, vector) => {
    expect(checkFormatVector(vector)).toBeNull()
  })
})

describe('numberFormatter', () => {
  it.each([
    ['DURATION_COL', 10_500, '0:10.5'],
    ['DURATION_COL', 3_661_000, '1:01:01'],
    ['DURATION_COL', 90_000_000, '1:01:00:00'],
    ['DURATION_COL', 0, '0:00'],
    ['MEMORY_DECIMAL', 1024, '1.02kB'],
    ['MEMORY_BINARY', 1024, '1KiB'],
    ['MEMORY_BINARY', -1_572_864, '-1.5MiB'],
    ['MEMORY_DECIMAL', 0, '0B'],
    ['MEMORY_TRANSFER_RATE_BINARY', 1024, '1KiB/s'],
    ['MEMORY_TRANSFER_RATE_DECIMAL', 2_500_000, '2.5MB/s'],
    ['SMART_NUMBER_SIGNED', 1234, '+1.23k'],
    ['SMART_NUMBER_SIGNED', -1234, '-1.23k'],
    ['%%%', 0.5, '50%'],
    ['$,0', 3, '$3.0000'],
    ['05,d', 3, '0,003'],
    ['0400000000,d', 3, '3 (Invalid format: 0400000000,d)'],
  ])('%s of %d is %s', (format, value, text) => {
    expect(numberFormatter(format)(value)).toBe(text)
  })
  it.each([
    [',.2f', { symbol: 'USD', symbolPosition: 'prefix' }, '$ 1,234.50'],
    ['$,.2f', { symbol: 'EUR', symbolPosition: 'suffix' }, '1,234.50 €'],
    ['.1%', { symbol: 'GBP', symbolPosition: '' }, '1e+3 £'],
    [undefined, { symbol: 'points', symbolPosition: 'suffix' }, '1.23k points'],
    [undefined, { symbol: '', symbolPosition: 'prefix' }, '1.23k'],
  ])('%s in %j is %s', (format, currency, text) => {
    expect(numberFormatter(format, currency)(1234.5)).toBe(text)
  })
})

describe('timeFormatter', () => {
  const time = Date.UTC(2021, 4, 1)
  it.each([
    [undefined, 'P1M', 'May 2021'],
    ['smart_date', 'P3M', '2021 Q2'],
    ['%Y-%m-%d', 'P1M', '2021-05-01 — 2021-05-31'],
    [undefined, 'P2W', 'May'],
    ['smart_date_detailed', undefined, '2021-05-01'],
  ])('%s by %s is %s', (format, grain, text) => {
    expect(timeFormatter(format, grain)(time)).toBe(text)
  })
})
