import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'
import { createDiskReserve, isDiskFull } from './fullDisk.ts'

const systemError = (code: string) => Object.assign(new Error(code), { code })

it.each([
  ['a file', systemError('ENOSPC'), true],
  ['a quota', systemError('EDQUOT'), true],
  ['PostgreSQL', systemError('53100'), true],
  ['SQLite', Object.assign(systemError('ERR_SQLITE_ERROR'), { errcode: 13 }), true],
  ['a constraint of SQLite', Object.assign(systemError('ERR_SQLITE_ERROR'), { errcode: 787 }), false],
  ['a missing file', systemError('ENOENT'), false],
])('%s', (_what, error, expected) => {
  expect(isDiskFull(error)).toBe(expected)
})

describe('the reserve', () => {
  const home = mkdtempSync(join(tmpdir(), 'sextant-reserve-'))
  afterAll(() => rmSync(home, { recursive: true, force: true }))
  const file = join(home, 'reserve')

  it('makes room for one write, and is filled again when writes succeed', async () => {
    const reserve = createDiskReserve(home)
    const { size } = statSync(file)
    expect(size).toBeGreaterThan(1e6)
    const write = async () => {
      if (existsSync(file)) throw systemError('ENOSPC')
      return 'written'
    }
    await expect(reserve.use(write)).resolves.toBe('written')
    expect(existsSync(file)).toBe(false)
    await reserve.use(async () => undefined)
    expect(statSync(file).size).toBe(size)
  })

  it('is not used by other failures', async () => {
    const reserve = createDiskReserve(home)
    await expect(reserve.use(() => Promise.reject(systemError('EIO')))).rejects.toThrow('EIO')
    expect(existsSync(file)).toBe(true)
  })
})

describe('a full disk', () => {
  let server: TestApp
  beforeAll(async () => {
    server = await startApp({ SEXTANT_EXAMPLES: 'false' })
  })
  afterAll(() => server.close())

  it('refuses changes with 507; reading continues, also with sessions that were idle', async () => {
    const browser = await server.browser('admin')
    const { db } = server.services
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db)
    const create = () =>
      browser.inject({
        method: 'POST',
        url: '/api/v1/dashboard/',
        payload: { dashboard_title: 'full', css: '/* long */'.repeat(5_000) },
      })
    const refused = await create()
    expect(refused.statusCode, refused.body).toBe(507)
    expect(refused.json()).toEqual({ message: 'The disk of the server is full. Nothing was saved.' })
    server.advance(10 * 60_000)
    expect((await browser.inject({ url: '/api/v1/dashboard/' })).statusCode).toBe(200)
    await sql.raw('pragma max_page_count = 1000000').execute(db)
    expect((await create()).statusCode).toBe(201)
  })
})
