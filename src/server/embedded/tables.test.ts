import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEnginePool, type Pool } from '../../engine/run/pool.ts'
import { openStore, type Store } from '../storage/open.ts'
import { compiledCode, shareCompiledCode } from '../testing/compiledCode.ts'
import { loadFolder } from './loadFolder.ts'
import { createEmbeddedTables, type EmbeddedTables, ensureExamplesDatabase } from './tables.ts'

let home: string
let files: string
let store: Store
let tables: EmbeddedTables
let pool: Pool
let databaseId: number
let skew = 0
const now = () => Date.now() + skew

beforeEach(async () => {
  skew = 0
  home = mkdtempSync(join(tmpdir(), 'sextant-tables-test-'))
  files = join(home, 'files')
  mkdirSync(files)
  shareCompiledCode(home)
  store = await openStore({ home, databaseUrl: undefined, poolSize: 1, now, said: () => undefined })
  databaseId = await ensureExamplesDatabase(store.db, now)
  tables = createEmbeddedTables(store.db, home, now)
  pool = createEnginePool({ children: 1, memoryLimitMb: 256, scratchFolder: join(home, 'scratch') })
})
afterEach(async () => {
  await pool.close()
  await store.db.destroy()
  rmSync(home, { recursive: true, force: true })
})

async function load(table: string, csv: string) {
  const source = join(files, `${table}.csv`)
  writeFileSync(source, csv)
  return tables.load({ databaseId, table, source, format: 'csv' })
}
async function sum(table: string): Promise<unknown> {
  const { body } = await pool.run({
    connection: await tables.connection(databaseId),
    sql: `SELECT sum(v) AS s FROM main."${table}"`,
    output: [],
    offsetHours: 0,
    postProcessing: [],
    encoding: 'columns',
    limits: { timeoutMs: 10_000, maxRows: 10, maxBytes: 1000 },
  })
  return (JSON.parse(`{${body.toString()}}`) as { columns: unknown[][] }).columns[0]?.[0]
}
const dataFiles = () => readdirSync(join(home, 'data')).sort()

describe('the examples database', () => {
  it('is created once', async () => {
    expect(await ensureExamplesDatabase(store.db, now)).toBe(databaseId)
    expect(await store.db.selectFrom('databases').select('id').execute()).toHaveLength(1)
  })
})

describe('load', () => {
  it('creates a table from a file, listed with its columns', async () => {
    expect((await tables.connection(databaseId)).tables).toEqual({})
    await load('my table', 'v,name\n1,a\n2,b\n')
    expect(await sum('my table')).toBe(3)
    expect(await tables.catalog(databaseId)).toMatchObject([
      {
        name: 'my table',
        type: 'table',
        columns: [
          { name: 'v', genericType: 0 },
          { name: 'name', genericType: 1 },
        ],
      },
    ])
  })

  it('replaces a table with a new generation, and changes the data version', async () => {
    await load('t', 'v\n1\n')
    const before = await tables.connection(databaseId)
    expect(await sum('t')).toBe(1)
    await load('t', 'v\n10\n')
    const after = await tables.connection(databaseId)
    expect(await sum('t')).toBe(10)
    expect(after.dataVersion).not.toBe(before.dataVersion)
    expect(after.tables['t']).not.toBe(before.tables['t'])
  })

  it('does not change the table if the new file is invalid', async () => {
    await load('t', 'v\n1\n')
    const before = dataFiles()
    await expect(load('t', '')).rejects.toThrow(/could not be read/)
    expect(await sum('t')).toBe(1)
    expect(dataFiles()).toEqual(before)
  })

  it('leaves no file if the registry cannot be written', async () => {
    const source = join(files, 'x.csv')
    writeFileSync(source, 'v\n1\n')
    await expect(tables.load({ databaseId: 999, table: 'x', source, format: 'csv' })).rejects.toThrow()
    expect(dataFiles()).toEqual([])
  })

  it('of one table twice at the same time results in one current generation', async () => {
    await Promise.all([load('t', 'v\n1\n'), load('t', 'v\n1\n'), load('u', 'v\n2\n')])
    const current = await store.db
      .selectFrom('table_generations')
      .select('table_name')
      .where('is_current', '=', true)
      .execute()
    expect(current.map((row) => row.table_name).sort()).toEqual(['t', 'u'])
    expect(await sum('t')).toBe(1)
  })

  it('supports table names that are not valid file names', async () => {
    await load('a', 'v\n7\n')
    await tables.load({ databaseId, table: '../../etc/passwd', source: join(files, 'a.csv'), format: 'csv' })
    expect(await sum('../../etc/passwd')).toBe(7)
    expect(dataFiles().every((name) => /^[\w -]+\.[0-9a-f]{12}\.duckdb$/.test(name))).toBe(true)
  })
})

describe('loadFolder', () => {
  it('loads valid files and reports invalid ones', async () => {
    writeFileSync(join(files, 'FCC 2018 Survey.csv'), 'v\n1\n')
    writeFileSync(join(files, 'broken.parquet'), 'no parquet')
    writeFileSync(join(files, 'notes.txt'), 'no table')
    const loaded = await loadFolder(tables, databaseId, files, () => undefined)
    expect(loaded.sort((a, b) => a.file.localeCompare(b.file))).toMatchObject([
      { file: 'broken.parquet', error: expect.stringMatching(/could not be read/) },
      { file: 'FCC 2018 Survey.csv', table: 'FCC 2018 Survey', rows: 1 },
    ])
  })
})

describe('npm run tables', () => {
  const run = (folder: string) =>
    spawnSync(process.execPath, [resolve(import.meta.dirname, '../tables.ts'), folder], {
      env: { ...process.env, SEXTANT_HOME: home, NODE_COMPILE_CACHE: compiledCode },
      encoding: 'utf8',
    })

  it('loads while a server runs, which then uses the new generation', async () => {
    await load('t', 'v\n1\n')
    expect(await sum('t')).toBe(1)
    writeFileSync(join(files, 't.csv'), 'v\n5\n6\n')
    const { status, stdout } = run(files)
    expect({ status, stdout }).toEqual({ status: 0, stdout: 't: 2 rows\n' })
    // the server looks for new generations again after a while
    skew += 1000
    expect(await sum('t')).toBe(11)
  })

  it('shows tables loaded by another process to all concurrent callers', async () => {
    await load('seen', 'v\n1\n')
    const before = await tables.connection(databaseId)
    const source = join(files, 'late.csv')
    writeFileSync(source, 'v\n2\n')
    const other = createEmbeddedTables(store.db, home, now)
    await other.load({ databaseId, table: 'late', source, format: 'csv' })
    skew += 1000
    const burst = await Promise.all(Array.from({ length: 10 }, () => tables.connection(databaseId)))
    expect(Object.keys(before.tables)).toEqual(['seen'])
    for (const connection of burst) expect(Object.keys(connection.tables)).toContain('late')
  })

  it('reports an error in one line', () => {
    expect(run(join(home, 'nowhere'))).toMatchObject({
      status: 1,
      stdout: `The folder ${join(home, 'nowhere')} does not exist.\n`,
    })
    writeFileSync(join(files, 'broken.json'), '{')
    expect(run(files)).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^broken.json: The file could not be read: .*\n$/),
    })
  })
})

describe('removeOldGenerations', () => {
  it('keeps recently replaced generations, and deletes them later', async () => {
    await load('t', 'v\n1\n')
    await load('t', 'v\n2\n')
    await tables.removeOldGenerations()
    expect(dataFiles()).toHaveLength(2)
    skew = 700_000
    await tables.removeOldGenerations()
    expect(dataFiles()).toHaveLength(1)
    expect(await store.db.selectFrom('table_generations').select('id').execute()).toHaveLength(1)
    expect(await sum('t')).toBe(2)
  })

  it('deletes files of failed loads, but not of running ones', async () => {
    await load('t', 'v\n1\n')
    const [left, loading] = [
      join(home, 'data/left.000000000000.duckdb.loading'),
      join(home, 'data/new.000000000000.duckdb'),
    ]
    mkdirSync(left)
    writeFileSync(join(left, 'table.partial'), '')
    writeFileSync(loading, '')
    utimesSync(left, 0, 0)
    await tables.removeOldGenerations()
    expect([existsSync(left), existsSync(loading)]).toEqual([false, true])
    expect(await sum('t')).toBe(1)
  })
})
