import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileFolder, sqliteUnderTest } from '../../src/engine/dialects/testing/embedded.ts'
import type { EngineUnderTest, TestDatabase } from '../../src/engine/dialects/testing/engineUnderTest.ts'
import { evaluateRows } from '../../src/engine/dialects/testing/evaluate.ts'
import { enginesUnderTest } from '../../src/engine/dialects/testing/list.ts'
import { createEnginePool, type Pool } from '../../src/engine/run/pool.ts'
import { runTimeGrains } from './timeGrains.ts'

const file = resolve(import.meta.dirname, '../../../shared/reference/vectors/time-grains.json')
const folder = join(file, '..')

/** The engines on which the time grains of the original were recorded, with the number of vectors. */
const recorded: [EngineUnderTest | undefined, number][] = [
  [sqliteUnderTest, 48],
  [enginesUnderTest.find(({ name }) => name === 'postgresql'), 32],
  [enginesUnderTest.find(({ name }) => name === 'mariadb'), 36],
]

let pool: Pool
beforeAll(() => {
  pool = createEnginePool({ children: 1, fileFolders: [fileFolder] })
})
afterAll(() => pool.close())

for (const [engine, count] of recorded) {
  describe.skipIf(!engine?.isRunning || !hasVectors())(`recorded time grains on ${engine?.name}`, () => {
    let database: TestDatabase | undefined
    beforeAll(async () => {
      database = await engine?.open()
    })
    afterAll(() => database?.close())

    it('equal ours', async () => {
      const { dialect } = engine as EngineUnderTest
      const { connection } = database as TestDatabase
      const output = [{ label: 'bucket', time: { format: null } }]
      const vectors = JSON.parse(readFileSync(file, 'utf8')) as unknown[]
      const report = await runTimeGrains(vectors, dialect, (sql) => evaluateRows(pool, sql, connection, output))
      expect(report.failures).toEqual([])
      expect(report.passed).toBe(count)
    })
  })
}

function hasVectors(): boolean {
  try {
    return readFileSync(file).length > 0
  } catch {
    if (process.env['CI'] === 'true') throw new Error(`no vectors in ${folder}`)
    return false
  }
}
