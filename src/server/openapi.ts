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
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> }
}

/** Schemas that refer to themselves, by name. */
type Components = Record<string, unknown>

/** Replaces references inside a schema with references to the components. */
function rename(value: unknown, nameOf: (reference: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => rename(item, nameOf))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string'
        ? [key, `#/components/schemas/${nameOf(inner)}`]
        : [key, rename(inner, nameOf)],
    ),
  )
}

/** The JSON schema of a zod schema. Its references point to `components`, because a description is one document. */
function jsonSchema(schema: unknown, owner: string, components: Components): JsonSchema {
  const {
    $schema: _dialect,
    $defs = {},
    ...root
  } = z.toJSONSchema(schema as z.ZodType, {
    io: 'input',
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as JsonSchema & { $defs?: Components }
  const nameOf = (reference: string) =>
    reference === '#' ? owner : `${owner}${reference.slice(reference.lastIndexOf('/') + 1)}`
  for (const [name, part] of Object.entries($defs)) components[nameOf(`#/$defs/${name}`)] = rename(part, nameOf)
  const renamed = rename(root, nameOf) as JsonSchema
  if (!JSON.stringify(root).includes('"$ref":"#"')) return renamed
  components[owner] = renamed
  return { $ref: `#/components/schemas/${owner}` }
}

type SchemaOf = (schema: unknown, part: string) => JsonSchema

function parametersOf(route: KnownRoute, schemaOf: SchemaOf): Operation['parameters'] {
  const described = route.schema?.params ? schemaOf(route.schema.params, 'path').properties : undefined
  const path = [...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: described?.[name] ?? { type: 'string' },
  }))
  const query = route.schema?.querystring ? schemaOf(route.schema.querystring, 'query') : {}
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

/**
 * The content types of a body. `any`: forms, if the token may be among their fields; otherwise the route requires JSON.
 */
function bodyTypes({ accepts = 'json', tokenInParts }: KnownRoute['config']): string[] {
  if (accepts === 'any') return tokenInParts ? [json, form, multipart] : [json]
  return [{ json, form, multipart }[accepts]]
}

function requestBodyOf({ schema, config }: KnownRoute, schemaOf: SchemaOf): Operation['requestBody'] {
  const body = config.body ?? schema?.body
  if (!body) return undefined
  const described = schemaOf(body, 'body')
  return {
    required: true,
    content: Object.fromEntries(bodyTypes(config).map((type) => [type, { schema: described }])),
  }
}

const operationIdOf = ({ method, url }: KnownRoute) =>
  `${method.toLowerCase()}_${url
    .replace(/^\/api\/v1\//, '')
    .replaceAll(':', 'by_')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')}`

/** The successful responses of the route. */
function answersOf({ config }: KnownRoute, schemaOf: SchemaOf): Operation['responses'] {
  const { answer, accepted, lines, file, statuses = [200] } = config
  const json = answer && { 'application/json': { schema: schemaOf(answer, 'answer') } }
  const binary = file && { [file]: { schema: { type: 'string', format: 'binary' } } }
  const streamed = lines && { 'application/x-ndjson': { schema: schemaOf(lines, 'line') } }
  // for a file that is still being created, the response is a message
  const contentOf = (status: number) =>
    status === 204 ? undefined : status === 202 ? (json ?? binary) : (binary ?? streamed ?? json)
  const later = accepted && {
    202: {
      description: 'The result follows later.',
      content: { 'application/json': { schema: schemaOf(accepted, 'accepted') } },
    },
  }
  const done = statuses.map((status) => {
    const content = contentOf(status)
    return [status, { description: 'Done.', ...(content && { content }) }]
  })
  return { ...Object.fromEntries(done), ...later }
}

function operationOf(route: KnownRoute, components: Components): Operation {
  const requires = route.config.requires ?? 'signed_in'
  const isPublic = requires === 'public'
  const operationId = operationIdOf(route)
  const schemaOf: SchemaOf = (schema, part) => jsonSchema(schema, `${operationId}_${part}`, components)
  const responses: Operation['responses'] = answersOf(route, schemaOf)
  if (!isPublic) {
    responses[401] = { description: 'Not signed in.' }
    responses[403] = { description: `The user does not have ${requires}, or may not change the object.` }
  }
  const requestBody = requestBodyOf(route, schemaOf)
  if (route.url.includes(':')) responses[404] = { description: 'Does not exist, or is hidden from the user.' }
  if (requestBody || route.schema?.querystring) responses[400] = { description: 'The request is not valid.' }
  const [, first = '', , third = ''] = route.url.split('/')
  return {
    tags: [first === 'api' ? third : first],
    operationId,
    summary: `${route.method} ${route.url.replace(/^\/api\/v1/, '')}`,
    security: isPublic ? [] : [{ bearer: [] }, { session: [] }],
    parameters: parametersOf(route, schemaOf),
    ...(requestBody ? { requestBody } : {}),
    responses,
    'x-requires': requires,
  }
}

/** Whether a route is meant for programs: all of the REST API, and older calls that return data. */
export const isCall = ({ url, config }: Pick<KnownRoute, 'url' | 'config'>) =>
  url.startsWith('/api/v1/') || config.answer !== undefined || config.lines !== undefined || config.file !== undefined

/** The OpenAPI 3.1 description of all calls, from the schemas that validate them. */
export function describeApi(routes: readonly KnownRoute[], version: string): ApiDescription {
  const paths: ApiDescription['paths'] = {}
  const components: Components = {}
  for (const route of routes.filter(isCall)) {
    const path = route.url.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, components) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Sextant', version },
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => a.localeCompare(b, 'en'))),
    components: {
      schemas: components,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: { type: 'apiKey', in: 'cookie', name: 'session' },
      },
    },
  }
}
