import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectionSpec } from '../contracts.ts'
import { evaluateRows } from '../dialects/testing/evaluate.ts'
import { ingestFile } from '../ingest/ingest.ts'
import { createEnginePool, type Pool } from '../run/pool.ts'
import { createGate, type Gate } from './gate.ts'
import { ESCAPES } from './testing/escapes.ts'

let pool: Pool
let gate: Gate
let folder: string
let embedded: ConnectionSpec

const CANARY = 'canary-51c2'

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'escapes-'))
  writeFileSync(join(folder, 'sales.csv'), 'region,amount\nnorth,5\nsouth,7\n')
  writeFileSync(join(folder, 'secret.csv'), `word\n${CANARY}\n`)
  await ingestFile(join(folder, 'sales.csv'), 'csv', join(folder, 'sales.duckdb'))
  pool = createEnginePool({ children: 1 })
  gate = createGate(pool)
  embedded = { dialect: 'duckdb', databaseId: 1, tables: { sales: join(folder, 'sales.duckdb') }, dataVersion: '1' }
})
afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true })
})

const connectionOf = (dialect: string): ConnectionSpec =>
  dialect === 'duckdb' ? embedded : { dialect, databaseId: 2, options: {}, dataVersion: '1' }

describe.each(Object.entries(ESCAPES))('%s', (dialect, statements) => {
  it('has at least 80 of them, without duplicates', () => {
    expect(new Set(statements).size).toBe(statements.length)
    expect(statements.length).toBeGreaterThanOrEqual(80)
  })

  it.each(statements)('refuses %s', async (sql) => {
    const connection = connectionOf(dialect)
    expect(await gate.query(connection, sql, dialect === 'duckdb' ? ['sales'] : null)).toMatchObject({ ok: false })
    // BEGIN alone is a column name, LOAD 'x' is a typed literal
    if (/^\w+$|^LOAD '/.test(sql)) return
    expect(await gate.expression(connection, sql, true)).toMatchObject({ ok: false })
    expect(await gate.expression(connection, sql.replace(/^SELECT /, ''), false)).toMatchObject(
      // reading from the tables of the query itself is not an escape
      /^SELECT (1|\*|region)\b[^(]*$/.test(sql) ? {} : { ok: false },
    )
  })
})

describe('beneath the gate, the embedded engine', () => {
  it('runs none of them with an effect', async () => {
    const out = join(folder, 'out')
    const before = readdirSync(folder).sort()
    const bytes = readFileSync(join(folder, 'sales.duckdb'))
    const rows = await evaluateRows(pool, 'SELECT * FROM sales', embedded)
    for (const statement of ESCAPES.duckdb ?? []) {
      const sql = statement.replaceAll('{file}', join(folder, 'secret.csv')).replaceAll('{out}', out)
      const answer = await evaluateRows(pool, sql, embedded).catch((error: unknown) => error)
      const text = answer instanceof Error ? answer.message : JSON.stringify(answer)
      expect(text, statement).not.toContain(CANARY)
    }
    expect(readdirSync(folder).sort()).toEqual(before)
    expect(readFileSync(join(folder, 'sales.duckdb')).equals(bytes)).toBe(true)
    expect(await evaluateRows(pool, 'SELECT * FROM sales', embedded)).toEqual(rows)
  }, 240_000)
})
