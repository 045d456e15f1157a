import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from './testing/app.ts'
import { bootstrapOf } from './testing/bootstrapOf.ts'
import { hasShared, recording } from './testing/shared.ts'

let folder: string
let server: TestApp
const script = `export const x = 1\n${'// long\n'.repeat(400)}`

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-web-'))
  const put = (name: string, content: string | Buffer) => {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  put('assets/main-abc.js', script)
  put('assets/main-abc.js.br', brotliCompressSync(script))
  put('assets/main-abc.css', 'body {}')
  put('assets/shared-def.js', 'export {}')
  put('assets/dashboard-xyz.js', 'export {}')
  put('favicon.svg', '<svg/>')
  put('preload.json', JSON.stringify({ dashboard: ['assets/dashboard-xyz.js'] }))
  put(
    '.vite/manifest.json',
    JSON.stringify({
      'src/web/main.tsx': { file: 'assets/main-abc.js', css: ['assets/main-abc.css'], imports: ['_shared'] },
      _shared: { file: 'assets/shared-def.js' },
    }),
  )
  server = await startApp({}, { assetsFolder: folder })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

describe('the page', () => {
  it('links its files with the nonce of its policy', async () => {
    const { body, headers } = await server.app.inject({ method: 'GET', url: '/login/' })
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]
    expect(body).toContain(`<script type="module" src="/static/assets/main-abc.js" nonce="${nonce}"></script>`)
    expect(body).toContain(`<link rel="stylesheet" href="/static/assets/main-abc.css" nonce="${nonce}">`)
    expect(body).toContain(`<link rel="modulepreload" href="/static/assets/shared-def.js" nonce="${nonce}">`)
    expect(body).not.toMatch(/<script(?![^>]* nonce=)/)
    expect(headers['cache-control']).toBe('no-store')
  })

  it('has one inline script, which stores early keys and does not depend on the request', async () => {
    const inline = async (url: string) => {
      const { body } = await server.app.inject({ method: 'GET', url })
      return [...body.matchAll(/<script[^>]*>([^<]+)/g)].map(([, code]) => code)
    }
    const [code, ...more] = await inline('/login/')
    expect(more).toEqual([])
    expect(code).toContain("addEventListener('keydown'")
    expect(await inline('/login/?next=/superset/welcome/')).toEqual([code])
  })

  it('preloads the files of its kind', async () => {
    const { db, now } = server.services
    const { id } = await db
      .insertInto('dashboards')
      .values({ uuid: 'd1', dashboard_title: 'Sales <b>', slug: 'sales', created_on: now(), changed_on: now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const browser = await server.browser('admin')
    for (const address of [id, 'sales']) {
      const { body } = await browser.inject({ method: 'GET', url: `/superset/dashboard/${address}/` })
      expect(body).toContain('/static/assets/dashboard-xyz.js')
      expect(body).toContain('<title>Sales &#60;b&#62; | Sextant</title>')
    }
  })

  it.each([
    ['theme=dark', ' data-theme="dark"'],
    ['theme=light', ' data-theme="light"'],
    ['theme="><script>', '<html lang="en">'],
    ['', '<html lang="en">'],
  ])('with the cookie %s is %s', async (cookie, expected) => {
    const { body } = await server.app.inject({ method: 'GET', url: '/login/', headers: { cookie } })
    expect(body).toContain(expected)
  })

  it.skipIf(!hasShared)("has every key of the original's bootstrap data (needs ../shared/reference)", async () => {
    const { common } = recording<{ common: Record<string, unknown> }>('bootstrap', 'common.json')
    const browser = await server.browser('admin')
    const page = await browser.inject({ method: 'GET', url: '/superset/welcome/' })
    const ours = bootstrapOf(page.body)['common'] as Record<string, Record<string, unknown>>
    const missing = (theirs: object, have: object | undefined) =>
      Object.keys(theirs).filter((key) => !(key in (have ?? {})))
    expect(missing(common, ours)).toEqual([])
    expect(missing(common['conf'] as object, ours['conf'])).toEqual([])
    expect(missing(common['menu_data'] as object, ours['menu_data'])).toEqual([])
    const bar = (menu: unknown) => (menu as { navbar_right: object }).navbar_right
    expect(missing(bar(common['menu_data']), bar(ours['menu_data']))).toEqual([])
    const user = bootstrapOf(page.body)['user'] as Record<string, unknown>
    const recorded = recording<{ bootstrap: { user: object } }>('bootstrap', 'welcome.admin.json').bootstrap.user
    expect(Object.keys(user).sort()).toEqual(Object.keys(recorded).sort())
  })
})

describe('assets', () => {
  const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url, headers })

  it('are sent precompressed, and immutable if their name has a hash', async () => {
    const packed = await get('/static/assets/main-abc.js', { 'accept-encoding': 'gzip, br' })
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(packed.rawPayload.equals(brotliCompressSync(script))).toBe(true)
    const plain = await get('/static/assets/main-abc.js')
    expect(plain.body).toBe(script)
    expect((await get('/static/favicon.svg')).headers['cache-control']).toBe('no-cache')
  })

  it('are not sent again if the browser has cached them', async () => {
    const first = await get('/static/favicon.svg')
    const again = await get('/static/favicon.svg', { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it.each([
    '/static/nothing.js',
    '/static/../package.json',
    '/static/..%2f..%2fpackage.json',
    '/static/%2e%2e/%2e%2e/package.json',
    '/static//etc/passwd',
    '/static/.vite/manifest.json',
    '/static/assets/',
    '/static/assets/main-abc.js%00.css',
  ])('%s is not an asset', async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  })
})

describe('compression', () => {
  it('is used if it is worth it, and preserves every byte', async () => {
    const headers = { authorization: `Bearer ${await server.token('admin')}` }
    const url = '/api/v1/_openapi'
    const plain = await server.app.inject({ method: 'GET', url, headers })
    const packed = await server.app.inject({ method: 'GET', url, headers: { ...headers, 'accept-encoding': 'gzip' } })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
    expect(packed.headers.vary).toContain('Accept-Encoding')
    const small = await server.app.inject({ method: 'GET', url: '/health', headers: { 'accept-encoding': 'gzip' } })
    expect(small.headers['content-encoding']).toBeUndefined()
  })
})

describe('the description of the API', () => {
  it('is for users with permission', async () => {
    expect((await server.app.inject({ method: 'GET', url: '/api/v1/_openapi' })).statusCode).toBe(401)
  })

  it('is a page without scripts', async () => {
    const browser = await server.browser('admin')
    const page = await browser.inject({ method: 'GET', url: '/swagger/v1' })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('/api/v1/chart/')
    expect(page.body).not.toContain('<script')
  })
})
