import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from './testing/app.ts'

/** No request from a client causes an internal error, on any route, for administrators and Gamma users. */

let server: TestApp
const tokens = new Map<string, string>()
beforeAll(async () => {
  server = await startApp()
  const { db } = server.services
  const stamp = { created_on: 0, changed_on: 0 }
  await db
    .insertInto('databases')
    .values({ uuid: 'd', database_name: 'd', backend: 'duckdb', sqlalchemy_uri: 'x', is_embedded: true, ...stamp })
    .execute()
  await db
    .insertInto('datasets')
    .values({ uuid: 'ds', table_name: 't', database_id: 1, ...stamp })
    .execute()
  for (const uuid of ['a', 'b'])
    await db
      .insertInto('charts')
      .values({ uuid, slice_name: uuid, viz_type: 'pie', datasource_id: 1, ...stamp })
      .execute()
  await db
    .insertInto('dashboards')
    .values({ uuid: 'x', dashboard_title: 'x', slug: 'births', ...stamp })
    .execute()
  await server.addUser('gamma', ['Gamma'])
  for (const user of ['admin', 'gamma']) tokens.set(user, await server.token(user))
})
afterAll(() => server.close())

const segment = fc.constantFrom(
  '1',
  '0',
  '-1',
  '99999999999999',
  '1.5',
  'NaN',
  'null',
  'births',
  "'",
  '!(',
  '%00',
  '%2e%2e',
  '__proto__',
  'constructor',
  '✈',
)
const word = fc.constantFrom(
  'id',
  'slice_name',
  'dashboard_title',
  'owners',
  'created_by',
  'last_saved_at',
  'constructor',
  '__proto__',
  'password',
  'owners.id',
)
const scalar = fc.oneof(fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.string(), word)
const query = fc.oneof(
  fc.string(),
  fc.constantFrom('()', '!()', '!(1,2)', '!(99999999999999)', '(filters:!(', '!n'),
  fc.json(),
  fc
    .record(
      {
        filters: fc.array(
          fc.record({
            col: word,
            opr: fc.constantFrom('eq', 'ct', 'gt', 'rel_m_m', 'rel_o_m', 'chart_is_favorite', 'zz'),
            value: fc.oneof(scalar, fc.array(scalar)),
          }),
          { maxLength: 2 },
        ),
        columns: fc.array(word),
        order_column: word,
        page: fc.oneof(fc.integer(), scalar),
        page_size: fc.oneof(fc.integer(), scalar),
        filter: scalar,
        include_ids: fc.array(fc.oneof(fc.integer(), scalar)),
        schema_name: scalar,
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
)
/** Objects that are not what code expects of every object, and numbers at the edges. */
const hostile = fc.constantFrom<unknown>(
  { toString: 1 },
  { toString: null, valueOf: {} },
  JSON.parse('{"then":1}'),
  { length: -1 },
  { constructor: { prototype: null } },
  { toJSON: 1, [Symbol.iterator.toString()]: 1 },
  [[[[[[]]]]]],
  [{ toString: 1 }],
  1e308,
  -0,
  2 ** 53,
  '1e999999999',
  '\0',
  '\uD800',
)
const fields = fc.dictionary(
  fc.constantFrom(
    'result_type',
    'result_format',
    'force',
    'filters',
    'adhoc_filters',
    'orderby',
    'granularity',
    'time_range',
    'time_offsets',
    'extras',
    'row_limit',
    'row_offset',
    'series_limit',
    'post_processing',
    'annotation_layers',
    'applied_time_extras',
    'url_params',
    'client_id',
    'database_id',
    'roles',
    'tags',
    'slice_name',
    'datasource_id',
    'datasource_type',
    'owners',
    'dashboards',
    'json_metadata',
    'position_json',
    'slug',
    'dashboard_title',
    'value',
    'form_data',
    'formData',
    'columns',
    'metrics',
    'database',
    'table_name',
    'sql',
    'queries',
    'datasource',
    'viz_type',
  ),
  fc.oneof(
    scalar,
    hostile,
    fc.constantFrom(
      'table',
      '{}',
      '[]',
      '{"positions":{"A":null,"B":{"type":"CHART","meta":{"chartId":"x"}}}}',
      'births',
    ),
    fc.jsonValue({ maxDepth: 2 }),
  ),
)
const body = fc.oneof(
  fc.jsonValue(),
  hostile,
  fields,
  fc
    .tuple(fields, fields)
    .map(([context, one]) => ({ datasource: { id: 1, type: 'table' }, ...context, queries: [one] })),
  fields.map((form) => ({ form_data: JSON.stringify({ datasource: '1__table', ...form }) })),
)
/** How many requests are sent. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 1500)

it('responds to every request with a status below 500', async () => {
  const routes = server.app.routeTable.filter(({ url }) => !/^\/(static|health|login|logout|setup)/.test(url))
  const withBody = routes.filter(({ method }) => method === 'POST' || method === 'PUT')
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        { weight: 1, arbitrary: fc.constantFrom(...routes) },
        { weight: 2, arbitrary: fc.constantFrom(...withBody) },
      ),
      fc.array(segment, { minLength: 4, maxLength: 4 }),
      query,
      body,
      fc.constantFrom('admin', 'gamma'),
      async (route, segments, q, payload, user) => {
        let at = 0
        const path = route.url.replaceAll(/:\w+|\*/g, () => segments[at++ % segments.length] ?? '1')
        const hasBody = route.method === 'POST' || route.method === 'PUT'
        const answer = await server.app.inject({
          method: route.method as 'GET',
          url: `${path}?q=${encodeURIComponent(q)}`,
          headers: {
            authorization: `Bearer ${tokens.get(user)}`,
            ...(hasBody ? { 'content-type': 'application/json' } : {}),
          },
          payload: hasBody ? JSON.stringify(payload) : undefined,
        })
        expect(answer.statusCode, `${route.method} ${path} ${answer.body.slice(0, 200)}`).toBeLessThan(500)
      },
    ),
    { numRuns: RUNS },
  )
}, 900_000)
