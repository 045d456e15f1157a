import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportPlan } from '../../model/bundle/importPlan.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { multipartForm } from '../testing/multipart.ts'

let server: TestApp
beforeAll(async () => {
  server = await startApp()
  await server.addUser('gamma', ['Gamma'])
  const values = { ...times, uuid: id(99), database_name: 'warehouse', backend: 'postgresql' }
  await server.services.db
    .insertInto('databases')
    .values({ ...values, sqlalchemy_uri: 'postgresql://warehouse/d' })
    .execute()
})
afterAll(() => server.close())

const times = { created_on: 0, changed_on: 0 }
const id = (number: number) => `00000000-0000-4000-8000-0000000000${String(number).padStart(2, '0')}`
const yaml = (fields: Record<string, unknown>) =>
  Object.entries({ ...fields, version: '1.0.0' })
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('')
const uri = 'postgresql://u:XXXXXXXXXX@h/d'
const bundle = (chart: Record<string, unknown> = {}) => ({
  'metadata.yaml': 'version: 1.0.0\ntype: Dashboard\n',
  'databases/d.yaml': yaml({ database_name: 'd', sqlalchemy_uri: uri, uuid: id(1) }),
  'datasets/d/t.yaml': yaml({ table_name: 't', schema: 'public', database_uuid: id(1), uuid: id(2) }),
  'charts/c.yaml': yaml({
    slice_name: 'c',
    viz_type: 'pie',
    dataset_uuid: id(2),
    uuid: id(3),
    params: { a: 1 },
    ...chart,
  }),
  'dashboards/b.yaml': yaml({ dashboard_title: 'b', uuid: id(4) }),
})
const password = { passwords: JSON.stringify({ 'databases/d.yaml': 'x' }) }

async function send(
  path: string,
  files: Record<string, string>,
  fields: Record<string, string> = {},
  { user = 'admin', field = 'formData' } = {},
) {
  const zip = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [`top/${name}`, strToU8(text)])))
  const form = await multipartForm(fields, { [field]: Buffer.from(zip) })
  const authorization = `Bearer ${await server.token(user)}`
  const { payload } = form
  const headers = { ...form.headers, authorization }
  return server.app.inject({ method: 'POST', url: `/api/v1/${path}`, payload, headers })
}

async function plan(...call: Parameters<typeof send>): Promise<ImportPlan> {
  const response = await send(...call)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<{ result: ImportPlan }>().result
}
const actions = ({ steps }: ImportPlan) => Object.fromEntries(steps.map(({ path, action }) => [path, action]))
const rows = async () => {
  const { db } = server.services
  const counts = []
  for (const table of ['databases', 'datasets', 'charts', 'dashboards'] as const)
    counts.push(
      (
        await db
          .selectFrom(table as 'charts')
          .select('id')
          .execute()
      ).length,
    )
  return counts
}

describe('the plan of an import', () => {
  it('reports what is created and which passwords are needed, and changes nothing', async () => {
    const before = await rows()
    const first = await plan('dashboard/import/plan', bundle())
    expect(actions(first)).toEqual({
      'dashboards/b.yaml': 'create',
      'charts/c.yaml': 'create',
      'datasets/d/t.yaml': 'create',
      'databases/d.yaml': 'create',
    })
    expect(first.secrets).toEqual({ 'databases/d.yaml': ['Must provide a password for the database'] })
    expect(first.databases).toEqual([{ path: 'databases/d.yaml', name: 'd', schemas: ['public'] }])
    expect((await plan('dashboard/import/plan', bundle(), password)).secrets).toEqual({})
    expect(await rows()).toEqual(before)
  })

  it('is rejected as an import is', async () => {
    expect((await send('dashboard/import/plan', { 'x.yaml': 'a: 1' })).statusCode).toBe(422)
    expect((await send('dataset/import/plan', bundle(), {}, { user: 'gamma' })).statusCode).toBe(403)
    expect((await send('dashboard/import/plan', bundle(), { mapping: '{"a":1}' })).statusCode).toBe(400)
  })

  it('refuses an SSH tunnel where tunnels are disabled, as an import does', async () => {
    const { db, flags } = server.services
    const set = (isOn: boolean | null) => db.transaction().execute((trx) => flags.store(trx, { SSH_TUNNELING: isOn }))
    const tunnel = 'ssh_tunnel: {server_address: t, server_port: 22, username: u, password: p}\n'
    const files = { ...bundle(), 'databases/d.yaml': `${bundle()['databases/d.yaml']}${tunnel}` }
    try {
      await set(false)
      for (const path of ['dashboard/import/plan', 'dashboard/import/']) {
        const refused = await send(path, files, password)
        expect([refused.statusCode, refused.json()]).toMatchObject([
          400,
          { errors: [{ message: 'SSH Tunneling is not enabled' }] },
        ])
      }
    } finally {
      await set(null)
    }
    expect((await plan('dashboard/import/plan', files, password)).secrets).toEqual({})
  })

  it('reports what a user may not create, and which files cannot be read', async () => {
    const { steps } = await plan('dashboard/import/plan', bundle(), {}, { user: 'gamma' })
    expect(steps.find(({ kind }) => kind === 'database')).toMatchObject({
      action: 'conflict',
      conflicts: ["Database doesn't exist and user doesn't have permission to create databases"],
    })
    const broken = await plan('dashboard/import/plan', { ...bundle(), 'charts/bad.yaml': 'slice_name: 1\n' })
    expect(broken.steps.find(({ path }) => path === 'charts/bad.yaml')).toMatchObject({
      action: 'conflict',
      kind: 'chart',
      conflicts: expect.arrayContaining([expect.stringContaining('viz_type')]),
    })
  })

  it('shows the differences of what would be replaced', async () => {
    expect((await send('assets/import/', bundle(), password, { field: 'bundle' })).statusCode).toBe(422)
    const all = { ...bundle(), 'metadata.yaml': 'version: 1.0.0\n' }
    expect((await send('assets/import/', all, password, { field: 'bundle' })).json()).toEqual({ message: 'OK' })
    const changed = bundle({ slice_name: 'new', params: { a: 2 } })
    const kept = await plan('dashboard/import/plan', changed, { overwrite: 'true' })
    expect(actions(kept)).toEqual({
      'dashboards/b.yaml': 'same',
      'charts/c.yaml': 'keep',
      'datasets/d/t.yaml': 'keep',
      'databases/d.yaml': 'keep',
    })
    const refused = await plan('dashboard/import/plan', changed)
    expect(refused.steps[0]).toMatchObject({
      action: 'conflict',
      conflicts: ['Dashboard already exists and `overwrite=true` was not passed'],
    })
    const { steps } = await plan(
      'assets/import/plan',
      { ...changed, 'metadata.yaml': 'version: 1.0.0\n' },
      {},
      {
        field: 'bundle',
      },
    )
    expect(steps.find(({ kind }) => kind === 'chart')).toMatchObject({
      action: 'change',
      differences: [
        { field: 'params.a', before: '1', after: '2' },
        { field: 'slice_name', before: 'c', after: 'new' },
      ],
    })
  })

  it('maps a database and its schemas to those of another one, like the import', async () => {
    const files = Object.fromEntries(
      Object.entries(bundle()).map(([name, text]) => [name, text.replaceAll('-00000000000', '-00000000001')]),
    )
    const { db } = server.services
    const { id: database_id } = await db
      .selectFrom('databases')
      .select('id')
      .where('database_name', '=', 'warehouse')
      .executeTakeFirstOrThrow()
    const stored = () => db.selectFrom('databases').selectAll().where('id', '=', database_id).executeTakeFirst()
    const before = await stored()
    const mapping = JSON.stringify({ 'databases/d.yaml': { database_id, schemas: { public: 'sales' } } })
    const mapped = await plan('dashboard/import/plan', files, { mapping })
    expect([actions(mapped), mapped.secrets]).toEqual([
      { 'dashboards/b.yaml': 'create', 'charts/c.yaml': 'create', 'datasets/d/t.yaml': 'create' },
      {},
    ])
    expect(mapped.databases).toEqual([{ path: 'databases/d.yaml', name: 'd', schemas: ['public'] }])
    expect((await send('dashboard/import/', files, { mapping })).json()).toEqual({ message: 'OK' })
    const dataset = await db
      .selectFrom('datasets')
      .select(['database_id', 'schema'])
      .where('uuid', '=', id(12))
      .executeTakeFirst()
    expect(dataset).toEqual({ database_id, schema: 'sales' })
    // the database has the address and `extra` that it had before
    expect(await stored()).toEqual(before)
    const hidden = JSON.stringify({ 'databases/d.yaml': { database_id: 999 } })
    expect((await plan('dashboard/import/plan', files, { mapping: hidden })).steps).toContainEqual(
      expect.objectContaining({ path: 'databases/d.yaml', action: 'conflict' }),
    )
  })
})

describe('the plan of an import of saved queries', () => {
  const files = (sql: string) => ({
    'metadata.yaml': 'version: 1.0.0\ntype: SavedQuery\n',
    'databases/d.yaml': yaml({ database_name: 'of queries', sqlalchemy_uri: uri, uuid: id(21) }),
    'queries/d/q.yaml': yaml({ label: 'q', sql, uuid: id(20), database_uuid: id(21) }),
  })
  const ask = (sql: string) => plan('saved_query/import/plan', files(sql), { overwrite: 'true' })
  const stored = async () => (await server.services.db.selectFrom('saved_queries').select('sql').execute()).length

  it('reports what is created and changed, and changes nothing', async () => {
    const first = await ask('select 1')
    expect(actions(first)).toEqual({ 'queries/d/q.yaml': 'create', 'databases/d.yaml': 'create' })
    expect(first.secrets).toEqual({ 'databases/d.yaml': ['Must provide a password for the database'] })
    expect(await stored()).toBe(0)
    expect((await send('saved_query/import/', files('select 1'), password)).json()).toEqual({ message: 'OK' })
    const same = await ask('select 1')
    expect([actions(same), same.secrets]).toEqual([{ 'queries/d/q.yaml': 'same', 'databases/d.yaml': 'keep' }, {}])
    expect((await ask('select 2')).steps[0]).toMatchObject({
      kind: 'saved_query',
      name: 'q',
      action: 'change',
      differences: [{ field: 'sql', before: 'select 1', after: 'select 2' }],
    })
    expect(await stored()).toBe(1)
  })

  it('names files that cannot be read', async () => {
    const { steps } = await plan('saved_query/import/plan', { ...files('select 1'), 'queries/bad.yaml': 'sql: []\n' })
    expect(steps.find(({ path }) => path === 'queries/bad.yaml')).toMatchObject({
      action: 'conflict',
      kind: 'saved_query',
      conflicts: expect.arrayContaining([expect.stringContaining('sql')]),
    })
  })
})
