import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'
import { multipartForm } from '../testing/multipart.ts'
import { hasShared, sharedFolder } from '../testing/shared.ts'
import { readZip } from './archive.ts'
import { parseYaml } from './yaml.ts'

type File = Record<string, unknown>

let server: TestApp
let headers: { authorization: string }
beforeAll(async () => {
  server = await startApp()
  headers = { authorization: `Bearer ${await server.token('admin')}` }
})
afterAll(() => server.close())

/** The files of a recorded export by path. */
function recordedFiles(...folder: string[]): Record<string, string> {
  const root = join(sharedFolder, 'reference/recordings/exports', ...folder)
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yaml'))
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(root, name), 'utf8')]))
}

const zip = (files: Record<string, string>) =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [`top/${name}`, strToU8(text)]))))

async function send(path: string, field: string, bytes: Buffer, passwords: Record<string, string> = {}) {
  const form = await multipartForm({ overwrite: 'true', passwords: JSON.stringify(passwords) }, { [field]: bytes })
  const url = `${path}/import/`
  const { payload } = form
  const response = await server.app.inject({ method: 'POST', url, payload, headers: { ...form.headers, ...headers } })
  expect([response.statusCode, response.json()]).toEqual([200, { message: 'OK' }])
}

async function exported(url: string) {
  const response = await server.app.inject({ url, headers })
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200)
  return { bytes: response.rawPayload, files: Object.fromEntries(await readZip(response.rawPayload)) }
}

/** Files by uuid, without the ids of one installation. */
function byUuid(files: Record<string, string>): Record<string, unknown> {
  const values = Object.values(files).map((text) => parseYaml(text) as File)
  const objects = values.filter((file) => typeof file['uuid'] === 'string')
  return Object.fromEntries(objects.map((file) => [file['uuid'], tidy(file)]))
}

/** Ids of the recorded installation. Its metadata also contains ids of the installation that its examples came from. */
const ids = ['chartId', 'datasource', 'slice_id', 'id', 'chartsInScope', 'chart_configuration']
/** Written by the newer release that created the examples; 2.1 would reject them when the dashboard is saved. */
const newer = ['global_chart_configuration', 'map_label_colors']
const ignored = new Set([...ids, ...newer])

function tidy(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => tidy(item))
    return name === 'columns' || name === 'metrics' ? sortedByName(items) : items
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (ignored.has(key)) return []
      // a column without this flag is active
      return [[key, key === 'is_active' ? (inner ?? true) : tidy(inner, key)]]
    }),
  )
}

const sortedByName = (items: unknown[]) => {
  const name = (item: unknown) => String((item as File)['column_name'] ?? (item as File)['metric_name'])
  return [...items].sort((a, b) => (name(a) < name(b) ? -1 : 1))
}

/** Exports, imports and exports again, with all fields of this release: identical except for the time. */
async function returnsUnchanged(path: string, field: string, query = '') {
  const before = await exported(`${path}/export/${query}`)
  await send(path, field, before.bytes)
  const after = await exported(`${path}/export/${query}`)
  expect(Object.keys(before.files).length).toBeGreaterThan(1)
  expect({ ...after.files, 'metadata.yaml': '' }).toEqual({ ...before.files, 'metadata.yaml': '' })
}

const kinds = [
  ['dashboard', 'dashboard', 'dashboards'],
  ['dashboard_with_tabs_and_filters', 'dashboard', 'dashboards'],
  ['chart', 'chart', 'charts'],
  ['two_charts', 'chart', 'charts'],
  ['dataset', 'dataset', 'datasets'],
  ['database', 'database', 'databases'],
  ['saved_query', 'saved_query', 'saved_queries'],
] as const

describe.skipIf(!hasShared)('exports of release 2.1 (needs ../shared)', () => {
  it.each(kinds)('%s is unchanged', async (folder, resource, table) => {
    const recorded = recordedFiles('2.1.3', folder)
    await send(`/api/v1/${resource}`, 'formData', zip(recorded))
    const rows = await server.services.db
      .selectFrom(table as 'charts')
      .select(['id', 'uuid'])
      .execute()
    const own = new Set(Object.keys(byUuid(recorded)))
    const wanted = rows.filter(({ uuid }) => own.has(uuid)).map(({ id }) => id)
    const { files, bytes } = await exported(`/api/v1/${resource}/export/?q=!(${wanted.join()})&for=2.1`)
    expect(byUuid(files)).toEqual(byUuid(recorded))
    // once more, on this server: identical except for the time
    await send(`/api/v1/${resource}`, 'formData', bytes)
    const again = await exported(`/api/v1/${resource}/export/?q=!(${wanted.join()})&for=2.1`)
    expect({ ...again.files, 'metadata.yaml': '' }).toEqual({ ...files, 'metadata.yaml': '' })
    await returnsUnchanged(`/api/v1/${resource}`, 'formData', `?q=!(${wanted.join()})`)
  })

  it('everything is unchanged', async () => {
    const recorded = recordedFiles('2.1.3', 'assets')
    await send('/api/v1/assets', 'bundle', zip(recorded))
    // files of the newest release, which contain more fields
    const { files: whole } = await exported('/api/v1/assets/export/')
    expect(
      Object.entries(whole).filter(([name, text]) => name.startsWith('dashboards/') && !/^published: /m.test(text)),
    ).toEqual([])
    const { files } = await exported('/api/v1/assets/export/?for=2.1')
    expect(byUuid(files)).toEqual(byUuid(recorded))
    await returnsUnchanged('/api/v1/assets', 'bundle')
  })
})

/** Defaults of fields of later releases: the fields are written only if they have another value. */
const defaults: Record<string, unknown> = {
  always_filter_main_dttm: false,
  catalog: null,
  configuration_method: 'sqlalchemy_form',
  currency: null,
  impersonate_user: false,
  normalize_columns: false,
}

/** Removes fields with default values, and the ids of the installation in the JSON text of query contexts. */
const withoutDefaults = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((item) => withoutDefaults(item))
  if (name === 'query_context' && typeof value === 'string') return tidy(JSON.parse(value))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !(key in defaults) || defaults[key] !== inner)
      .map(([key, inner]) => [key, withoutDefaults(inner, key)]),
  )
}

it.skipIf(!hasShared)('a dashboard of release 6.1 is unchanged (needs ../shared)', async () => {
  // a new server: the charts have the same uuids as those of release 2.1, so an import here would not replace them
  const other = await startApp()
  try {
    const authorization = `Bearer ${await other.token('admin')}`
    const recorded = recordedFiles('6.1.0', 'dashboard')
    const form = await multipartForm({ overwrite: 'true' }, { formData: zip(recorded) })
    const url = '/api/v1/dashboard/import/'
    const headersOf = { ...form.headers, authorization }
    const imported = await other.app.inject({ method: 'POST', url, payload: form.payload, headers: headersOf })
    expect([imported.statusCode, imported.json()]).toEqual([200, { message: 'OK' }])
    const { id } = await other.services.db.selectFrom('dashboards').select('id').executeTakeFirstOrThrow()
    const answer = await other.app.inject({
      url: `/api/v1/dashboard/export/?q=!(${id})`,
      headers: { authorization },
    })
    const files = Object.fromEntries(await readZip(answer.rawPayload))
    expect(withoutDefaults(byUuid(files))).toEqual(withoutDefaults(byUuid(recorded)))
  } finally {
    await other.close()
  }
})
