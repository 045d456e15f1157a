import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FolderList } from '../../model/folder/folderForm.ts'
import { ensureExamplesDatabase } from '../embedded/tables.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { multipartForm } from '../testing/multipart.ts'
import { readZip } from './archive.ts'
import { parseYaml } from './yaml.ts'

let from: TestApp
let to: TestApp
const made = { created_on: 0, changed_on: 0 }
beforeAll(async () => {
  from = await startApp()
  to = await startApp()
  await to.addUser('carol', ['Alpha'])
})
afterAll(async () => {
  await from.close()
  await to.close()
})

async function call<T>(server: TestApp, user: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${await server.token(user)}` }
  const answer = await server.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json<T>()
}
const create = async (form: object) => (await call<{ id: number }>(from, 'admin', 'POST', '/api/v1/folder/', form)).id

async function exported(url: string): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${await from.token('admin')}` }
  const answer = await from.app.inject({ url, headers })
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200)
  return Object.fromEntries(await readZip(answer.rawPayload))
}

async function send(user: string, files: Record<string, string>) {
  const zip = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [`top/${name}`, strToU8(text)])))
  const form = await multipartForm({ overwrite: 'true' }, { formData: Buffer.from(zip) })
  const headers = { ...form.headers, authorization: `Bearer ${await to.token(user)}` }
  return to.app.inject({ method: 'POST', url: '/api/v1/dashboard/import/', payload: form.payload, headers })
}

/** Path of the folder -> number of objects in it. */
async function places(user: string, kind: string) {
  const { result } = await call<FolderList>(to, user, 'GET', `/api/v1/folder/?kind=${kind}`)
  const byId = new Map(result.map((folder) => [folder.id, folder]))
  const pathOf = (id: number | null): string => {
    const folder = id === null ? undefined : byId.get(id)
    return folder ? `${pathOf(folder.parent_id)}/${folder.name}` : ''
  }
  return Object.fromEntries(
    result.map(({ id, is_personal, count }) => [`${is_personal ? '~' : ''}${pathOf(id)}`, count]),
  )
}

it('objects are in their folders again after an export and an import', async () => {
  const { db } = from.services
  await ensureExamplesDatabase(db, from.services.now)
  const { id: database_id } = await db.selectFrom('databases').select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('datasets')
    .values({ ...made, uuid: '00000000-0000-4000-8000-000000000002', table_name: 't', database_id })
    .execute()
  const chart = { slice_name: 'Sales', viz_type: 'pie', datasource_id: 1, datasource_type: 'table' }
  const chartId = (await call<{ id: number }>(from, 'admin', 'POST', '/api/v1/chart/', chart)).id
  const dashboard = { dashboard_title: 'Review' }
  const id = (await call<{ id: number }>(from, 'admin', 'POST', '/api/v1/dashboard/', dashboard)).id
  await call(from, 'admin', 'PUT', `/api/v1/chart/${chartId}`, { dashboards: [id] })
  // nothing is in a folder: the bundle is as it was before there were folders
  expect(Object.keys(await exported(`/api/v1/dashboard/export/?q=!(${id})`))).not.toContain('folders.yaml')

  const company = await create({ name: 'Company' })
  const team = await create({ name: 'Team', parent_id: company })
  const mine = await create({ name: 'Mine', is_personal: true })
  const place = (kind: string, ids: number[], folder_id: number) =>
    call(from, 'admin', 'POST', '/api/v1/folder/place', { kind, ids, folder_id })
  await place('Dashboard', [id], team)
  await place('Chart', [chartId], mine)
  await call(from, 'admin', 'PUT', `/api/v1/folder/${team}/rights`, {
    rights: [{ kind: 'user', id: 1, can_edit: true }],
  })
  const files = await exported(`/api/v1/dashboard/export/?q=!(${id})`)
  // the rights of a folder are not part of an export
  expect(parseYaml(files['folders.yaml'] ?? '')).toMatchObject({
    version: '1.0.0',
    folders: [
      { path: ['Company', 'Team'], is_personal: false, dashboards: [expect.any(String)], charts: [], datasets: [] },
      { path: ['Mine'], is_personal: true, dashboards: [], charts: [expect.any(String)], datasets: [] },
    ],
  })
  expect(files['folders.yaml']).not.toContain('rights')
  const older = await exported(`/api/v1/dashboard/export/?q=!(${id})&for=2.1`)
  expect(Object.keys(older)).not.toContain('folders.yaml')

  const first = await send('admin', files)
  expect(first.statusCode, first.body).toBe(200)
  expect(await places('admin', 'Dashboard')).toEqual({ '/Company': 0, '/Company/Team': 1, '~/Mine': 0 })
  expect(await places('admin', 'Chart')).toEqual({ '/Company': 0, '/Company/Team': 0, '~/Mine': 1 })
  // a second import changes nothing, even if the object was moved in the meantime
  const { id: other } = await call<{ id: number }>(to, 'admin', 'POST', '/api/v1/folder/', { name: 'Other' })
  const { ids } = await call<{ ids: number[] }>(to, 'admin', 'GET', '/api/v1/dashboard/')
  await call(to, 'admin', 'POST', '/api/v1/folder/place', { kind: 'Dashboard', ids, folder_id: other })
  expect((await send('admin', files)).statusCode).toBe(200)
  expect(await places('admin', 'Dashboard')).toEqual({ '/Company': 0, '/Company/Team': 0, '/Other': 1, '~/Mine': 0 })

  // users who do not own the objects cannot place them in a shared folder, because it can give rights
  await call(to, 'admin', 'POST', '/api/v1/folder/place', { kind: 'Dashboard', ids, folder_id: null })
  expect((await send('carol', files)).statusCode).toBe(422)
  expect(await places('carol', 'Dashboard')).toEqual({ '/Company': 0, '/Company/Team': 0, '/Other': 0 })
}, 120_000)

it.each([
  ['a name with a slash', [{ path: ['a/b'], is_personal: false }]],
  ['no path', [{ path: [], is_personal: false }]],
  ['nine levels', [{ path: [...'123456789'], is_personal: false }]],
  ['an unknown key', [{ path: ['a'], is_personal: false, rights: [] }]],
])('a file with %s is refused', async (_name, folders) => {
  const answer = await send('admin', {
    'metadata.yaml': 'version: 1.0.0\ntype: Dashboard\n',
    'folders.yaml': JSON.stringify({ version: '1.0.0', folders }),
  })
  expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('folders.yaml')])
})

it('an object that is named repeatedly is placed once', async () => {
  const uuid = '00000000-0000-4000-8000-0000000000aa'
  const dashboard = { dashboard_title: 'Once', uuid, position: {}, metadata: {}, version: '1.0.0' }
  const folders = [{ path: ['Often'], is_personal: false, dashboards: Array.from({ length: 20_000 }, () => uuid) }]
  const answer = await send('admin', {
    'metadata.yaml': 'version: 1.0.0\ntype: Dashboard\n',
    'dashboards/once.yaml': JSON.stringify(dashboard),
    'folders.yaml': JSON.stringify({ version: '1.0.0', folders }),
  })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(await places('admin', 'Dashboard')).toMatchObject({ '/Often': 1 })
}, 120_000)
