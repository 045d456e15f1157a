import { z } from 'zod'
import type { KnownRoute } from './routeTable.ts'

interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  [key: string]: unknown
}

export interface Operation {
  /** Unique, for generated clients: `get_chart_by_id`. */
  operationId: string
  tags: string[]
  summary: string
  security: Record<string, string[]>[]
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: unknown }[]
  requestBody?: { required: boolean; content: Record<string, { schema: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>
  'x-requires': string
}

export interface ApiDescription {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, unknown> }
}

const jsonSchema = (schema: unknown): JsonSchema =>
  z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' }) as JsonSchema

function parametersOf(route: KnownRoute): Operation['parameters'] {
  const described = route.schema?.params ? jsonSchema(route.schema.params).properties : undefined
  const path = [...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: described?.[name] ?? { type: 'string' },
  }))
  const query = route.schema?.querystring ? jsonSchema(route.schema.querystring) : {}
  return [
    ...path,
    ...Object.entries(query.properties ?? {}).map(([name, schema]) => ({
      name,
      in: 'query' as const,
      required: query.required?.includes(name) === true,
      schema,
    })),
  ]
}

const [json, form, multipart] = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']
const bodyTypes = { json: [json], form: [form], multipart: [multipart], any: [json, form, multipart] }

/** The body of the route; forms with a file have no schema, because their parts are read one by one. */
function requestBodyOf({ schema, config: { accepts = 'json' } }: KnownRoute): Operation['requestBody'] {
  if (!schema?.body && accepts !== 'multipart') return undefined
  const described = schema?.body ? jsonSchema(schema.body) : { type: 'object' }
  return {
    required: true,
    content: Object.fromEntries(bodyTypes[accepts].map((type) => [type, { schema: described }])),
  }
}

const operationIdOf = ({ method, url }: KnownRoute) =>
  `${method.toLowerCase()}_${url
    .replace(/^\/api\/v1\//, '')
    .replaceAll(':', 'by_')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replace(/_$/, '')}`

/** The successful response of the route. */
function answersOf({ config: { answer, lines } }: KnownRoute): Operation['responses'] {
  const [type, schema] = lines ? ['application/x-ndjson', lines] : ['application/json', answer]
  const content = schema ? { content: { [type]: { schema: jsonSchema(schema) } } } : {}
  return { 200: { description: 'Done.', ...content } }
}

function operationOf(route: KnownRoute): Operation {
  const requires = route.config.requires ?? 'signed_in'
  const isPublic = requires === 'public'
  const responses: Operation['responses'] = answersOf(route)
  if (!isPublic) {
    responses[401] = { description: 'Not signed in.' }
    responses[403] = { description: `The user does not have ${requires}, or may not change the object.` }
  }
  const requestBody = requestBodyOf(route)
  if (route.url.includes(':')) responses[404] = { description: 'Does not exist, or is hidden from the user.' }
  if (route.schema?.body || route.schema?.querystring) responses[400] = { description: 'The request is not valid.' }
  return {
    tags: [route.url.split('/')[3] ?? ''],
    operationId: operationIdOf(route),
    summary: `${route.method} ${route.url.replace(/^\/api\/v1/, '')}`,
    security: isPublic ? [] : [{ bearer: [] }, { session: [] }],
    parameters: parametersOf(route),
    ...(requestBody ? { requestBody } : {}),
    responses,
    'x-requires': requires,
  }
}

/** The OpenAPI 3.1 description of all `/api/v1` routes, from the schemas that validate them. */
export function describeApi(routes: readonly KnownRoute[], version: string): ApiDescription {
  const paths: ApiDescription['paths'] = {}
  for (const route of routes.filter(({ url }) => url.startsWith('/api/v1/'))) {
    const path = route.url.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Sextant', version },
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => a.localeCompare(b))),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
      },
    },
  }
}
