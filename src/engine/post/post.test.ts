import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkPostVector, type PostVector } from '../../../conformance/vectors/post.ts'
import { processorMs } from '../../model/testing/processorMs.ts'
import type { Frame } from '../frame.ts'
import { MISSING_COLUMNS } from './columns.ts'
import { answerNames, chartProcess, postProcess } from './index.ts'

const FOLDER = new URL('../../../../shared/reference/vectors/', import.meta.url)
const FILES = ['post-single', 'post-chains', 'post-newer']
const isThere = existsSync(FOLDER) || process.env.CI === 'true'
// the body of a skipped suite is still executed
const vectorsOf = (file: string): PostVector[] =>
  isThere ? JSON.parse(readFileSync(new URL(`${file}.json`, FOLDER), 'utf8')) : []

describe.skipIf(!isThere)('vectors of post-processing', () => {
  describe.each(FILES)('%s', (file) => {
    const vectors = vectorsOf(file)
    const checked = vectors.filter(({ defect, lenient }) => !defect && !lenient)
    it.each(checked.map((vector) => [vector.id, vector] as const))('%s', (_, vector) => {
      expect(checkPostVector(vector)).toBeNull()
    })
    it('responds to invalid input with a message, never with an exception', () => {
      for (const vector of vectors.filter(({ defect }) => defect)) {
        expect(() => checkPostVector(vector), vector.id).not.toThrow()
      }
    })
  })
})

const frame: Frame = {
  columns: [
    { name: 'day', type: 'time', values: [0, 0, 86_400_000] },
    { name: 'kind', type: 'text', values: ['a, b', 'c', null] },
    { name: 'size', type: 'float', values: [1, 2.5, 1] },
    { name: 'm', type: 'int', values: [1, 2, 3] },
  ],
  rowCount: 3,
}

describe('answerNames', () => {
  it('splits a flattened name into its parts', () => {
    const steps = [
      {
        operation: 'pivot',
        options: { index: ['day'], columns: ['kind', 'size'], aggregates: { m: { operator: 'mean' } } },
      },
      { operation: 'flatten' },
    ]
    const result = postProcess(frame, steps)
    expect(result.ok && answerNames(result.value)).toEqual({
      colnames: ['day', 'm, <NULL>, 1.0', 'm, a, b, 1.0', 'm, c, 2.5'],
      labelMap: {
        day: ['day'],
        'm, <NULL>, 1.0': ['m', '<NULL>', '1.0'],
        'm, a, b, 1.0': ['m', 'a, b', '1.0'],
        'm, c, 2.5': ['m', 'c', '2.5'],
      },
    })
  })
})

describe('postProcess', () => {
  it('does not change an empty result', () => {
    const empty = { columns: [], rowCount: 0 }
    expect(postProcess(empty, [{ operation: 'pivot', options: {} }])).toEqual({ ok: true, value: empty })
  })
  it('skips steps that are switched off', () => {
    expect(postProcess(frame, [null, undefined])).toEqual({ ok: true, value: frame })
  })
  it.each([
    [{ operation: 'toString' }, 'Unsupported post processing operation: toString'],
    [{ operation: '' }, '`operation` property of post processing object undefined'],
    [{ operation: 'select', options: { columns: 5 } }, '`columns` must be a list of column names'],
    [{ operation: 'diff', options: { columns: { kind: 'k' } } }, 'not numeric'],
    [{ operation: 'rolling', options: { columns: { none: 'n' } } }, 'Referenced columns not available in DataFrame.'],
    [
      { operation: 'rolling', options: { columns: { m: 'm' }, window: 9, rolling_type: 'quantile' } },
      'Invalid options for quantile: {}',
    ],
    [{ operation: 'cum', options: { operator: 'constructor', columns: { m: 'm' } } }, 'Invalid cumulative operator'],
  ])('refuses %j', (step, message) => {
    const result = postProcess(frame, [step])
    expect(!result.ok && result.error.message).toContain(message)
  })
  it('keeps the empty columns that later steps of a chart name, on our own pages only', () => {
    const missing = {
      ...frame,
      columns: frame.columns.map((each) => (each.name === 'm' ? { ...each, values: [null, null, null] } : each)),
    }
    const steps = [
      { operation: 'pivot', options: { index: ['day'], columns: ['kind'], aggregates: { m: { operator: 'mean' } } } },
      { operation: 'rename', options: { columns: { m: null }, level: 0 } },
      { operation: 'flatten' },
    ]
    expect(postProcess(missing, steps)).toMatchObject({ ok: false, error: { message: MISSING_COLUMNS } })
    const kept = chartProcess(missing, steps)
    expect(
      kept.ok &&
        kept.value.columns
          .slice(1)
          .flatMap(({ values }) => values)
          .every((cell) => cell === null),
    ).toBe(true)
    expect(kept.ok && kept.value.rowCount).toBeGreaterThan(0)
    expect(
      chartProcess(frame, [{ operation: 'cum', options: { operator: 'sum', columns: { no: 'no' } } }]),
    ).toMatchObject({
      error: { message: MISSING_COLUMNS },
    })
  })
  it('does not find a metric’s column among the series of a pivot', () => {
    const pivot = {
      operation: 'pivot',
      options: { index: ['day'], columns: ['kind'], aggregates: { m: { operator: 'mean' } } },
    }
    const result = postProcess(frame, [pivot, { operation: 'contribution', options: { columns: ['m'] } }])
    expect(!result.ok && result.error.message).toContain('Column "m" is not numeric')
  })
  it('mixes the name of a margin with the times of the index', () => {
    const options = { index: ['day'], aggregates: { m: { operator: 'sum' } }, marginal_distributions: true }
    const pivot = { operation: 'pivot', options }
    const flat = postProcess(frame, [pivot, { operation: 'flatten' }])
    expect(flat.ok && flat.value.columns[0]).toEqual({ name: 'day', type: 'object', values: [0, 86_400_000, 'All'] })
    const resampled = postProcess(frame, [pivot, { operation: 'resample', options: { rule: '1D', method: 'sum' } }])
    expect(!resampled.ok && resampled.error.message).toBe('Resample operation requires DatetimeIndex')
  })
  it('keeps all combinations of a two-level index, without series also values that only meet a missing one', () => {
    const pivot = (columns: string[]) => ({
      operation: 'pivot',
      options: {
        index: ['size', 'kind'],
        columns,
        aggregates: { m: { operator: 'sum' } },
        drop_missing_columns: false,
      },
    })
    const withLate = {
      ...frame,
      columns: frame.columns.with(2, { name: 'size', type: 'float' as const, values: [1, 1, 2] }),
    }
    const rowCount = (columns: string[]) => {
      const result = postProcess(withLate, [pivot(columns)])
      return result.ok && result.value.rowCount
    }
    expect(rowCount([])).toBe(4)
    expect(rowCount(['day'])).toBe(2)
  })
  it('formats a negative interval with negative days', () => {
    const result = postProcess(frame, [
      { operation: 'sort', options: { by: ['m'], ascending: false } },
      { operation: 'diff', options: { columns: { day: 'since' } } },
    ])
    expect(result.ok && result.value.columns.at(-1)?.values).toEqual([null, '-1 days +00:00:00', '0 days 00:00:00'])
  })
  it('does not change its input', () => {
    const before = structuredClone(frame)
    postProcess(frame, [
      { operation: 'cum', options: { operator: 'sum', columns: { m: 'm' } } },
      { operation: 'contribution', options: { columns: ['size', 'm'] } },
      { operation: 'sort', options: { by: ['m'], ascending: false } },
    ])
    expect(frame).toEqual(before)
  })
})

describe('pivot', () => {
  it('takes time in proportion to the rows', () => {
    const frame = (rowCount: number): Frame => {
      const each = <T>(make: (row: number) => T): T[] => Array.from({ length: rowCount }, (_, row) => make(row))
      return {
        columns: [
          { name: 'day', type: 'time', values: each((row) => (row % 1000) * 86_400_000) },
          { name: 'kind', type: 'text', values: each((row) => `series ${Math.floor(row / 1000)}`) },
          { name: 'm', type: 'float', values: each((row) => row) },
        ],
        rowCount,
      }
    }
    const steps = [
      { operation: 'pivot', options: { index: ['day'], columns: ['kind'], aggregates: { m: { operator: 'mean' } } } },
      { operation: 'flatten' },
    ]
    const leastMs = (rows: Frame) =>
      Math.min(...Array.from({ length: 5 }, () => processorMs(() => void postProcess(rows, steps))))
    const [small, large] = [frame(20_000), frame(200_000)]
    // ten times as many rows: comparing each row with every other one would take a hundred times as long
    expect(leastMs(large)).toBeLessThan(40 * Math.max(1, leastMs(small)))
  })
})
