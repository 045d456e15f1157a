import { describe, expect, it } from 'vitest'
import type { ConnectionSpec, EngineJob } from '../../engine/contracts.ts'
import { answerKey } from './answerKey.ts'

const embedded = (tables: Record<string, string>): ConnectionSpec => ({
  dialect: 'duckdb',
  databaseId: 1,
  tables,
  dataVersion: JSON.stringify(tables),
})
const jobOf = (connection: ConnectionSpec, sql: string, more: Partial<EngineJob> = {}): EngineJob => ({
  connection,
  sql,
  output: [],
  offsetHours: 0,
  postProcessing: [],
  encoding: 'rows',
  limits: { timeoutMs: 1, maxRows: 1, maxBytes: 1 },
  ...more,
})
const keyOf = (...given: Parameters<typeof jobOf>) => answerKey(jobOf(...given), [], { id: 1 })

const before = embedded({ Flights: '/a/flights.1.duckdb', births: '/a/births.1.duckdb', 'a"b': '/a/x.1.duckdb' })
const after = embedded({ Flights: '/a/flights.2.duckdb', births: '/a/births.1.duckdb', 'a"b': '/a/x.1.duckdb' })

describe('answerKey', () => {
  it('changes with the data of a table in the query, in any spelling', () => {
    for (const sql of ['FROM "Flights"', 'FROM flights', 'SELECT 1 FROM (SELECT * FROM FLIGHTS) t']) {
      expect(keyOf(before, sql)).not.toBe(keyOf(after, sql))
    }
    const offsets = [{ sql: 'FROM flights' }] as EngineJob['offsets']
    expect(keyOf(before, 'FROM births', { offsets })).not.toBe(keyOf(after, 'FROM births', { offsets }))
  })

  it('does not change with the data of other tables', () => {
    expect(keyOf(before, 'FROM births')).toBe(keyOf(after, 'FROM births'))
  })

  it('does not depend on file paths', () => {
    const moved = embedded({ births: '/b/births.1.duckdb' })
    expect(keyOf(moved, 'FROM births')).toBe(keyOf(embedded({ births: '/c/births.1.duckdb' }), 'FROM births'))
  })

  it('always includes names with quotes', () => {
    const other = embedded({ births: '/a/births.1.duckdb', Flights: '/a/flights.1.duckdb', 'a"b': '/a/x.2.duckdb' })
    expect(keyOf(before, 'FROM "a""b"')).not.toBe(keyOf(other, 'FROM "a""b"'))
  })

  it('distinguishes shapes, encodings and values read by templates', () => {
    const plain = keyOf(before, 'FROM births')
    const shape: EngineJob['shape'] = { name: 'links', options: { metrics: [], groups: [], roles: {} } }
    expect(keyOf(before, 'FROM births', { shape })).not.toBe(plain)
    expect(keyOf(before, 'FROM births', { encoding: 'columns' })).not.toBe(plain)
    expect(answerKey(jobOf(before, 'FROM births'), ['admin'], { id: 1 })).not.toBe(plain)
  })

  it('is shared by datasets until the results of one are invalidated', () => {
    const of = (id: number, answers_version = 0) => answerKey(jobOf(before, 'FROM births'), [], { id, answers_version })
    expect([of(2), keyOf(before, 'FROM births')]).toEqual([of(1), of(1)])
    const keys = [of(1), of(1, 1), of(1, 2), of(2, 1)]
    expect(new Set(keys).size).toBe(keys.length)
  })
})
