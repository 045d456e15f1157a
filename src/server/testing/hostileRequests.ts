import type { ApiDescription, Operation } from '../openapi.ts'
import type { KnownRoute } from '../routeTable.ts'

/** Requests that no client should send: values that match the schema of a route, with mutations, and invalid bodies. */

/** Returns a number of at least 0 and less than 1. */
type Random = () => number

/** mulberry32: the same numbers for the same seed. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item

const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)

/** Objects with unusual or dangerous properties, extreme numbers, and texts with a special meaning. */
const hostileValues: readonly unknown[] = [
  null,
  true,
  '',
  'x',
  [],
  {},
  { toString: 1 },
  { toString: null, valueOf: {} },
  JSON.parse('{"then":1}'),
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
  { constructor: { prototype: { isAdmin: true } } },
  { length: -1 },
  [[[[[[]]]]]],
  [{ toString: 1 }],
  0,
  -1,
  1.5,
  -0,
  1e308,
  2 ** 31,
  2 ** 53,
  99_999_999_999_999,
  '1e999999999',
  'NaN',
  '\0',
  '\uD800',
  '\u202e',
  '__proto__',
  'constructor',
  "'; DROP TABLE users; --",
  '{{ 1 / 0 }}',
  '../../etc/passwd',
  'births',
  '{}',
  '[]',
  '{"__proto__":{"isAdmin":true}}',
  '{"positions":{"A":null,"B":{"type":"CHART","meta":{"chartId":"x"}}}}',
  '{"native_filter_configuration":[null,{"targets":[{"datasetId":{}}]}]}',
  deep('[', ']', 3000),
  'x'.repeat(70_000),
]

/** Invalid or unusual bodies. */
const hostileBodies: readonly string[] = [
  '',
  '{',
  'null',
  'NaN',
  '[]',
  '"text"',
  '\u0000',
  '"\\ud800"',
  '\ufeff{}',
  '{"a":1e999}',
  `${'1'.repeat(4000)}`,
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"id":1,"id":2}',
  deep('[', ']', 5000),
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  `{"queries":${deep('[', ']', 5000)},"datasource":{"id":1,"type":"table"}}`,
  `{"form_data":${JSON.stringify(deep('[', ']', 3000))}}`,
]
/** Larger than the largest accepted body. */
const hugeBody = `{"a":"${'x'.repeat(5_000_000)}"}`

const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  'application/x-ndjson',
  'nonsense',
]

const segments = [
  '1',
  '2',
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
  '%E0%A4%A',
  '__proto__',
  'constructor',
  'x'.repeat(3000),
  '✈',
]

const columns = [
  'id',
  'slice_name',
  'dashboard_title',
  'owners',
  'created_by',
  'last_saved_at',
  'constructor',
  '__proto__',
  'password',
  'sqlalchemy_uri',
  'owners.id',
]

/** A random list query: filters, order and pages. */
function listQuery(random: Random): string {
  const any = () => pick(random, hostileValues)
  const maybe = (part: object) => (random() < 0.4 ? part : {})
  const filter = () => ({
    col: pick(random, columns),
    opr: pick(random, ['eq', 'ct', 'gt', 'rel_m_m', 'rel_o_m', 'chart_is_favorite', 'zz']),
    value: random() < 0.3 ? [any(), any()] : any(),
  })
  return JSON.stringify({
    ...maybe({ filters: [filter(), filter()] }),
    ...maybe({ columns: [pick(random, columns), any()] }),
    ...maybe({ order_column: pick(random, columns), order_direction: pick(random, ['asc', 'desc', 'x']) }),
    ...maybe({ page: any(), page_size: any() }),
    ...maybe({ filter: any(), include_ids: [any()] }),
    ...maybe({ schema_name: any(), database_name: any() }),
  })
}

const queries = [
  '',
  '()',
  '!()',
  '!(1,2)',
  '!(99999999999999)',
  '(filters:!(',
  '!n',
  '(a:',
  '\0',
  deep('!(', ')', 2000),
]

interface Schema {
  $ref?: string
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  maximum?: number
  minLength?: number
  format?: string
}

/** Share of the values that are replaced by hostile ones. */
const MUTATED = 0.12

/** A value that matches a JSON schema, except that some parts are replaced with hostile values, or fields are added. */
function valueBy(schema: Schema, components: Record<string, unknown>, random: Random, depth = 0): unknown {
  if (random() < MUTATED || depth > 6) return pick(random, hostileValues)
  const inner = (part: Schema | undefined) => valueBy(part ?? {}, components, random, depth + 1)
  if (schema.$ref) return inner(components[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] as Schema)
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices?.length) return inner(pick(random, choices))
  if (schema.const !== undefined) return schema.const
  if (schema.enum?.length) return pick(random, schema.enum)
  switch (schema.type) {
    case 'object': {
      const own = Object.entries(schema.properties ?? {}).filter(
        ([name]) => random() < (schema.required?.includes(name) ? 0.95 : 0.4),
      )
      const more = random() < 0.08 ? [[pick(random, ['__proto__', 'id', 'zz']), pick(random, hostileValues)]] : []
      return Object.fromEntries([...own.map(([name, part]) => [name, inner(part)]), ...more])
    }
    case 'array':
      return Array.from({ length: Math.floor(random() * 3) }, () => inner(schema.items))
    case 'integer':
      return pick(random, [schema.minimum ?? 1, 1, 2, schema.maximum ?? 100])
    case 'number':
      return pick(random, [1, 0.5, -2])
    case 'boolean':
      return random() < 0.5
    case 'string':
      return schema.format === 'binary' ? 'a,b\n1,2\n' : pick(random, ['a', 'word', '1__table', '{}', '2024-01-01'])
    default:
      return pick(random, hostileValues)
  }
}

const multipartOf = (fields: Record<string, unknown>) => {
  const parts = Object.entries(fields).map(([name, value]) => {
    const file = name === 'file' || name === 'formData' || name === 'bundle' ? '; filename="f.csv"' : ''
    return `--x\r\nContent-Disposition: form-data; name="${encodeURIComponent(name)}"${file}\r\n\r\n${textOf(value)}\r\n`
  })
  return `${parts.join('')}--x--\r\n`
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** A body that matches the description of the operation, or an invalid one. */
function bodyOf(
  operation: Operation | undefined,
  components: Record<string, unknown>,
  random: Random,
): { type: string; payload: string } {
  if (random() < 0.01) return { type: 'application/json', payload: hugeBody }
  if (random() < 0.15) return { type: pick(random, contentTypes), payload: pick(random, hostileBodies) }
  const described = Object.entries(operation?.requestBody?.content ?? {})
  const [type, content] = described.length > 0 ? pick(random, described) : ['application/json', undefined]
  const value = content ? valueBy(content.schema as Schema, components, random) : pick(random, hostileValues)
  const fields = typeof value === 'object' && value !== null ? { ...value } : { value }
  if (type.startsWith('multipart')) return { type: 'multipart/form-data; boundary=x', payload: multipartOf(fields) }
  if (type.startsWith('application/x-www')) {
    const pairs = Object.entries(fields).map(([name, part]) => [name, textOf(part).toWellFormed()])
    return { type, payload: new URLSearchParams(Object.fromEntries(pairs) as Record<string, string>).toString() }
  }
  return { type, payload: JSON.stringify(value) ?? 'null' }
}

export interface HostileRequest {
  method: string
  url: string
  headers: Record<string, string>
  payload: string | undefined
}

/** A random request to a route. */
export function hostileRequest(
  route: KnownRoute,
  { paths, components }: ApiDescription,
  random: Random,
): HostileRequest {
  const operation = paths[route.url.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
  const path = route.url.replaceAll(/:\w+|\*/g, () => (random() < 0.5 ? '1' : pick(random, segments)))
  const address = new URLSearchParams()
  for (const { name, in: place, schema } of operation?.parameters ?? []) {
    if (place === 'query' && random() < 0.6)
      address.set(name, textOf(valueBy(schema as Schema, components.schemas, random)).toWellFormed())
  }
  if (random() < 0.7) address.set('q', (random() < 0.4 ? pick(random, queries) : listQuery(random)).toWellFormed())
  const hasBody = route.method === 'POST' || route.method === 'PUT'
  const body = hasBody ? bodyOf(operation, components.schemas, random) : undefined
  const headers: Record<string, string> = {
    ...(body && { 'content-type': body.type }),
    ...(random() < 0.3 && { 'if-match': pick(random, ['"0"', '"99"', 'W/"1"', '*', 'x', '"']) }),
    ...(random() < 0.2 && { accept: pick(random, ['text/html', '*/*', 'application/json', 'x']) }),
    ...(random() < 0.1 && { cookie: pick(random, ['session=x', 'session=', '__proto__=1; a', ';;;']) }),
    ...(random() < 0.1 && { 'x-csrftoken': 'x', 'sec-fetch-site': pick(random, ['cross-site', 'same-origin']) }),
  }
  return { method: route.method, url: `${path}?${address}`, headers, payload: body?.payload }
}
