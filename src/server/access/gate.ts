import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { z } from 'zod'
import { AppError } from '../../model/errors/errors.ts'
import { flash } from '../bootstrap.ts'
import { AddressError, DeniedError, ForbiddenError, malformedId, TokenError } from '../errors.ts'
import type { App, Policy } from '../resource.ts'
import { sendMissingPage } from '../routeTable.ts'
import type { Services } from '../services.ts'
import { findApiKey, isApiKey } from './apiKeys.ts'
import { audit } from './audit.ts'
import { readCookie, sessionCookieName } from './cookies.ts'
import { checkCsrf } from './csrf.ts'
import { guestSubject, readGuestToken } from './guests.ts'
import { keylessRoutes } from './keylessRoutes.ts'
import { networkOf } from './network.ts'
import { publicRoutes } from './publicRoutes.ts'
import { findSession } from './sessions.ts'
import type { Proof, Subject, SubjectUser } from './subject.ts'
import { has } from './subject.ts'
import { RateLimit } from './throttle.ts'
import { bearerToken, verifyToken } from './tokens.ts'

declare module 'fastify' {
  interface FastifyRequest {
    proof: Proof
    /** The administrator who views the product as the user of `subject`; read-only. */
    viewer: SubjectUser | undefined
    /** Value of the session cookie, even if it belongs to no session. */
    sessionCookie: string | undefined
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Throws if a route may not be registered: no policy, an unknown permission, or public without being listed. */
export function checkPolicy(
  route: Pick<RouteOptions, 'method' | 'url' | 'config'>,
  permissions: ReadonlySet<string>,
): void {
  const methods = [route.method].flat().filter((method) => method !== 'HEAD')
  const requires = route.config?.requires
  for (const method of methods) {
    const name = `${method} ${route.url}`
    if (!requires) throw new Error(`${name} has no policy: say \`config: { requires }\``)
    if (requires === 'public' && !publicRoutes.has(name)) throw new Error(`${name} is not in the list of public routes`)
    if (requires.includes(':') && !permissions.has(requires)) throw new Error(`${name}: no permission ${requires}`)
  }
}

interface Identity {
  subject: Subject
  proof: Proof
  viewer?: SubjectUser
}

/**
 * API clients read times as they are in the data, unless they request a zone: the time zone setting of a user has no
 * effect.
 */
const asProgram = (subject: Subject): Subject =>
  subject.user?.timeZone ? { ...subject, user: { ...subject.user, timeZone: null } } : subject

/** The subject of a request. A valid session cookie takes precedence over a token. */
async function identify(request: FastifyRequest, services: Services, isUse = true): Promise<Identity> {
  const { config, db, now, subjects, keys } = services
  if (request.sessionCookie) {
    const reading = findSession(db, request.sessionCookie, config.session, now(), isUse)
    const [session, users] = await Promise.all([reading, subjects.current()])
    const known = session && (await users.ofUser(session.userId))
    if (known) return { ...(await viewed(services, known.subject, session.viewedUserId)), proof: 'session' }
  }
  const guestToken = request.headers['x-guesttoken']
  if (typeof guestToken === 'string' && services.flags.isOn('EMBEDDED_SUPERSET')) {
    const claims = await readGuestToken(keys.for('guests'), guestToken, now())
    const anonymous = await subjects.anonymous()
    // a visitor with an invalid token is anonymous, as in the contract
    if (claims) return { subject: await guestSubject(db, anonymous, claims), proof: 'token' }
    return { subject: anonymous, proof: 'none' }
  }
  // public routes check tokens themselves (refresh), and unknown addresses need none
  const { requires = 'public' } = request.routeOptions.config
  if (request.headers.authorization !== undefined && requires !== 'public') {
    const token = bearerToken(request.headers.authorization)
    if (token !== undefined && isApiKey(token)) {
      return { subject: asProgram(await subjectOfKey(services, token, request.ip, isUse)), proof: 'token' }
    }
    if (token !== undefined) {
      const { userId, issuedOn } = await verifyToken(keys.for('tokens'), token, 'access', now())
      const known = await subjects.ofUser(userId)
      if (!known || issuedOn + 1000 <= known.signedInSince) {
        throw new TokenError(401, `Error loading the user ${userId}`)
      }
      return { subject: asProgram(known.subject), proof: 'token' }
    }
  }
  return { subject: await subjects.anonymous(), proof: 'none' }
}

/**
 * Whether a request would still be accepted as the same user, for connections that stay open after it: the session may
 * have ended, the account may be disabled, the token may have expired. This check does not count as a use of the
 * session or API key.
 */
export async function isStillLetIn(request: FastifyRequest, services: Services): Promise<boolean> {
  const { requires = 'signed_in' } = request.routeOptions.config
  try {
    const { subject } = await identify(request, services, false)
    return subject.user?.id === request.subject.user?.id && (!requires.includes(':') || has(subject, requires))
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** The owner of an API key, with the scope of the key. Throws TokenError if the key or its owner is not valid. */
async function subjectOfKey(
  { config, db, now, subjects }: Services,
  token: string,
  address: string,
  isUse: boolean,
): Promise<Subject> {
  if (config.apiKeyDays === 0) throw new TokenError(401, 'This server has no API keys')
  const { id, userId, scope } = await findApiKey(db, token, address, now(), isUse)
  const known = await subjects.ofUser(userId)
  if (!known) throw new TokenError(401, `Error loading the user ${userId}`)
  return { ...known.subject, apiKey: { id, scope } }
}

/**
 * The subject of a session in which an administrator views the product as another user. If that user is disabled, or
 * the administrator no longer has the role Admin, it is the owner of the session.
 */
async function viewed(
  { subjects }: Services,
  own: Subject,
  viewedUserId: number | null,
): Promise<{ subject: Subject; viewer?: SubjectUser }> {
  if (viewedUserId === null || !own.isAdmin) return { subject: own }
  const other = await subjects.ofUser(viewedUserId)
  return other ? { subject: { ...other.subject, viewedBy: own.user }, viewer: own.user } : { subject: own }
}

/** Whether a request changes something that is stored permanently. */
function isWrite({ method, routeOptions: { config } }: FastifyRequest): boolean {
  return config.changesState === true || (!safeMethods.has(method) && !config.safe)
}

/** Throws if an administrator who views the product as another user would change something. */
function checkViewer(request: FastifyRequest): void {
  if (!request.viewer || !isWrite(request) || request.routeOptions.config.endsViewing) return
  const name = request.subject.user?.username ?? ''
  throw new AppError('GENERIC_COMMAND_ERROR', 403, `You are viewing Sextant as ${name}. Nothing can be changed.`)
}

const isForm = ({ headers }: FastifyRequest): boolean =>
  /^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(headers['content-type'] ?? '')

/** Whether a browser opens an address, and shows the response as a page. */
const isOpening = ({ method, headers }: FastifyRequest) =>
  method === 'GET' && headers.accept?.includes('text/html') === true

/** Whether a form is submitted without a session (it may have ended), and the browser shows the response as a page. */
const isFormOfNobody = (request: FastifyRequest): boolean =>
  !request.subject.user &&
  !request.subject.guest &&
  !safeMethods.has(request.method) &&
  isForm(request) &&
  request.headers.accept?.includes('text/html') === true

/**
 * A change by cookie must come from our own pages: the browser must not report another site as the origin, and the
 * request must carry the CSRF token of this session. Callers with an API token need neither.
 */
function checkOrigin(request: FastifyRequest, services: Services): void {
  const { changesState, safe } = request.routeOptions.config
  const isChange = changesState !== undefined || !safeMethods.has(request.method)
  if (!isChange || request.proof === 'token') return
  const site = request.headers['sec-fetch-site']
  const origin = request.headers.origin
  const foreign =
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    (origin !== undefined && origin !== services.baseUrl() && origin !== `http://${request.headers.host}`)
  if (foreign && (request.sessionCookie !== undefined || changesState)) {
    throw new AppError('GENERIC_BACKEND_ERROR', 403, 'Refused: the request comes from another site.')
  }
  if (safe || request.proof !== 'session') return
  // GET requests of the contract that change state have no token; the browser reports their origin
  if (changesState && safeMethods.has(request.method)) {
    if (changesState === true && site === undefined && request.headers['x-csrftoken'] === undefined) {
      throw new AppError('GENERIC_BACKEND_ERROR', 403, 'Refused: the request does not state its origin.')
    }
    return
  }
  const header = request.headers['x-csrftoken']
  // a form has its token in the body: see `checkFormToken`
  if (header === undefined && isForm(request)) return
  checkCsrf(services.keys.for('csrf'), request.sessionCookie, header?.toString(), services.now())
}

/** Whether a request must still present its token in a field of the posted form. */
const owesToken = (request: FastifyRequest) =>
  !safeMethods.has(request.method) &&
  request.proof === 'session' &&
  !request.routeOptions.config.safe &&
  request.headers['x-csrftoken'] === undefined

/** Checks the token of a posted form after its body was read. */
function checkFormToken(request: FastifyRequest, services: Services): void {
  const { body } = request
  // the route receives the parts and checks the token itself
  if (request.routeOptions.config.tokenInParts) return
  checkFormField(
    request,
    services,
    body !== null && typeof body === 'object' ? (body as Record<string, unknown>)['csrf_token'] : undefined,
  )
}

/** Throws if a form has neither a token in the request header nor a token of this session in its field. */
export function checkFormField(request: FastifyRequest, services: Services, field: unknown): void {
  if (!owesToken(request)) return
  const token = typeof field === 'string' ? field : undefined
  checkCsrf(services.keys.for('csrf'), request.sessionCookie, token, services.now())
}

/** Why an API key may not use a route that its owner may use; undefined if it may. */
function refusedKey(request: FastifyRequest): AppError | undefined {
  const { apiKey } = request.subject
  const { method, routeOptions } = request
  if (!apiKey || routeOptions.config.requires === 'public') return undefined
  const name = `${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`
  if (keylessRoutes.has(name)) return new ForbiddenError('An API key cannot do this. Sign in with a browser.')
  const isReading = !isWrite(request) && routeOptions.config.changesState === undefined
  return apiKey.scope === 'read' && !isReading ? new ForbiddenError('This API key can only read.') : undefined
}

/** In the contract an address is matched before rights are checked: an item with a malformed id has no route. */
function noSuchAddress({ method, params, routeOptions: { schema, url } }: FastifyRequest): AppError | undefined {
  const expected = schema?.params as z.ZodType | undefined
  if (!/^\/api\/v1\/\w+\/:id$/.test(url ?? '') || !expected || expected.safeParse(params).success) return undefined
  const error = malformedId({ method, url })
  return error instanceof AddressError ? error : undefined
}

/**
 * The error if the subject may not use the route, in the format of this kind of route; undefined if the route may be
 * used.
 */
function refused(request: FastifyRequest, requires: Policy): AppError | undefined {
  const { subject } = request
  const { errors: style, refusal, guests } = request.routeOptions.config
  if (requires === 'public') return undefined
  const isHere = subject.user !== undefined || (guests === true && subject.guest !== undefined)
  if (requires === 'signed_in' ? isHere : has(subject, requires)) return undefined
  const nowhere = noSuchAddress(request)
  if (nowhere) return nowhere
  if (subject.user || subject.guest) return style === 'C' ? new DeniedError(403) : new ForbiddenError()
  if (refusal) return refusal()
  return style === 'C' ? new DeniedError(401) : new TokenError(401, 'Missing Authorization Header')
}

function sendToSignIn(request: FastifyRequest, reply: FastifyReply, services: Services): FastifyReply {
  if (request.routeOptions.config.page === 'plain') return reply.redirect('/login/', 302)
  const next = `${services.baseUrl()}${request.url}`
    .replaceAll('=', '%3D')
    .replaceAll('&', '%26')
    .replaceAll('#', '%23')
  return reply.redirect(`/login/?next=${next}`, 302)
}

/** Checks every request before its route runs: identity, origin of changes, limits, and the policy of the route. */
export function installGate(app: App, services: Services): void {
  const { config, now } = services
  const secure = services.secureCookies
  const cookieName = sessionCookieName(secure)
  const limit = config.limits.requestsPerSecond
  const perAddress = new RateLimit(limit * 10, 10_000)
  const perUser = new RateLimit(limit * 10, 10_000)

  app.decorateRequest('subject')
  app.decorateRequest('proof', 'none')
  app.decorateRequest('sessionCookie', undefined)
  app.decorateRequest('viewer', undefined)

  app.addHook('onRoute', (route) => checkPolicy(route, services.permissions.all))

  app.addHook('onRequest', async (request, reply) => {
    const { requires, flag, page } = request.routeOptions.config
    const isAsset = request.routeOptions.url === '/static/*' || request.routeOptions.url?.startsWith('/health')
    if (isAsset) return
    if (limit > 0) perAddress.take(networkOf(request.ip), now())
    request.sessionCookie = readCookie(request, cookieName)
    const { subject, proof, viewer } = await identify(request, services)
    request.subject = subject
    request.proof = proof
    request.viewer = viewer
    if (request.is404) return
    // the router matches an empty parameter; `/chart/` is the collection, not a chart without an id
    if (Object.values(request.params as Record<string, string>).includes('')) return reply.callNotFound()
    if (limit > 0 && subject.user) perUser.take(String(subject.user.id), now())
    checkOrigin(request, services)
    checkViewer(request)
    const reason = refused(request, requires ?? 'signed_in') ?? refusedKey(request)
    if (!reason) {
      if (flag === undefined || services.flags.isOn(flag)) return
      if (page) return sendMissingPage(services, request, reply)
      throw new AddressError(404)
    }
    if (page) {
      // the sign-in page redirects a signed-in user to the home page, which shows this message; others must sign in
      if (subject.user && isOpening(request)) flash(services, reply, ['danger', 'Access is Denied'])
      return sendToSignIn(request, reply, services)
    }
    if (isFormOfNobody(request)) return reply.redirect('/login/', 302)
    if (subject.user && !safeMethods.has(request.method)) {
      const details = { method: request.method, route: request.routeOptions.url, requires }
      await audit(services.db, { action: 'refused', outcome: 'refused', subject, address: request.ip, details }, now())
    }
    throw reason
  })

  app.addHook('preValidation', async (request) => {
    if (!request.is404) checkFormToken(request, services)
  })
}
