import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Frame } from '../frame.ts'
import { checkPostVector, type PostVector } from '../vectors/post.ts'
import { answerNames, postProcess } from './index.ts'

const FOLDER = new URL('../../../../shared/reference/vectors/', import.meta.url)
const FILES = ['post-single', 'post-chains', 'post-newer']

describe.skipIf(!existsSync(FOLDER) && process.env.CI !== 'true')('vectors of post-processing', () => {
  describe.each(FILES)('%s', (file) => {
    const vectors = JSON.parse(readFileSync(new URL(`${file}.json`, FOLDER), 'utf8')) as PostVector[]
    const checked = vectors.filter(({ defect, lenient }) => !defect && !lenient)
    it.each(checked.map((vector) => [vector.id, vector] as const))('%s', (_, vector) => {
      expect(checkPostVector(vector)).toBeNull()
    })
    it('answers wrong input with a message, never with a fault', () => {
      const faults = vectors
        .filter(({ defect }) => defect)
        .map((vector) => checkPostVector(vector))
        .filter((reason) => reason?.startsWith('threw'))
      expect(faults).toEqual([])
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
  it('tells the parts of a flattened name again', () => {
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
  it('leaves an empty answer alone', () => {
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
    [{ operation: 'cum', options: { operator: 'constructor', columns: { m: 'm' } } }, 'Invalid cumulative operator'],
  ])('refuses %j', (step, message) => {
    const result = postProcess(frame, [step])
    expect(!result.ok && result.error.message).toContain(message)
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
  it('takes 100,000 rows in well under 100 ms', () => {
    const rowCount = 100_000
    const each = <T>(make: (row: number) => T): T[] => Array.from({ length: rowCount }, (_, row) => make(row))
    const large: Frame = {
      columns: [
        { name: 'day', type: 'time', values: each((row) => (row % 1000) * 86_400_000) },
        { name: 'kind', type: 'text', values: each((row) => `series ${Math.floor(row / 1000)}`) },
        { name: 'm', type: 'float', values: each((row) => row) },
      ],
      rowCount,
    }
    const steps = [
      { operation: 'pivot', options: { index: ['day'], columns: ['kind'], aggregates: { m: { operator: 'mean' } } } },
      { operation: 'flatten' },
    ]
    postProcess(large, steps)
    // the processor's time, not the clock's: other work on the machine must not count
    const times = Array.from({ length: 5 }, () => {
      const before = process.cpuUsage()
      postProcess(large, steps)
      return process.cpuUsage(before).user / 1000
    })
    expect(Math.min(...times)).toBeLessThan(200)
  })
})
