import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { resources } from '../resources/index.ts'
import { startApp, type TestApp } from './app.ts'

const answer = z.strictObject({ count: z.int() })
const answers: Record<string, unknown> = {
  good: { count: 1 },
  more: { count: 1, extra: true },
  wrong: { count: 'one' },
}
const lines: Record<string, string> = { good: '{"count":1}\n{"count":2}\n', wrong: '{"count":1}\n{"count":null}\n' }

let server: TestApp
beforeAll(async () => {
  server = await startApp(
    { SEXTANT_EXAMPLES: 'false' },
    {
      resources: [
        ...resources,
        (app) => {
          const config = { requires: 'can_read:Chart' } as const
          app.get('/checked/:name', { config: { ...config, answer } }, async (request) => {
            return answers[(request.params as { name: string }).name]
          })
          app.get('/checked/lines/:name', { config: { ...config, lines: answer } }, (request, reply) =>
            reply.type('application/x-ndjson').send(lines[(request.params as { name: string }).name]),
          )
        },
      ],
    },
  )
})
afterAll(() => server.close())

describe('responses in tests', () => {
  const get = async (url: string) =>
    server.app.inject({ url, headers: { authorization: `Bearer ${await server.token('admin')}` } })

  it('pass if they match the schema of their route', async () => {
    expect((await get('/checked/good')).json()).toEqual({ count: 1 })
    expect((await get('/checked/lines/good')).statusCode).toBe(200)
  })

  it.each(['more', 'wrong', 'lines/wrong'])('fail if they do not: %s', async (name) => {
    await expect(get(`/checked/${name}`)).rejects.toThrow(
      `GET /checked/${name} answered what its schema does not describe`,
    )
  })

  it('are described for OpenAPI by the same schema, streams as well', async () => {
    const { paths } = (await get('/api/v1/_openapi')).json<{ paths: Record<string, Record<string, unknown>> }>()
    const stream = JSON.stringify(paths['/api/v1/dashboard/{idOrSlug}/data'])
    expect(stream).toContain('application/x-ndjson')
    expect(stream).toContain('"columns"')
    expect(JSON.stringify(paths['/api/v1/chart/'])).toContain('"datasource_name_text"')
  })

  it('are declared by every route whose responses the browser reads', () => {
    const undeclared = server.app.routeTable.filter(
      ({ url, config, method }) => readByTheBrowser.includes(`${method} ${url}`) && !config.answer && !config.lines,
    )
    expect(undeclared.map(({ method, url }) => `${method} ${url}`)).toEqual([])
    const known = server.app.routeTable.map(({ method, url }) => `${method} ${url}`)
    expect(readByTheBrowser.filter((route) => !known.includes(route))).toEqual([])
  })
})

/** The calls of `src/web/api`. */
const readByTheBrowser = [
  ...['chart', 'dashboard', 'dataset'].flatMap((name) => [
    `GET /api/v1/${name}/`,
    `POST /api/v1/${name}/`,
    `PUT /api/v1/${name}/:id`,
    `DELETE /api/v1/${name}/`,
    `GET /api/v1/${name}/related/:column`,
    `POST /api/v1/${name}/import/`,
  ]),
  'GET /api/v1/chart/:id',
  'GET /api/v1/chart/favorite_status/',
  'GET /api/v1/dashboard/:idOrSlug',
  'GET /api/v1/dashboard/:idOrSlug/shown_charts',
  'GET /api/v1/dashboard/:idOrSlug/datasets',
  'POST /api/v1/dashboard/:idOrSlug/data',
  'POST /api/v1/explore/source_charts',
  'POST /api/v1/dashboard/:idOrSlug/permalink',
  'GET /api/v1/dashboard/permalink/:key',
  'POST /api/v1/dashboard/:id/filter_state',
  'GET /api/v1/dashboard/:id/filter_state/:key',
  'POST /superset/copy_dash/:id/',
  'GET /api/v1/dataset/:id',
  'GET /api/v1/dataset/:id/related_objects',
  'GET /api/v1/dataset/distinct/:column',
  'POST /api/v1/dataset/:id/source_columns',
  'GET /datasource/get/:type/:id/',
  'GET /datasource/external_metadata/:type/:id/',
  'POST /datasource/samples',
  'GET /api/v1/datasource/:type/:id/column/:column/values/',
  'GET /api/v1/database/:id/schemas/',
  'GET /api/v1/database/:id/tables/',
  'GET /api/v1/database/:id/table_extra/:table/:schema/',
  'GET /api/v1/explore/',
  'POST /api/v1/explore/data',
  'POST /api/v1/explore/form_data',
  'POST /api/v1/explore/permalink',
  'POST /api/v1/chart/data',
  'GET /api/v1/time_range/',
  'GET /api/v1/log/recent_activity/:userId/',
  'POST /api/v1/upload/',
  'POST /api/v1/upload/:id/preview',
  'POST /api/v1/upload/:id/',
  'GET /api/v1/upload/table/',
  'GET /api/v1/security/csrf_token/',
  'POST /login/',
  'POST /setup/:token',
]
