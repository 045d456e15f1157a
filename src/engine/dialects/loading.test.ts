import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LoadOrder } from '../contracts.ts'
import { createEnginePool, type Pool } from '../run/pool.ts'
import { isMarked } from './tableLoading.ts'
import type { TestDatabase } from './testing/engineUnderTest.ts'
import { evaluateRows } from './testing/evaluate.ts'
import { failureOf } from './testing/failure.ts'
import { enginesUnderTest } from './testing/list.ts'

/** Loads files into tables of every database that accepts them. */

const folder = mkdtempSync(join(tmpdir(), 'sextant-load-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0

async function fileOf(query: string): Promise<string> {
  const path = join(folder, `${files++}.duckdb`)
  const instance = await DuckDBInstance.create(path)
  const connection = await instance.connect()
  await connection.run(`CREATE TABLE data AS ${query}`)
  connection.closeSync()
  instance.closeSync()
  return path
}

const TIMEOUT_MS = 60_000
let orders = 0
const order = (file: string, table: string, mode: LoadOrder['mode'] = 'create'): LoadOrder => ({
  file,
  schema: null,
  table,
  mode,
  staged: `sextant_upload_${process.pid}_${orders++}`,
})

const VALUES = `SELECT * FROM (VALUES
    (1::BIGINT, 0.5::DOUBLE, true, DATE '2024-02-29', TIMESTAMP '2024-02-29 12:34:56.5', 'it''s \\ "a" ключ', 12345678901234567890.25::DECIMAL(30,2)),
    (-9223372036854775808, -1e300, false, DATE '1999-12-31', TIMESTAMP '1999-12-31 23:59:59', '', -1),
    (NULL, NULL, NULL, NULL, NULL, NULL, NULL))
  AS t(i, f, b, d, ts, s, n)`

const loading = enginesUnderTest.filter(({ dialect }) => dialect.loading !== undefined)

it('every listed database that can be written accepts files', () => {
  expect(loading.map(({ name }) => name)).toEqual(['sqlite', 'postgresql', 'mariadb', 'clickhouse', 'trino'])
})

describe.each(loading)('$name', ({ isRunning, open, dialect, booleans }) => {
  describe.skipIf(!isRunning)('files (needs the engine)', () => {
    let pool: Pool
    let database: TestDatabase
    beforeAll(async () => {
      pool = createEnginePool({ memoryLimitMb: 256, children: 1, fileFolders: ['/'] })
      database = await open()
    }, 120_000)
    afterAll(async () => {
      await pool.close()
      await database?.close()
    })
    const load = (wanted: LoadOrder, signal?: AbortSignal) => pool.load(database.connection, wanted, TIMEOUT_MS, signal)
    const rows = (table: string, columns = '*') =>
      evaluateRows(pool, `SELECT ${columns} FROM ${dialect.quote(table)} ORDER BY 1`, database.connection)
    const tables = async () =>
      (await pool.catalog(database.connection, { ask: 'tables', catalog: null, schema: null })).map(({ name }) => name)

    it('become tables with all their values', async () => {
      expect(await load(order(await fileOf(VALUES), 'all_values'))).toEqual({ rows: 3 })
      const found = await rows('all_values', 'f, i, b, s')
      expect(found).toEqual(
        expect.arrayContaining([
          { f: -1e300, i: -9223372036854775808n, b: booleans.false, s: '' },
          { f: 0.5, i: 1, b: booleans.true, s: 'it\'s \\ "a" ключ' },
          { f: null, i: null, b: null, s: null },
        ]),
      )
      const typed = await pool.catalog(database.connection, {
        ask: 'table',
        catalog: null,
        schema: null,
        table: 'all_values',
      })
      expect(typed?.columns.map(({ type }) => dialect.genericType(type))).toEqual(
        dialect.name === 'mysql' ? [0, 0, 0, 2, 2, 1, 0] : [0, 0, 3, 2, 2, 1, 0],
      )
    })

    it('are rejected if the table was created in the meantime, and leave nothing', async () => {
      await load(order(await fileOf('SELECT 1 AS a'), 'taken'))
      const before = await tables()
      await failureOf(load(order(await fileOf('SELECT 2 AS a'), 'taken')))
      expect(await rows('taken')).toEqual([{ a: 1 }])
      expect(await tables()).toEqual(before)
    })

    it('replace a table, and append to one by the names of its columns', async () => {
      await load(order(await fileOf(`SELECT 1 AS a, 'x' AS b`), 'again'))
      await load(order(await fileOf(`SELECT 'y' AS b, 2 AS a`), 'again', 'append'))
      expect(await rows('again')).toEqual([
        { a: 1, b: 'x' },
        { a: 2, b: 'y' },
      ])
      await load(order(await fileOf(`SELECT 3 AS c`), 'again', 'replace'))
      expect(await rows('again')).toEqual([{ c: 3 }])
      const before = await tables()
      await failureOf(load(order(await fileOf(`SELECT 4 AS nothing`), 'again', 'append')))
      expect(await rows('again')).toEqual([{ c: 3 }])
      expect(await tables()).toEqual(before)
    })

    it('that two users load at once leave the rows of one of them', async () => {
      await load(order(await fileOf('SELECT 0 AS a'), 'wanted'))
      const one = await fileOf('SELECT 1 AS a FROM range(500)')
      const two = await fileOf('SELECT 2 AS a FROM range(500)')
      const before = await tables()
      await Promise.allSettled([load(order(one, 'wanted', 'replace')), load(order(two, 'wanted', 'replace'))])
      const found = await rows('wanted', 'a, COUNT(*) AS n').catch(() =>
        evaluateRows(pool, `SELECT a, COUNT(*) AS n FROM ${dialect.quote('wanted')} GROUP BY a`, database.connection),
      )
      expect(found).toHaveLength(1)
      expect([1, 2]).toContain(Number(found[0]?.['a']))
      expect(Number(found[0]?.['n'])).toBe(500)
      expect(await tables()).toEqual(before)
    })

    const [mark, mostRows] = ['sextant_report_1', 100]
    // scheduled queries cannot fill tables of other databases
    const isFilled = dialect.loading?.mark !== undefined
    const isOwn = async (table: string) => {
      const found = await pool.catalog(database.connection, { ask: 'table', catalog: null, schema: null, table })
      return found !== null && isMarked(found, mark)
    }

    if (isFilled) {
      it('rows of a query of the database fill a table, or leave it as it was', async () => {
        await load(order(await fileOf('SELECT 1 AS a UNION ALL SELECT 2'), 'source'))
        const source = dialect.quote('source')
        const wanted = order('', 'filled')
        const fill = (sql: string, mode: LoadOrder['mode']) =>
          load({ ...wanted, file: null, mode, query: { sql, mark, mostRows } })
        expect(await fill(`SELECT a * 10 AS b FROM ${source}`, 'create')).toEqual({ rows: 2 })
        expect((await rows('filled')).map(({ b }) => Number(b))).toEqual([10, 20])
        const before = await tables()
        await fill(`SELECT a * 100 AS c FROM ${source}`, 'replace')
        expect((await rows('filled')).map(({ c }) => Number(c))).toEqual([100, 200])
        await failureOf(fill(`SELECT missing FROM ${source}`, 'replace'))
        expect((await rows('filled')).map(({ c }) => Number(c))).toEqual([100, 200])
        expect(await tables()).toEqual(before)
        // an interrupted query has left its table
        await load({ ...wanted, file: null, mode: 'replace' })
        expect((await rows('filled')).map(({ c }) => Number(c))).toEqual([100, 200])
        expect(await tables()).toEqual(before)
      })

      it('a table that a query has filled has a mark, another table with its name has none', async () => {
        const wanted = order('', 'marked')
        const fill = (mode: LoadOrder['mode']) =>
          load({ ...wanted, file: null, mode, query: { sql: 'SELECT 1 AS a, 2 AS b', mark, mostRows } })
        await fill('create')
        expect(await isOwn('marked')).toBe(true)
        await fill('replace')
        expect([await isOwn('marked'), await rows('marked')]).toEqual([true, [{ a: 1, b: 2 }]])
        await database.execute(`DROP TABLE ${dialect.quote('marked')}`)
        await database.execute(
          `CREATE TABLE ${dialect.quote('marked')}${dialect.loading?.tail ?? ''} AS SELECT 1 AS a, 2 AS b`,
        )
        expect(await isOwn('marked')).toBe(false)
      })

      it('a query of too many rows changes nothing', async () => {
        const wanted = order('', 'few')
        const fill = (count: number, mode: LoadOrder['mode']) => {
          const sql = Array.from({ length: count }, (_, at) => `SELECT ${at} AS a`).join(' UNION ALL ')
          return load({ ...wanted, file: null, mode, query: { sql, mark, mostRows: 3 } })
        }
        const before = await tables()
        expect(await failureOf(fill(4, 'create'))).toMatchObject({ code: 'RESULT_TOO_LARGE_ERROR' })
        expect(await tables()).toEqual(before)
        expect(await fill(3, 'create')).toEqual({ rows: 3 })
        const filled = await tables()
        expect(await failureOf(fill(4, 'replace'))).toMatchObject({ code: 'RESULT_TOO_LARGE_ERROR' })
        expect(await rows('few', 'COUNT(*) AS n')).toEqual([{ n: 3 }])
        expect(await tables()).toEqual(filled)
      })
    }

    if (isFilled && dialect.takesSchema) {
      it('the names of a query are looked up in its schema', async () => {
        const schema = `looked_in_${process.pid}`
        const table = (table_name: string) => dialect.table({ catalog: null, schema, table_name })
        const kind = dialect.name === 'postgresql' ? 'SCHEMA' : 'DATABASE'
        await load(order(await fileOf('SELECT 1 AS a'), 'named'))
        await database.execute(`CREATE ${kind} ${schema}`)
        try {
          await database.execute(`CREATE TABLE ${table('named')}${dialect.loading?.tail ?? ''} AS SELECT 7 AS a`)
          const wanted = { ...order('', 'looked'), schema, file: null }
          const query = { sql: `SELECT a FROM ${dialect.quote('named')}`, lookIn: schema, mark, mostRows }
          for (const mode of ['create', 'replace'] as const) await load({ ...wanted, mode, query })
          expect(await evaluateRows(pool, `SELECT a FROM ${table('looked')}`, database.connection)).toEqual([{ a: 7 }])
          const place = { ask: 'table', catalog: null, schema, table: 'looked' } as const
          const found = await pool.catalog(database.connection, place)
          expect(found && isMarked(found, mark)).toBe(true)
        } finally {
          await database.execute(`DROP ${kind} ${schema}${dialect.name === 'postgresql' ? ' CASCADE' : ''}`)
        }
      })
    }

    it('that are cancelled leave nothing', async () => {
      // the fastest engine takes some seconds to load them, so that none is complete when a busy machine cancels late
      const many = await fileOf(`SELECT range AS a, repeat('x', 200) AS b FROM range(3000000)`)
      const before = await tables()
      const cancelled = order(many, 'half')
      const stop = new AbortController()
      setTimeout(() => stop.abort(), 700)
      expect(await failureOf(load(cancelled, stop.signal))).toMatchObject({ status: 499 })
      await load({ ...cancelled, file: null })
      expect(await tables()).toEqual(before)
    })
  })
})
