import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'
import { createHostPolicy } from './hostPolicy.ts'

const spec = (dialect: string, options: Record<string, unknown>) => ({
  dialect,
  databaseId: 0,
  options,
  dataVersion: '',
})

describe('the metadata of the product', () => {
  const policy = createHostPolicy({
    databases: { hosts: ['private'], folders: [] },
    databaseUrl: 'postgresql://meta:pw@localhost/meta',
    home: tmpdir(),
  })

  it.each([
    ['localhost', 5432, 'meta'],
    ['LOCALHOST', undefined, 'meta'],
    ['127.0.0.1', 5432, 'meta'],
    ['127.1', 5432, 'meta'],
    ['127.8.8.8', 5432, 'meta'],
    ['2130706433', 5432, 'meta'],
    ['0x7f000001', 5432, 'meta'],
    ['::1', 5432, 'meta'],
    ['::ffff:127.0.0.1', 5432, 'meta'],
    // no host name: the driver chooses a server, which may be this one
    ['localhost', 5432, undefined],
  ])('cannot be connected at %s %s %s', async (host, port, database) => {
    await expect(policy.check(spec('postgresql', { host, port, database }))).rejects.toThrow(/own data/)
  })

  it('allows other files', async () => {
    await policy.check(spec('postgresql', { host: 'localhost', port: 5432, database: 'shop' }))
    await policy.check(spec('postgresql', { host: 'localhost', port: 5433, database: 'meta' }))
  })
})

describe('files', () => {
  let server: TestApp
  let root: string
  let token: string
  const post = (url: string, payload: object) =>
    server.app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token}` } })
  const tryOut = (path: string) => post('/api/v1/database/test_connection/', { sqlalchemy_uri: `sqlite:///${path}` })

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'files-')))
    const home = join(root, 'open', 'home')
    mkdirSync(home, { recursive: true })
    for (const folder of ['open', 'closed']) {
      mkdirSync(join(root, folder), { recursive: true })
      const file = new DatabaseSync(join(root, folder, 'shop.db'))
      file.exec("CREATE TABLE orders (id INTEGER, region TEXT); INSERT INTO orders VALUES (1, 'north'), (2, 'south')")
      file.close()
    }
    symlinkSync(join(root, 'closed', 'shop.db'), join(root, 'open', 'link.db'))
    writeFileSync(join(root, 'open', 'text.db'), 'canary-text')
    server = await startApp({ SEXTANT_HOME: home, SEXTANT_DATABASE_FOLDERS: join(root, 'open') })
    token = await server.token('admin')
  }, 120_000)
  afterAll(async () => {
    await server.close()
    rmSync(root, { recursive: true, force: true })
  })

  it.each([
    'closed/shop.db',
    'open/../closed/shop.db',
    'open/link.db',
    'open/none.db',
    'open/home/metadata.sqlite',
    'open/text.db',
  ])('%s is refused', async (path) => {
    const answer = await tryOut(join(root, 'x').replace(/x$/, '') + path)
    expect(answer.statusCode).toBe(422)
    expect(answer.body).not.toContain('canary')
  })

  it('of a listed folder can be queried', async () => {
    const made = await post('/api/v1/database/', {
      database_name: 'shop',
      sqlalchemy_uri: `sqlite:///${join(root, 'open', 'shop.db')}`,
    })
    expect(made.statusCode, made.body).toBe(201)
    const { id } = made.json<{ id: number }>()
    const dataset = await post('/api/v1/dataset/', { database: id, table_name: 'orders' })
    expect(dataset.statusCode, dataset.body).toBe(201)
    const answer = await post('/api/v1/chart/data', {
      datasource: { id: dataset.json<{ id: number }>().id, type: 'table' },
      queries: [{ columns: ['region'], metrics: ['count'], orderby: [['region', true]] }],
    })
    expect(answer.json()).toMatchObject({
      result: [
        {
          data: [
            { region: 'north', count: 1 },
            { region: 'south', count: 1 },
          ],
        },
      ],
    })
  })
})
