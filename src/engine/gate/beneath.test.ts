import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectionSpec } from '../contracts.ts'
import { fileFolder } from '../dialects/testing/embedded.ts'
import type { TestDatabase } from '../dialects/testing/engineUnderTest.ts'
import { enginesUnderTest } from '../dialects/testing/list.ts'
import { createEnginePool, type Pool } from '../run/pool.ts'
import { plainJob } from '../run/testing/job.ts'
import { ESCAPES } from './testing/escapes.ts'
import { openSales } from './testing/salesTable.ts'

/**
 * Runs every statement that the gate must reject directly on the read-only session of each engine, without the gate:
 * nothing may change.
 */

const CANARY = 'canary-51c2'
/** Long enough for anything that works; blocked statements are stopped. */
const LIMITS = { timeoutMs: 3000, maxRows: 10_000, maxBytes: 2 ** 20 }

let pool: Pool
let folder: string
beforeAll(() => {
  pool = createEnginePool({ children: 1, fileFolders: [fileFolder] })
  // a server may run as another user, who needs access
  folder = mkdtempSync(join(tmpdir(), 'beneath-'))
  writeFileSync(join(folder, 'secret.csv'), CANARY)
})
afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true })
})

async function answerTo(sql: string, connection: ConnectionSpec): Promise<string> {
  return pool.run(plainJob(connection, sql, { limits: LIMITS })).then(
    ({ body }) => String(body),
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
}

/** MySQL's read-only sessions do not forbid everything: the third barrier is an account that may only read. */
async function reader({ connection, execute }: TestDatabase): Promise<ConnectionSpec> {
  if (connection.dialect !== 'mysql' || !('options' in connection)) return connection
  const options = connection.options as Record<string, unknown>
  const name = `reader_${process.pid}`
  await execute(`CREATE USER ${name} IDENTIFIED BY 'reads'`)
  await execute(`GRANT SELECT ON ${options.database}.* TO ${name}`)
  return { ...connection, options: { ...options, username: name, password: 'reads' }, dataVersion: name }
}

/**
 * The test engine is also its own client, and writing files is a feature of clients: a server rejects such a statement.
 */
const isOfClient = (dialect: string, sql: string) => dialect === 'clickhouse' && /INTO OUTFILE/.test(sql)

const running = enginesUnderTest.filter(({ name }) => name !== 'duckdb')

describe.each(running)('$name', (engine) => {
  const { dialect } = engine
  describe.skipIf(!engine.isRunning)('beneath the gate', () => {
    let database: TestDatabase
    let before: string
    let connection: ConnectionSpec
    const read = async () => answerTo(`SELECT region, amount FROM sales ORDER BY amount`, connection)

    beforeAll(async () => {
      database = await openSales(engine, [
        ['north', 5, 1],
        ['south', 7, 1],
      ])
      connection = await reader(database)
      before = await read()
      expect(before).toContain('north')
    }, 240_000)
    afterAll(() => database.close())

    it('changes no table and creates no file', async () => {
      const out = join(folder, `out-${dialect.name}`)
      const seen: string[] = []
      for (const statement of ESCAPES[dialect.name] ?? []) {
        if (isOfClient(dialect.name, statement)) continue
        const sql = statement.replaceAll('{file}', join(folder, 'secret.csv')).replaceAll('{out}', out)
        const answer = await answerTo(sql, connection)
        if (answer.includes(CANARY) && !answer.includes(sql)) seen.push(statement)
        if (existsSync(out)) throw new Error(`made a file: ${statement}`)
      }
      expect(await read()).toBe(before)
      expect(readdirSync(folder)).toEqual(['secret.csv'])
      expect(readFileSync(join(folder, 'secret.csv'), 'utf8')).toBe(CANARY)
      // what a server's superuser may read depends on its privileges; a file database has no such user
      if (dialect.name === 'sqlite') expect(seen).toEqual([])
    }, 1_200_000)
  })
})
