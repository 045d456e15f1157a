import { createVerify, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Engine } from '../../run/engine.ts'
import type { ChildSettings } from '../../run/protocol.ts'
import { open } from './driver.ts'

const ID = { orders: '1ordersOrdersOrders', secret: '1secretSecretSecret', towns: '1townsTownsTownsTow' }
const address = (id: string) => `https://docs.google.com/spreadsheets/d/${id}/edit#gid=3`

const sheet = (rows: [string, number | null][]) =>
  `)]}'\n${JSON.stringify({
    status: 'ok',
    table: {
      cols: [
        { id: 'A', label: 'region', type: 'string' },
        { id: 'B', label: 'amount', type: 'number' },
      ],
      rows: rows.map((cells) => ({ c: cells.map((v) => (v === null ? null : { v })) })),
    },
  })}`

/** Google's responses, by the id of a spreadsheet or by the host. */
let google: Record<string, () => Response>
let asked: { url: string; init: RequestInit }[]
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-sheets-'))
  asked = []
  google = {
    [ID.orders]: () =>
      new Response(
        sheet([
          ['north', 3],
          ['south', 4],
          ['north', null],
        ]),
      ),
  }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init })
    init.signal?.throwIfAborted()
    const known = Object.keys(google).find((part) => url.includes(part))
    return known === undefined ? new Response('', { status: 404 }) : (google[known] as () => Response)()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

const opened = (catalog: Record<string, string>, more: object = {}): Promise<Engine> =>
  open({ dialect: 'gsheets', databaseId: 1, options: { catalog, ...more }, dataVersion: 'a' }, {
    spillFolder: folder,
  } as ChildSettings)
const options = () => ({ signal: new AbortController().signal, timeoutMs: 5000, exactDecimals: false })

async function rows(engine: Engine, sql: string): Promise<unknown[][]> {
  return engine.query(sql, options(), async (result) => {
    const found: unknown[][] = []
    for (let batch = await result.next(); batch; batch = await result.next()) {
      const cells = result.columns.map((_column, at) => batch.cells(at))
      for (let row = 0; row < batch.rowCount; row++) found.push(cells.map((column) => column[row]))
    }
    return found
  })
}

it('each sheet is a table, read from the tab of its address', async () => {
  google[ID.towns] = () => new Response(sheet([['north', 1]]))
  const engine = await opened({ orders: address(ID.orders), 'my towns': address(ID.towns) })
  await engine.ping(options())
  const sql = 'SELECT o.region, SUM(o.amount) FROM orders o JOIN "my towns" t ON t.region = o.region GROUP BY 1'
  expect(await rows(engine, sql)).toEqual([['north', 3]])
  expect(asked[0]?.url).toBe(
    `https://docs.google.com/spreadsheets/d/${ID.orders}/gviz/tq?gid=3&headers=1&tqx=out%3Ajson`,
  )
  const tables = await engine.catalog?.tables({ catalog: null, schema: null }, options())
  expect(tables?.map(({ name }) => name)).toEqual(['my towns', 'orders'])
  const orders = await engine.catalog?.table({ catalog: null, schema: 'main' }, 'orders', options())
  expect(orders?.columns.map(({ name, type }) => [name, type])).toEqual([
    ['region', 'TEXT'],
    ['amount', 'BIGINT'],
  ])
})

it('sheets are read again after a minute; the previous copy is deleted', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const engine = await opened({ orders: address(ID.orders) })
  const count = () => rows(engine, 'SELECT COUNT(*) FROM orders')
  expect(await count()).toEqual([[3]])
  google[ID.orders] = () => new Response(sheet([['east', 1]]))
  expect(await count()).toEqual([[3]])
  vi.setSystemTime(Date.now() + 61_000)
  expect(await count()).toEqual([[1]])
  expect(asked).toHaveLength(2)
  expect(readdirSync(folder)).toEqual(['sheets-2.db'])
})

it('a sheet that cannot be read affects only its own table, which reports why', async () => {
  google[ID.secret] = () => new Response('<!doctype html><title>Sign in</title>')
  const engine = await opened({
    orders: address(ID.orders),
    secret: address(ID.secret),
    gone: address('1goneGoneGone'),
  })
  expect(await rows(engine, 'SELECT COUNT(*) FROM orders')).toEqual([[3]])
  await expect(rows(engine, 'SELECT * FROM secret')).rejects.toThrow(/^Sheet "secret": It is not shared/)
  await expect(engine.describe('SELECT * FROM gone', options())).rejects.toThrow(/^Sheet "gone": It does not exist/)
  await expect(rows(engine, 'SELECT * FROM elsewhere')).rejects.toThrow('no such table: elsewhere')
  await expect(engine.ping(options())).rejects.toMatchObject({ kind: 'connection', invalid: ['catalog'] })
})

it('a name that SQLite does not accept affects only its own sheet', async () => {
  const engine = await opened({ orders: address(ID.orders), Orders: address(ID.orders), sqlite_x: address(ID.orders) })
  expect(await rows(engine, 'SELECT COUNT(*) FROM orders')).toEqual([[3]])
  await expect(rows(engine, 'SELECT * FROM sqlite_x')).rejects.toThrow(/^Sheet "sqlite_x": A name cannot begin/)
  await expect(engine.ping(options())).rejects.toThrow('Sheet "Orders": Another sheet has this name.')
})

it('sheets can only be read', async () => {
  const engine = await opened({ orders: address(ID.orders) })
  expect([engine.change, engine.load]).toEqual([undefined, undefined])
  for (const sql of ['DELETE FROM orders', "ATTACH '/etc/passwd' AS p", 'PRAGMA table_info(orders)'])
    await expect(rows(engine, sql), sql).rejects.toThrow()
  expect(await rows(engine, 'SELECT COUNT(*) FROM orders')).toEqual([[3]])
})

it('a service account signs in with its key, at Google only', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const service_account_info = JSON.stringify({
    client_email: 'reader@project.iam.gserviceaccount.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: 'https://evil.example/token',
  })
  google['oauth2.googleapis.com'] = () => new Response(JSON.stringify({ access_token: 'abc' }))
  const engine = await opened({ orders: address(ID.orders) }, { service_account_info })
  expect(await rows(engine, 'SELECT COUNT(*) FROM orders')).toEqual([[3]])
  expect(asked.map(({ url }) => new URL(url).host)).toEqual(['oauth2.googleapis.com', 'docs.google.com'])
  const assertion = new URLSearchParams(String(asked[0]?.init.body)).get('assertion') ?? ''
  const [head = '', claims = '', signature = ''] = assertion.split('.')
  expect(createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url')).toBe(true)
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    iss: 'reader@project.iam.gserviceaccount.com',
    aud: 'https://oauth2.googleapis.com/token',
  })
  expect(asked[1]?.init.headers).toMatchObject({ authorization: 'Bearer abc' })
})

it.each([
  ['is no JSON', 'key'],
  ['lacks its parts', '{}'],
  ['has no valid key', JSON.stringify({ client_email: 'a@b', private_key: 'x' })],
])('a key that %s is reported', async (_what, service_account_info) => {
  const engine = await opened({ orders: address(ID.orders) }, { service_account_info })
  await expect(engine.ping(options())).rejects.toMatchObject({
    message: 'The key of the service account is not valid.',
    invalid: ['service_account_info'],
  })
})

it.each([
  ['ENOTFOUND', /cannot be resolved/],
  ['ECONNREFUSED', /refused the connection/],
])('Google that cannot be reached: %s', async (code, message) => {
  google[ID.orders] = () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })
  }
  const engine = await opened({ orders: address(ID.orders) })
  await expect(engine.ping(options())).rejects.toThrow(message)
})

it('a query that is cancelled while sheets are read reports it', async () => {
  const engine = await opened({ orders: address(ID.orders) })
  const cancelled = { ...options(), signal: AbortSignal.abort() }
  await expect(engine.describe('SELECT 1', cancelled)).rejects.toMatchObject({ kind: 'cancelled' })
})
