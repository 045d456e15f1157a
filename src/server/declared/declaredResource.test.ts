import type { LightMyRequestResponse } from 'fastify'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { differences } from '../../../conformance/recordings/compareRecording.ts'
import { nextId, type Recording, replayer } from '../../../conformance/recordings/replay.ts'
import { passwordFits } from '../access/passwords.ts'
import { rightsChanged } from '../access/subjects.ts'
import { ensureExamplesDatabase } from '../embedded/tables.ts'
import { resources } from '../resources/index.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { multipartForm } from '../testing/multipart.ts'
import { hasShared, recording } from '../testing/shared.ts'
import { declareResource } from './declareResource.ts'
import { createSketchTables, reports, users } from './testing/sketches.ts'

let server: TestApp
const ids: Record<string, number> = {}
const tokens: Record<string, string> = {}

beforeAll(async () => {
  const list = [...resources, reports, users]
  server = await startApp({ SEXTANT_EXAMPLES: 'false' }, { resources: list })
  await createSketchTables(server.services.db)
  const roles = { alpha: ['Alpha'], gamma: ['Gamma'], gamma_sqllab: ['Gamma', 'sql_lab'], keeper: ['Alpha'] }
  for (const [name, held] of Object.entries(roles)) ids[name] = await server.addUser(name, held)
  for (const name of ['admin', ...Object.keys(roles)]) tokens[name] = await server.token(name)
  const databaseId = await ensureExamplesDatabase(server.services.db, server.services.now)
  await server.grant(ids['gamma_sqllab'] ?? 0, [{ databaseId }])
})
afterAll(() => server.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (who: string, method: Method, url: string, payload?: object): Promise<LightMyRequestResponse> =>
  server.app.inject({ method, url: `/api/v1/${url}`, payload, headers: { authorization: `Bearer ${tokens[who]}` } })

/** Replays recorded calls in an order in which each finds the objects that it needs. */
async function expectAsRecorded(folder: string, table: string, names: readonly string[]): Promise<void> {
  const replay = replayer(server)
  for (const name of names) {
    const recorded = recording<Recording>('calls', folder, `${name}.json`)
    const { id } = recorded.answer as { id?: number }
    if (recorded.status === 201 && id !== undefined) await nextId(server, table, id)
    const response = await replay(recorded)
    expect(response.statusCode, `${name}: ${response.body}`).toBe(recorded.status)
    expect(differences(recorded.answer, response.json(), '', ['first_name', 'last_name', 'description'])).toEqual([])
  }
}

describe.skipIf(!hasShared)('recorded calls of declared resources', () => {
  it('css templates', async () => {
    const before = ['list-default', 'create-gamma', 'create-unknown-field', 'create-ok', 'list-filter', 'create-empty']
    const after = ['item', 'item-missing', 'update-ok', 'update-unknown-field', 'info-permissions', 'info-gamma']
    await expectAsRecorded('css_template', 'css_templates', [...before, ...after, 'delete-ok', 'delete-missing'])
    await nextId(server, 'css_templates', 3)
    for (const template_name of ['a', 'b']) await call('admin', 'POST', 'css_template/', { template_name })
    await expectAsRecorded('css_template', 'css_templates', ['bulk-delete-two'])
  })

  it('saved queries', async () => {
    const before = ['list-default', 'distinct-schema', 'create-gamma', 'create-unknown-field', 'create-ok', 'item']
    const lists = ['item-missing', 'item-other-user', 'list-filter-all-text', 'list-filter-fav', 'distinct-schema-one']
    const changes = ['create-empty', 'list-one', 'related-database', 'info-permissions', 'info-alpha']
    const after = ['create-gamma_sqllab', 'update-ok', 'update-missing', 'delete-ok', 'delete-missing', 'bulk-delete']
    await expectAsRecorded('saved_query', 'saved_queries', [...before, ...lists, ...changes, ...after])
  })

  it('forms and filters as recorded', async () => {
    for (const [folder, view] of [
      ['css_template', 'css_template'],
      ['saved_query', 'saved_query'],
      ['annotation_layer', 'annotation_layer'],
    ] as const) {
      const recorded = recording<{ answer: Info }>('calls', folder, 'info-admin.json').answer
      const given = (await call('admin', 'GET', `${view}/_info`)).json<Info>()
      // later releases than the recorded one filter saved queries by who modified them
      const filters = {
        ...recorded.filters,
        ...(folder === 'saved_query' && { changed_by: recorded.filters.created_by }),
      }
      if (folder !== 'annotation_layer') expect(plain(given.filters)).toEqual(plain(filters))
      expect(named(given.add_columns)).toEqual(named(recorded.add_columns))
      expect(named(given.edit_columns)).toEqual(named(recorded.edit_columns))
    }
  })
})

interface Info {
  filters: Record<string, object[]>
  add_columns: { name: string; type: string; required: boolean; validate?: string[] }[]
  edit_columns: Info['add_columns']
}
const plain = (filters: Info['filters']) => Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))
const named = (columns: Info['add_columns']) =>
  columns.map(({ name, type, required }) => ({ name, type, required })).sort((a, b) => (a.name < b.name ? -1 : 1))

describe('a declared resource in the list of resources', () => {
  const url = '/api/v1/sketch/users'

  it('has its routes, each with the declared permission', () => {
    const routes = server.app.routeTable.filter((route) => route.url.startsWith(`${url}/`))
    expect(Object.fromEntries(routes.map((route) => [`${route.method} ${route.url}`, route.config.requires]))).toEqual({
      [`GET ${url}/`]: 'can_get:User',
      [`GET ${url}/_info`]: 'can_info:User',
      [`GET ${url}/related/:column`]: 'can_get:User',
      [`GET ${url}/:id`]: 'can_get:User',
      [`POST ${url}/`]: 'can_post:User',
      [`PUT ${url}/:id`]: 'can_put:User',
      [`DELETE ${url}/:id`]: 'can_delete:User',
      [`DELETE ${url}/`]: 'can_delete:User',
    })
  })

  it('has its permissions, in the declared roles, and its menu entry', async () => {
    const { all, builtinRoles } = server.services.permissions
    expect([...all]).toEqual(expect.arrayContaining(['can_post:User', 'menu_access:Users']))
    expect(builtinRoles.Admin).toContain('can_post:User')
    expect(builtinRoles.Alpha).toContain('menu_access:Users')
    expect(builtinRoles.Alpha).not.toContain('can_get:User')
    expect(builtinRoles.Gamma).not.toContain('menu_access:Users')
    const menuOf = async (who: string) => JSON.stringify((await call(who, 'GET', 'menu/')).json())
    expect(await menuOf('admin')).toContain('"url":"/users/"')
    expect(await menuOf('gamma')).not.toContain('"url":"/users/"')
    expect((await call('gamma', 'GET', 'sketch/users/')).statusCode).toBe(403)
    const info = (await call('admin', 'GET', 'sketch/users/_info?q=(keys:!(permissions))')).json()
    expect(info).toEqual({ permissions: ['can_post', 'can_put', 'can_delete', 'can_get', 'can_info'] })
  })

  it('is described in OpenAPI with parameters, bodies and responses', async () => {
    const { paths } = (await call('admin', 'GET', '_openapi')).json<{
      paths: Record<
        string,
        Record<string, { requestBody?: object; responses: Record<string, object>; parameters: object[] }>
      >
    }>()
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        '/api/v1/sketch/users/',
        '/api/v1/sketch/users/{id}',
        '/api/v1/sketch/users/_info',
        '/api/v1/saved_query/export/',
        '/api/v1/saved_query/import/',
        '/api/v1/saved_query/{id}/favorites/',
        '/api/v1/saved_query/distinct/{column}',
      ]),
    )
    const list = JSON.stringify(paths['/api/v1/sketch/users/']?.['get']?.responses)
    for (const column of ['username', 'login_count', 'count', 'ids']) expect(list).toContain(`"${column}"`)
    expect(JSON.stringify(paths['/api/v1/sketch/users/']?.['post']?.requestBody)).toContain('"password"')
  })

  it('records every change in the audit log', async () => {
    const made = await call('admin', 'POST', 'css_template/', { template_name: 'logged' })
    const { id } = made.json<{ id: number }>()
    await call('admin', 'PUT', `css_template/${id}`, { css: '.x {}' })
    await call('admin', 'DELETE', `css_template/${id}`)
    const rows = await server.services.db
      .selectFrom('logs')
      .select('action')
      .where('object', '=', `CssTemplate:${id}`)
      .orderBy('id')
      .execute()
    expect(rows.map((row) => row.action)).toEqual(['css_template_create', 'css_template_update', 'css_template_delete'])
  })

  it('exports files that an import reads back', async () => {
    const body = { label: 'To take along', schema: 'main', sql: 'select 1 from t', description: 'd', db_id: 1 }
    const { id } = (await call('admin', 'POST', 'saved_query/', body)).json<{ id: number }>()
    const exported = await call('admin', 'GET', `saved_query/export/?q=!(${id})`)
    const names = Object.keys(unzipSync(exported.rawPayload)).map((name) => name.replace(/^[^/]*\//, ''))
    expect(names.sort()).toEqual([
      'databases/examples.yaml',
      'metadata.yaml',
      `queries/examples/main/To_take_along_${id}.yaml`,
    ])
    const send = async (fields: Record<string, string> = {}) => {
      const form = await multipartForm(fields, { formData: exported.rawPayload })
      return server.app.inject({
        method: 'POST',
        url: '/api/v1/saved_query/import/',
        headers: { ...form.headers, authorization: `Bearer ${tokens['admin']}` },
        payload: form.payload,
      })
    }
    const again = await send()
    expect(again.statusCode).toBe(422)
    expect(again.body).toContain('already exists and `overwrite=true` was not passed')
    await call('admin', 'PUT', `saved_query/${id}`, { sql: 'select 2' })
    expect((await send({ overwrite: 'true' })).json()).toEqual({ message: 'OK' })
    expect((await call('admin', 'GET', `saved_query/${id}`)).json()).toMatchObject({ result: { sql: body.sql } })
    await call('admin', 'DELETE', `saved_query/${id}`)
    expect((await send()).json()).toEqual({ message: 'OK' })
    const q = "(filters:!((col:label,opr:eq,value:'To take along')))"
    const list = await call('admin', 'GET', `saved_query/?q=${encodeURIComponent(q)}`)
    expect(list.json()).toMatchObject({ count: 1, result: [{ db_id: 1, description: 'd' }] })
    expect((await call('gamma_sqllab', 'GET', 'saved_query/export/?q=!(99999)')).statusCode).toBe(404)
  })

  it('exports no database that the user may not see', async () => {
    const body = { label: 'Blind', schema: 'main', sql: 'select 1', db_id: 1 }
    const { id } = (await call('gamma_sqllab', 'POST', 'saved_query/', body)).json<{ id: number }>()
    await server.services.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('data_grants').execute()
      await rightsChanged(trx)
    })
    const exported = await call('gamma_sqllab', 'GET', `saved_query/export/?q=!(${id})`)
    expect(exported.statusCode, exported.body).toBe(200)
    const files = Object.entries(unzipSync(exported.rawPayload))
    const names = files.map(([name]) => name.replace(/^[^/]*\//, ''))
    expect(names.sort()).toEqual(['metadata.yaml', `queries/main/Blind_${id}.yaml`])
    const query = files.find(([name]) => name.endsWith(`Blind_${id}.yaml`))?.[1]
    expect(Buffer.from(query ?? []).toString()).not.toContain('database_uuid')
  })

  it('supports stars', async () => {
    const { id } = (await call('admin', 'POST', 'saved_query/', { label: 'Starred' })).json<{ id: number }>()
    await call('admin', 'POST', `saved_query/${id}/favorites/`)
    const q = '(filters:!((col:id,opr:saved_query_is_fav,value:!t)),columns:!(label))'
    expect((await call('admin', 'GET', `saved_query/?q=${q}`)).json().result).toEqual([{ label: 'Starred' }])
    expect((await call('gamma_sqllab', 'POST', `saved_query/${id}/favorites/`)).statusCode).toBe(404)
  })
})

describe('rules and policies', () => {
  it('rows belong to their owners: hidden for others, or visible but not writable', async () => {
    const report = { type: 'Report', name: 'Weekly', crontab: '0 9 * * 1' }
    const recipients = [{ type: 'Email', recipient_config_json: { target: 'a@example.org' } }]
    const owned = { ...report, owners: [ids['keeper'] as number], recipients }
    const made = await call('keeper', 'POST', 'sketch/report/', owned)
    expect(made.statusCode, made.body).toBe(201)
    expect(made.json()).toEqual({ id: 1, result: owned })
    const item = (await call('keeper', 'GET', 'sketch/report/1')).json<{ result: object }>().result
    expect(item).toMatchObject({
      owners: [{ id: ids['keeper'] }],
      recipients: [{ type: 'Email', recipient_config_json: '{"target":"a@example.org"}' }],
      dashboard: null,
      extra: {},
    })
    // an Alpha user sees all data, and therefore all reports
    expect((await call('alpha', 'PUT', 'sketch/report/1', { active: true })).statusCode).toBe(403)
    expect((await call('alpha', 'DELETE', 'sketch/report/?q=!(1)')).statusCode).toBe(403)
    expect((await call('keeper', 'PUT', 'sketch/report/1', { active: true })).json()).toEqual({
      id: 1,
      result: { active: true },
    })
    expect(
      (await call('alpha', 'GET', 'sketch/report/?q=(columns:!(active,crontab_humanized))')).json().result,
    ).toEqual([{ active: true, crontab_humanized: 'at 0 9 * * 1' }])
  })

  it.each([
    [{ name: undefined }, 400, { name: ['Missing data for required field.'] }],
    [{ crontab: 'nonsense' }, 400, { crontab: ['Cron expression is not valid'] }],
    [{ unknown: 1 }, 400, { unknown: ['Unknown field.'] }],
    [{ name: 'Weekly' }, 422, { name: ['A report named "Weekly" already exists'] }],
    [{ name: ' x' }, 422, { name: ['A name begins with a letter'] }],
    [{ dashboard: 99_999 }, 422, { dashboard: ['Dashboard does not exist'] }],
    [{ owners: [99_999] }, 422, { owners: ['Owners are invalid'] }],
  ])('reject %j with %i', async (more, status, message) => {
    const body = { type: 'Report', name: 'Other', crontab: '0 9 * * 1', ...more }
    const answer = await call('admin', 'POST', 'sketch/report/', body)
    expect([answer.statusCode, answer.json()]).toEqual([status, { message }])
  })

  it('a change cannot refer to a row that the user may not see', async () => {
    const made = await call('admin', 'POST', 'dashboard/', { dashboard_title: 'Hidden' })
    const dashboard = made.json<{ id: number }>().id
    const body = { type: 'Report', name: 'Of a dashboard', crontab: '0 9 * * 1', dashboard }
    const refused = await call('keeper', 'POST', 'sketch/report/', body)
    expect([refused.statusCode, refused.json()]).toEqual([
      422,
      { message: { dashboard: ['Dashboard does not exist'] } },
    ])
    expect((await call('keeper', 'PUT', 'sketch/report/1', { dashboard })).statusCode).toBe(422)
    expect((await call('admin', 'POST', 'sketch/report/', body)).statusCode).toBe(201)
  })

  it('a concurrent change is rejected by its version', async () => {
    const { headers } = await call('admin', 'GET', 'sketch/report/1')
    const put = (version: string) =>
      server.app.inject({
        method: 'PUT',
        url: '/api/v1/sketch/report/1',
        payload: { active: false },
        headers: { authorization: `Bearer ${tokens['admin']}`, 'if-match': version },
      })
    expect((await put(String(headers.etag))).statusCode).toBe(200)
    expect((await put(String(headers.etag))).statusCode).toBe(412)
  })

  it('a password can be written and is never shown', async () => {
    const [role] = await server.services.db.selectFrom('roles').select('id').where('name', '=', 'Gamma').execute()
    const person = { first_name: 'New', last_name: 'One', email: 'n@example.org', username: 'newcomer' }
    const made = await call('admin', 'POST', 'sketch/users/', {
      ...person,
      password: 'long-enough-1',
      roles: [role?.id],
    })
    expect(made.statusCode, made.body).toBe(201)
    const { id } = made.json<{ id: number }>()
    expect(made.json()).toEqual({ id })
    const row = await server.services.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(await passwordFits(row.password_hash, 'long-enough-1')).toBe(true)
    for (const url of [`sketch/users/${id}`, 'sketch/users/', 'sketch/users/?q=(columns:!(password_hash,id))']) {
      const { body } = await call('admin', 'GET', url)
      expect(body).not.toContain('password')
      expect(body).not.toContain(String(row.password_hash))
    }
    const again = await call('admin', 'POST', 'sketch/users/', { ...person, password: 'x', roles: [] })
    expect([again.statusCode, again.json()]).toEqual([422, { message: { username: ['Username already exists'] } }])
  })

  it('a declaration with unknown names stops the start', () => {
    const wrong = { title: 'Wrong', path: '/api/v1/wrong', kind: 'Wrong', view: 'Chart', names: { one: '', many: '' } }
    const rest = { ...wrong, table: 'roles', fields: { id: { type: 'integer' } }, row: z.strictObject({}) } as const
    const declare = (more: object) => () =>
      declareResource({ ...rest, list: ['id'], order: [], search: [], ...more } as Parameters<
        typeof declareResource
      >[0])
    expect(declare({})).not.toThrow()
    expect(declare({ list: ['nam'] })).toThrow('Wrong has no field nam')
    expect(declare({ order: ['nam'] })).toThrow('Wrong has no field nam')
    expect(declare({ show: ['nam.id'] })).toThrow('Wrong has no field nam')
    expect(declare({ create: z.strictObject({ nam: z.string() }) })).toThrow('Wrong has no field nam')
  })
})
