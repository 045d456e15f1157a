import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { generateSource } from 'oazapfts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiDescription, isCall } from './openapi.ts'
import { everyRoute, startApp, type TestApp } from './testing/app.ts'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

let server: TestApp
let folder: string
let token: string
let description: ApiDescription

beforeAll(async () => {
  server = await startApp({ ...everyRoute, SEXTANT_EXAMPLES: 'false' })
  folder = mkdtempSync(join(tmpdir(), 'openapi-'))
  token = await server.token('admin')
  const headers = { authorization: `Bearer ${token}` }
  description = (await server.app.inject({ url: '/api/v1/_openapi', headers })).json()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const nameOf = ({ method, url }: { method: string; url: string }) => `${method} ${url}`

it('describes every call', () => {
  for (const route of server.app.routeTable.filter(isCall)) {
    const { method, url, config } = route
    const operation = description.paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    expect(operation?.['x-requires'], nameOf(route)).toBe(config.requires)
  }
  const ids = Object.values(description.paths).flatMap((each) =>
    Object.values(each).map(({ operationId }) => operationId),
  )
  expect(ids.toSorted().filter((id, at, sorted) => sorted[at - 1] === id)).toEqual([])
})

it('declares the response of every API route, and the body of every one that reads a body', () => {
  const routes = server.app.routeTable.filter(({ url }) => url.startsWith('/api/v1/') && url !== '/api/v1/_openapi')
  const unanswered = routes.filter(({ config }) => !config.answer && !config.lines && !config.file)
  expect(unanswered.map(nameOf)).toEqual([])
  const isChange = ({ method }: { method: string }) => method === 'POST' || method === 'PUT'
  const bodyless = routes.filter((route) => isChange(route) && !route.schema?.body && !route.config.body)
  expect(bodyless.map(nameOf)).toEqual(withoutBody)
})

/** Routes that read no body. */
const withoutBody = [
  'POST /api/v1/security/refresh',
  'POST /api/v1/security/users/:id/link',
  'POST /api/v1/security/users/:id/view_as',
  'POST /api/v1/security/view_as/end',
  'POST /api/v1/chart/:id/favorites/',
  'POST /api/v1/chart/:id/versions/:version/restore',
  'POST /api/v1/dashboard/:id/versions/:version/restore',
  'POST /api/v1/dashboard/:id/favorites/',
  'PUT /api/v1/dataset/:id/refresh',
  'POST /api/v1/dataset/:id/versions/:version/restore',
  'POST /api/v1/job/:id/retry',
  'POST /api/v1/job/:id/cancel',
  'POST /api/v1/tag/:id/favorites/',
  'POST /api/v1/saved_query/:id/favorites/',
]

it('refers to its own schemas only', () => {
  const text = JSON.stringify(description)
  const names = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference)
  expect(names.length).toBeGreaterThan(0)
  for (const name of new Set(names)) {
    expect(name).toMatch(/^#\/components\/schemas\//)
    expect(Object.keys(description.components.schemas)).toContain(name.split('/').at(-1))
  }
})

/** Uses of the generated client: correct ones, and mistakes that the types must reject. */
const program = `
import { ok } from '@oazapfts/runtime'
import { deleteChartById, defaults, getChart, postChart, postChartData, postSecurityLogin } from './client.ts'

defaults.baseUrl = process.argv[2]
const login = { username: 'admin', password: process.argv[3] ?? '', provider: 'db' } as const
const { access_token } = await ok(postSecurityLogin({ body: login }))
defaults.headers = { authorization: 'Bearer ' + access_token }
const { count, result } = await ok(getChart({ q: '(page_size:2)' }))
const names: number = count + result.length
const missing = await deleteChartById({ id: 999_999 })

export async function mistakes() {
  // @ts-expect-error a name is text
  await postChart({ body: { slice_name: 7, datasource_id: 1, datasource_type: 'table' } })
  // @ts-expect-error an id is a number
  await deleteChartById({ id: 'seven' })
  // @ts-expect-error there is no such field
  console.log((await ok(getChart())).results)
  // @ts-expect-error queries are a list
  await postChartData({ body: { datasource: { id: 1, type: 'table' }, queries: 1 } })
}
console.log(JSON.stringify({ names, missing: missing.status }))
`

it('generates a client that type-checks, and that calls the server', async () => {
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(description))
  writeFileSync(
    join(folder, 'client.ts'),
    await generateSource(join(folder, 'openapi.json'), { argumentStyle: 'object' }),
  )
  writeFileSync(join(folder, 'program.ts'), program)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const options = '--noEmit --strict --module nodenext --target es2024 --skipLibCheck --allowImportingTsExtensions'
  const tsc = join(root, 'node_modules/.bin/tsc')
  const checked = await run(tsc, [...options.split(' '), '--types', 'node', 'program.ts'], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  )
  expect(checked.stdout).toBe('')
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  const { stdout } = await run(process.execPath, ['program.ts', `http://127.0.0.1:${port}`, 'password-of-admin'], {
    cwd: folder,
  })
  expect(JSON.parse(stdout)).toEqual({ names: 0, missing: 404 })
})
