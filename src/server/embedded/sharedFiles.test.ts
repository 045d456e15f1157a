import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEnginePool } from '../../engine/run/pool.ts'
import { makeBackup } from '../backup/backup.ts'
import type { SharedFilesConfig } from '../sharedFilesSettings.ts'
import { openStore, type Store } from '../storage/open.ts'
import { shareCompiledCode } from '../testing/compiledCode.ts'
import { hasObjectStorage, type ObjectStorage, startObjectStorage } from '../testing/objectStorage.ts'
import { openSharedFiles } from './openSharedFiles.ts'
import type { SharedFiles } from './sharedFiles.ts'
import { createEmbeddedTables, type EmbeddedTables, ensureExamplesDatabase } from './tables.ts'

/** Two nodes with one metadata store, each with its own home folder. */

const folder = mkdtempSync(join(tmpdir(), 'sextant-shared-'))
let storage: ObjectStorage | undefined
beforeAll(async () => {
  if (hasObjectStorage) storage = await startObjectStorage()
}, 240_000)
afterAll(async () => {
  await storage?.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Place {
  name: string
  isThere: boolean
  config(): SharedFilesConfig | undefined
}
const places: Place[] = [
  { name: 'a folder', isThere: true, config: () => ({ kind: 'folder', path: join(folder, 'shared') }) },
  { name: 'a bucket', isThere: hasObjectStorage || process.env['CI'] === 'true', config: () => storage?.config },
]

describe.each(places)('tables that nodes share in $name', ({ isThere, config }) => {
  let homes: string[]
  let store: Store
  let nodes: EmbeddedTables[]
  let shared: SharedFiles
  let databaseId: number
  let skew = 0
  const now = () => Date.now() + skew

  beforeEach(async (context) => {
    if (!isThere) context.skip()
    skew = 0
    homes = ['one', 'other'].map((name) => mkdtempSync(join(folder, `${name}-`)))
    shareCompiledCode(homes[0] as string)
    store = await openStore({
      home: homes[0] as string,
      databaseUrl: undefined,
      poolSize: 1,
      now,
      said: () => undefined,
    })
    databaseId = await ensureExamplesDatabase(store.db, now)
    shared = (await openSharedFiles(config())) as SharedFiles
    nodes = homes.map((home) => createEmbeddedTables(store.db, home, now, { shared }))
  })
  afterEach(async () => {
    await store?.db.destroy()
  })

  async function load(node: number, csv: string, ifExists?: 'append') {
    const source = join(homes[node] as string, 'source.csv')
    writeFileSync(source, csv)
    const more = ifExists === undefined ? {} : { ifExists }
    await nodes[node]?.load({ databaseId, table: 'births', source, format: 'csv', ...more })
  }
  const filesOf = (node: number) => readdirSync(join(homes[node] as string, 'data')).sort()
  const current = () => store.db.selectFrom('table_generations').select('file').where('is_current', '=', true).execute()

  async function sum(node: number): Promise<unknown> {
    const pool = createEnginePool({
      children: 1,
      memoryLimitMb: 256,
      scratchFolder: join(homes[node] as string, 'scratch'),
    })
    try {
      const connection = await (nodes[node] as EmbeddedTables).connection(databaseId)
      const { body } = await pool.run({
        connection,
        sql: 'SELECT sum(v) AS s FROM main.births',
        output: [],
        offsetHours: 0,
        postProcessing: [],
        encoding: 'columns',
        limits: { timeoutMs: 10_000, maxRows: 10, maxBytes: 1000 },
      })
      return (JSON.parse(`{${body.toString()}}`) as { columns: unknown[][] }).columns[0]?.[0]
    } finally {
      await pool.close()
    }
  }

  it('are read, appended to, replaced and deleted on any node', async () => {
    await load(0, 'v\n1\n2\n')
    expect(await sum(1)).toBe(3)
    await load(1, 'v\n10\n', 'append')
    expect(await sum(0)).toBe(13)
    const [row] = await current()
    await nodes[0]?.drop(databaseId, 'births')
    expect(await shared.has(row?.file ?? '')).toBe(false)
    expect(existsSync(join(homes[0] as string, row?.file ?? ''))).toBe(false)
  })

  it('are copied once for any number of concurrent requests, without leaving partial files', async () => {
    await load(0, 'v\n1\n')
    let copies = 0
    const counting = { ...shared, fetch: (name: string, path: string) => ((copies += 1), shared.fetch(name, path)) }
    const node = createEmbeddedTables(store.db, homes[1] as string, now, { shared: counting })
    await Promise.all(Array.from({ length: 8 }, () => node.connection(databaseId)))
    await node.connection(databaseId)
    expect(copies).toBe(1)
    expect(filesOf(1)).toEqual(filesOf(0))
  })

  it('from before they were shared are copied to the other nodes', async () => {
    const before = createEmbeddedTables(store.db, homes[0] as string, now)
    const source = join(homes[0] as string, 'source.csv')
    writeFileSync(source, 'v\n4\n')
    await before.load({ databaseId, table: 'births', source, format: 'csv' })
    await expect(nodes[1]?.connection(databaseId)).rejects.toMatchObject({ status: 503 })
    // nothing remains of the failed copy
    expect(filesOf(1)).toEqual([])
    await nodes[0]?.share()
    expect(await sum(1)).toBe(4)
  })

  it('that were replaced are deleted everywhere', async () => {
    await load(0, 'v\n1\n')
    const [old] = await current()
    await nodes[1]?.connection(databaseId)
    await load(0, 'v\n2\n')
    skew = 700_000
    await nodes[1]?.removeOldGenerations()
    expect(await shared.has(old?.file ?? '')).toBe(false)
    expect(await sum(1)).toBe(2)
  })

  it('are in a backup of a node that has never read them', async () => {
    await load(0, 'v\n1\n')
    const [row] = await current()
    const keyFile = join(homes[0] as string, 'master.key')
    const { openKeys } = await import('../access/keys.ts')
    await openKeys(keyFile, store.db)
    // as on another node: the same metadata, but the file is only in the shared location
    rmSync(join(homes[0] as string, row?.file ?? ''))
    const target = join(folder, `backup-${randomBytes(4).toString('hex')}`)
    const sharedFiles = config()
    await makeBackup({
      config: { home: homes[0] as string, databaseUrl: undefined, keyFile, sharedFiles },
      folder: target,
      now: now(),
      release: 'test',
    })
    expect(existsSync(join(target, row?.file ?? ''))).toBe(true)
  })

  it('are complete at any size', async () => {
    const path = join(folder, 'large')
    const bytes = randomBytes(20_000_001)
    writeFileSync(path, bytes)
    mkdirSync(join(homes[1] as string, 'data'))
    await shared.put('data/large names é +&.duckdb', path)
    const copy = join(homes[1] as string, 'data/copy')
    await shared.fetch('data/large names é +&.duckdb', copy)
    expect(readFileSync(copy).equals(bytes)).toBe(true)
    await shared.remove('data/large names é +&.duckdb')
    await shared.remove('data/large names é +&.duckdb')
    await expect(shared.fetch('data/large names é +&.duckdb', `${copy}2`)).rejects.toThrow()
    expect(filesOf(1)).toEqual(['copy'])
  })
})

it('a load fails, and leaves nothing, if the shared files cannot be reached', async () => {
  const home = mkdtempSync(join(folder, 'away-'))
  shareCompiledCode(home)
  const store = await openStore({ home, databaseUrl: undefined, poolSize: 1, now: Date.now, said: () => undefined })
  const databaseId = await ensureExamplesDatabase(store.db, Date.now)
  const address = 'http://127.0.0.1:9/bucket'
  const shared = await openSharedFiles({ kind: 's3', address, accessKey: 'a', secretKey: 'b', region: 'auto' })
  const tables = createEmbeddedTables(store.db, home, Date.now, { shared })
  const source = join(home, 'source.csv')
  writeFileSync(source, 'v\n1\n')
  await expect(tables.load({ databaseId, table: 'births', source, format: 'csv' })).rejects.toMatchObject({
    status: 503,
    retryAfterS: 5,
  })
  expect(readdirSync(join(home, 'data'))).toEqual([])
  expect(await tables.catalog(databaseId)).toEqual([])
  await store.db.destroy()
})
