import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dialectOf } from '../../src/engine/dialects/index.ts'
import { evaluateRows } from '../../src/engine/dialects/testing/evaluate.ts'
import { createEnginePool } from '../../src/engine/run/pool.ts'
import { runTimeDeltas } from './timeDeltas.ts'
import { runTimeGrains } from './timeGrains.ts'
import { runTimeRanges } from './timeRanges.ts'

const folder = resolve(import.meta.dirname, '../../../shared/reference/vectors')
const isThere = existsSync(folder)
if (!isThere && process.env.CI === 'true') throw new Error(`no vectors in ${folder}`)
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown[]

describe.skipIf(!isThere)('vectors of the original (needs ../shared/reference)', () => {
  it('time ranges', () => {
    const report = runTimeRanges(read('time-ranges.json'))
    expect(report.failures).toEqual([])
    expect(report.passed).toBeGreaterThan(1000)
  })

  it('time deltas', () => {
    const report = runTimeDeltas(read('time-deltas.json'), dialectOf('duckdb'))
    expect(report.failures).toEqual([])
    expect(report.passed).toBeGreaterThan(70)
  })

  it('time grains', async () => {
    const pool = createEnginePool({ children: 1 })
    try {
      const report = await runTimeGrains(read('time-grains.json'), dialectOf('duckdb'), (sql) =>
        evaluateRows(pool, sql),
      )
      expect(report.failures).toEqual([])
      expect(report.passed).toBe(16)
    } finally {
      await pool.close()
    }
  })
})
