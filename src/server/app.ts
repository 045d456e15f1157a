import Fastify, { type FastifyReply, type FastifyServerOptions } from 'fastify'
import type { z } from 'zod'
import { AppError } from '../model/errors/errors.ts'
import { parseFields } from '../model/wire/fields.ts'
import { jsonExcess } from '../model/wire/json.ts'
import { installGate } from './access/gate.ts'
import { installProxyWarning } from './access/unknownProxy.ts'
import { installChannels } from './asyncQueries/channels.ts'
import { limitQueries } from './chartData/limitQueries.ts'
import { installCompression } from './compression.ts'
import { AddressError, errorBody, malformedId, type RouteAddress, sendError } from './errors.ts'
import { tooManifold, withRepeated } from './formFields.ts'
import { installHeaders, setHeaders } from './headers.ts'
import { installBundleParts } from './importExport/parts.ts'
import type { App, Resource } from './resource.ts'
import { asksForSocket } from './resources/asyncEvents/socket.ts'
import { resources as allResources } from './resources/index.ts'
import { installRouteTable } from './routeTable.ts'
import { limitSending } from './sending.ts'
import type { Services } from './services.ts'

/** The fields of a query string, without a prototype that its keys could reach. */
const fields = (text: string): Record<string, string> =>
  Object.assign(Object.create(null), Object.fromEntries(new URLSearchParams(text)))

/** A posted form; a field that is sent several times is a list. */
function formBody(text: string): Record<string, unknown> {
  const body = Object.create(null) as Record<string, unknown>
  for (const [name, value] of new URLSearchParams(text)) body[name] = withRepeated(body[name], value)
  return body
}

const notJson = () => new AppError('INVALID_PAYLOAD_FORMAT_ERROR', 400, 'Request is not JSON')

const tooDeep = () => new AppError('INVALID_PAYLOAD_FORMAT_ERROR', 400, 'Request is nested too deeply')

const excessOf = (json: string) => {
  const excess = jsonExcess(json)
  return excess && (excess === 'depth' ? tooDeep() : tooManifold())
}

/**
 * Maximum number of fields of a form, the same as for a list in JSON: parsing a million fields would block the process.
 */
const MOST_FORM_FIELDS = 5000

const hasFewFields = (form: string) => form.split('&', MOST_FORM_FIELDS + 1).length <= MOST_FORM_FIELDS

interface ValidatedRoute extends RouteAddress {
  schema: unknown
  httpPart?: string
}

function parsePart(schema: z.ZodType, route: ValidatedRoute, data: unknown): { value: unknown } | { error: AppError } {
  const parsed = parseFields(schema, data)
  if (parsed.ok) return { value: parsed.value }
  if (route.httpPart === 'params') return { error: malformedId(route) }
  const { fields } = parsed
  return { error: new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, 'Arguments are not correct', { fields }) }
}

const compileValidator = (route: ValidatedRoute) => (data: unknown) => parsePart(route.schema as z.ZodType, route, data)

type CompilersFactory = NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']

/**
 * Every schema of this app is a zod schema. Passed to the constructor, so that Fastify does not load its own compilers
 * (140 files); its types know only those, hence the cast.
 */
const compilersFactory = {
  buildValidator: () => compileValidator,
  buildSerializer: () => () => (data: unknown) => JSON.stringify(data),
} as unknown as CompilersFactory

/** Maximum time for a request to arrive: long enough for the largest file on a slow connection. */
const arrivalMs = (uploadBytes: number) => SHORTEST_ARRIVAL_MS + Math.ceil(uploadBytes / SLOWEST_BYTES_PER_MS)
const SHORTEST_ARRIVAL_MS = 120_000
const SLOWEST_BYTES_PER_MS = 100

/** The web server with all its routes, not yet listening. */
export function buildApp(services: Services, resources: readonly Resource[] = allResources): App {
  const { config } = services
  const app: App = Fastify({
    loggerInstance: services.log,
    bodyLimit: config.limits.bodyBytes,
    trustProxy: config.trustProxy ?? false,
    forceCloseConnections: 'idle',
    // requests to upgrade to another protocol are handled as normal requests
    http: { shouldUpgradeCallback: asksForSocket },
    return503OnClosing: true,
    schemaController: { compilersFactory },
    requestTimeout: arrivalMs(config.limits.uploadBytes),
    // hooks do not run for a malformed address
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      setHeaders(reply, services)
      const missing = new AddressError(404)
      return reply.code(missing.status).send(errorBody(missing, 'B'))
    },
    routerOptions: { maxParamLength: 500, querystringParser: fields },
  })

  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))

  const plainJson = app.getDefaultJsonParser('error', 'error')
  for (const type of ['application/json', /^application\/[\w.-]+\+json/]) {
    app.addContentTypeParser<string>(type, { parseAs: 'string' }, (request, body, done) => {
      const excess = excessOf(body)
      return excess ? done(excess) : plainJson(request, body, done)
    })
  }
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => (hasFewFields(body) ? done(null, formBody(body)) : done(tooManifold())),
  )
  services.traces.install(app)
  installHeaders(app, services)
  installProxyWarning(app, services)
  const limits = limitQueries(services)
  limits.early(app)
  installGate(app, services)
  limits.late(app)
  installChannels(app, services)
  app.addHook('preValidation', async (request) => {
    const { accepts = 'json' } = request.routeOptions.config
    if (request.is404 || accepts !== 'json') return
    const type = request.headers['content-type']
    const isJson = type !== undefined && /^application\/([\w.-]+\+)?json/.test(type)
    if (request.routeOptions.schema?.body ? !isJson : type !== undefined && request.body != null && !isJson)
      throw notJson()
  })
  // before compression: a rejected response is not compressed first
  limitSending(app, { perUser: config.limits.resultBytes * 2, all: config.limits.resultBytes * 4 })
  installCompression(app)
  installRouteTable(app, services)
  installBundleParts(app)
  for (const add of resources) add(app, services)
  return app
}
