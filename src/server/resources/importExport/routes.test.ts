import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  renumberDashboard,
  renumberedCharts,
  renumberFormData,
  renumberQueryContext,
} from '../../../model/bundle/bundleIds.ts'
import { readZip } from '../../importExport/archive.ts'
import { importBundle } from '../../importExport/importBundle.ts'
import { parseYaml } from '../../importExport/yaml.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { multipartForm } from '../../testing/multipart.ts'
import { exampleBundles, hasShared } from '../../testing/shared.ts'

let server: TestApp
beforeEach(async () => {
  server = await startApp()
})
afterEach(() => server.close())

const author = () => ({ userId: 1, now: server.services.now() })
const zip = (files: Record<string, string>) =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [`top/${name}`, strToU8(text)]))))
const metadata = (type?: string) => `version: 1.0.0\n${type ? `type: ${type}\n` : ''}`

async function post(
  path: string,
  options: { user?: string; fields?: Record<string, string>; files?: Record<string, Buffer>; on?: TestApp } = {},
) {
  const { user = 'admin', fields = {}, files = {}, on = server } = options
  const form = await multipartForm(fields, files)
  const authorization = `Bearer ${await on.token(user)}`
  return on.app.inject({
    method: 'POST',
    url: path,
    payload: form.payload,
    headers: { ...form.headers, authorization },
  })
}

async function get(url: string, user = 'admin') {
  return server.app.inject({ url, headers: { authorization: `Bearer ${await server.token(user)}` } })
}

const command = (message: string, extra: object = {}) => ({
  errors: [
    {
      message,
      error_type: 'GENERIC_COMMAND_ERROR',
      level: 'warning',
      extra: { ...extra, issue_codes: [expect.objectContaining({ code: 1010 })] },
    },
  ],
})

describe('import', () => {
  const chart = '/api/v1/chart/import/'
  it.each<[string, string, Record<string, Buffer>, number, unknown]>([
    ['no file', chart, {}, 400, { message: 'Arguments are not correct' }],
    ['text', chart, { formData: Buffer.from('not a zip') }, 422, command('Not a ZIP file')],
    ['an empty archive', chart, { formData: zip({}) }, 400, command('No valid import files were found')],
    [
      'no metadata',
      chart,
      { formData: zip({ 'charts/c.yaml': 'a: 1' }) },
      422,
      command('Could not find a valid command to import file'),
    ],
    [
      'another version',
      chart,
      { formData: zip({ 'metadata.yaml': 'version: 9' }) },
      422,
      command('Could not find a valid command to import file'),
    ],
    [
      'another kind',
      chart,
      { formData: zip({ 'metadata.yaml': metadata('Dashboard') }) },
      422,
      command('Error importing chart', { 'metadata.yaml': { type: ['Must be equal to Slice.'] } }),
    ],
    [
      'another field',
      '/api/v1/assets/import/',
      { formData: zip({ 'metadata.yaml': metadata() }) },
      400,
      { message: 'Arguments are not correct' },
    ],
    ['nothing but metadata', chart, { formData: zip({ 'metadata.yaml': metadata('Slice') }) }, 200, { message: 'OK' }],
  ])('%s', async (_, path, files, status, answer) => {
    const response = await post(path, { files })
    expect(response.json()).toEqual(answer)
    expect(response.statusCode).toBe(status)
  })

  it('requires a form', async () => {
    for (const headers of [{ 'content-type': 'application/json' }, { 'content-type': 'text/plain' }]) {
      const authorization = `Bearer ${await server.token('admin')}`
      const response = await server.app.inject({
        method: 'POST',
        url: chart,
        payload: '{}',
        headers: { ...headers, authorization },
      })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({
        errors: [
          {
            message: "Request MIME type is not 'multipart/form-data'",
            error_type: 'INVALID_PAYLOAD_FORMAT_ERROR',
            level: 'error',
          },
        ],
      })
    }
  })

  it('requires passwords as JSON', async () => {
    const response = await post('/api/v1/database/import/', { fields: { passwords: '{bad' } })
    expect(response.statusCode).toBe(400)
  })

  it('lets Gamma import charts, but no datasets or databases', async () => {
    await server.addUser('gamma', ['Gamma'])
    const files = { formData: zip({ 'metadata.yaml': metadata('Slice') }) }
    expect((await post(chart, { user: 'gamma', files })).json()).toEqual({ message: 'OK' })
    const refused = await post('/api/v1/dataset/import/', { user: 'gamma', files })
    expect([refused.statusCode, refused.json()]).toEqual([403, { message: 'Forbidden' }])
    const database =
      'database_name: x\nsqlalchemy_uri: postgresql://h/d\nuuid: 44444444-0000-4000-8000-000000000004\nversion: 1.0.0\n'
    const smuggled = await post(chart, {
      user: 'gamma',
      files: { formData: zip({ 'metadata.yaml': metadata(), 'databases/x.yaml': database }) },
    })
    expect(smuggled.json()).toEqual(
      command('Error importing chart', {
        'databases/x.yaml': "Database doesn't exist and user doesn't have permission to create databases",
      }),
    )
  })

  it('rejects a form without its token from a browser', async () => {
    const { inject } = await server.browser('admin')
    const form = await multipartForm({}, { formData: zip({ 'metadata.yaml': metadata() }) })
    const response = await inject({
      method: 'POST',
      url: chart,
      payload: form.payload,
      headers: { ...form.headers, 'x-csrftoken': '' },
    })
    expect([response.statusCode, response.headers.location]).toEqual([302, '/login/'])
  })
})

/** An exported file whose ids are replaced by what they refer to. */
function withoutIds(
  file: Record<string, unknown>,
  chartNumbers: Map<string, number>,
  others: ReadonlyMap<number, number>,
): Record<string, unknown> {
  const known = { charts: chartNumbers, datasets: new Map<string, number>() }
  if ('position' in file) {
    const dashboard = renumberDashboard(
      { position: file['position'] as never, metadata: (file['metadata'] ?? {}) as never },
      known,
    )
    return { ...file, ...dashboard }
  }
  if (!('dataset_uuid' in file)) return file
  const context = file['query_context'] as string | null
  const ids = { datasetId: 0, chartId: 0, others }
  return {
    ...file,
    params: renumberFormData(file['params'] as never, ids),
    query_context: context && JSON.parse(renumberQueryContext(context, ids) ?? 'null'),
  }
}

async function exported(on: TestApp, url: string) {
  const response = await on.app.inject({ url, headers: { authorization: `Bearer ${await on.token('admin')}` } })
  expect(response.statusCode).toBe(200)
  const files = [...(await readZip(response.rawPayload))].map(
    ([path, text]) => [path, parseYaml(text)] as [string, Record<string, unknown>],
  )
  const uuids = files.filter(([path]) => path.startsWith('charts/')).map(([, file]) => String(file['uuid']))
  const numbers = new Map(uuids.sort().map((uuid, at) => [uuid, at + 1]))
  const layouts = files.map(([, file]) => (file['position'] ?? {}) as Record<string, unknown>)
  const others = renumberedCharts(layouts, numbers)
  return {
    zip: response.rawPayload,
    headers: response.headers,
    paths: files.map(([path]) => path),
    byUuid: Object.fromEntries(
      files.flatMap(([, file]) => (file['uuid'] ? [[file['uuid'], withoutIds(file, numbers, others)]] : [])),
    ),
  }
}

describe.skipIf(!hasShared)('export', () => {
  it('exports what was imported, also to another installation', async () => {
    for (const { path } of exampleBundles()) await importBundle(server.services, path, { author: author() })
    const other = await startApp()
    try {
      const first = await exported(server, '/api/v1/assets/export/')
      expect(Object.keys(first.byUuid)).toHaveLength(1 + 6 + 67 + 6)
      // The other site has other ids: it already contains an object.
      await post('/api/v1/dashboard/', { on: other })
      await other.services.db
        .insertInto('charts')
        .values({ uuid: 'x', slice_name: 'x', viz_type: 'x', datasource_id: 0, created_on: 0, changed_on: 0 })
        .execute()
      expect((await post('/api/v1/assets/import/', { files: { bundle: first.zip }, on: other })).json()).toEqual({
        message: 'OK',
      })
      const second = await exported(other, '/api/v1/assets/export/')
      expect(second.byUuid).toEqual(first.byUuid)
      const third = await exported(other, `/api/v1/dashboard/export/?q=!(1)`)
      expect(
        (
          await post('/api/v1/dashboard/import/', {
            files: { formData: third.zip },
            fields: { overwrite: 'true' },
            on: other,
          })
        ).json(),
      ).toEqual({ message: 'OK' })
      expect((await exported(other, `/api/v1/dashboard/export/?q=!(1)`)).byUuid).toEqual(third.byUuid)
    } finally {
      await other.close()
    }
  })

  it('includes dependencies of an object, with the file names of the contract', async () => {
    const births = exampleBundles().find(({ name }) => name === 'usa_births_names')
    const { charts } = await importBundle(server.services, births?.path ?? '', { author: author() })
    const id = charts.get('fb05dca0-bd3e-4953-a0a5-94b51de3a653')
    const { paths, headers } = await exported(server, `/api/v1/chart/export/?q=!(${id})&token=abc`)
    expect(paths).toEqual([
      `charts/Genders_${id}.yaml`,
      'databases/examples.yaml',
      'datasets/examples/birth_names.yaml',
      'metadata.yaml',
    ])
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename=chart_export_\d{8}T\d{6}\.zip$/),
      'set-cookie': 'abc=done; Max-Age=600; Path=/; SameSite=Lax',
    })
    // names of own cookies are ignored: otherwise a link from another site could end the session of a user
    for (const token of ['session', 'Session', 'flash', '__Host-session', 'a;b', 'a b', '']) {
      const url = `/api/v1/chart/export/?q=!(${id})&token=${encodeURIComponent(token)}`
      expect((await exported(server, url)).headers['set-cookie'], token).toBeUndefined()
    }
  })

  it('omits objects that the user may not see', async () => {
    for (const { path } of exampleBundles()) await importBundle(server.services, path, { author: author() })
    await server.addUser('gamma', ['Gamma'])
    for (const url of [
      '/api/v1/chart/export/?q=!(1)',
      '/api/v1/dashboard/export/?q=!(1)',
      '/api/v1/chart/export/?q=!(99999)',
    ]) {
      const response = await get(url, 'gamma')
      expect([response.statusCode, response.json()], url).toEqual([404, { message: 'Not found' }])
    }
    expect((await get('/api/v1/assets/export/', 'gamma')).statusCode).toBe(403)
    expect((await get('/api/v1/chart/export/?q=!(a)')).statusCode).toBe(400)
  })
})
