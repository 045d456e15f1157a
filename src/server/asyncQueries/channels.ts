import { createHmac, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { readCookie, setCookie } from '../access/cookies.ts'
import { has } from '../access/subject.ts'
import type { App } from '../resource.ts'
import type { Services } from '../services.ts'

/** The contract's name. */
export const CHANNEL_COOKIE = 'async-token'
export const EVENTS_PERMISSION = 'can_list:AsyncEventsRestApi'

interface Claims {
  channel: string
  sub: string | null
}

/** Number of verified tokens that are cached: every request carries one. */
const REMEMBERED = 1000
const remembered = new WeakMap<Buffer, LRUCache<string, Claims>>()

function rememberedBy(key: Buffer): LRUCache<string, Claims> {
  const known = remembered.get(key) ?? new LRUCache<string, Claims>({ max: REMEMBERED })
  remembered.set(key, known)
  return known
}

/** A signed token (HS256) with the channel of a browser and its user; it does not expire, as in the contract. */
export async function issueChannelToken(key: Buffer, { channel, sub }: Claims): Promise<string> {
  const { SignJWT } = await import('jose')
  return new SignJWT({ channel, sub } as Record<string, unknown>)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(key)
}

/** The content of a token; undefined if it is not valid. */
export async function readChannelToken(key: Buffer, token: string): Promise<Claims | undefined> {
  const known = rememberedBy(key).get(token)
  if (known) return known
  const { compactVerify } = await import('jose')
  try {
    // not `jwtVerify`: the contract's `sub` may be null, which is not a subject of the standard
    const { payload } = await compactVerify(token, key, { algorithms: ['HS256'] })
    const { channel, sub } = JSON.parse(new TextDecoder().decode(payload)) as Record<string, unknown>
    if (typeof channel !== 'string' || channel === '' || (sub !== null && typeof sub !== 'string')) return undefined
    rememberedBy(key).set(token, { channel, sub })
    return { channel, sub }
  } catch {
    return undefined
  }
}

const subOf = ({ subject }: FastifyRequest) => (subject.user ? String(subject.user.id) : null)

/** A UUID that only this server can compute, always the same for the same text. */
function uuidOf(key: Buffer, text: string): string {
  const hex = createHmac('sha256', key).update(text).digest('hex')
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** The channel of a session, or of a user with an API token. It is computed, not stored. */
function ownChannel(key: Buffer, request: FastifyRequest): string | undefined {
  const { proof, sessionCookie, subject } = request
  if (!subject.user) return undefined
  return proof === 'session'
    ? uuidOf(key, `session ${sessionCookie} ${subject.user.id}`)
    : uuidOf(key, `user ${subject.user.id}`)
}

/** The channel that the cookie of a request names for its user. */
async function cookieChannel(key: Buffer, request: FastifyRequest): Promise<string | undefined> {
  const token = readCookie(request, CHANNEL_COOKIE)
  const claims = token === undefined ? undefined : await readChannelToken(key, token)
  return claims && claims.sub === subOf(request) ? claims.channel : undefined
}

/**
 * The channel of a request, by its cookie. Callers with an API token need no cookie. `ofSession`: a session needs none
 * either, for our own pages that were loaded before the flag was enabled.
 */
export async function channelOf(
  { keys }: Pick<Services, 'keys'>,
  request: FastifyRequest,
  { ofSession = false } = {},
): Promise<string | undefined> {
  const key = keys.for('asyncEvents')
  const named = await cookieChannel(key, request)
  if (named !== undefined) return named
  return request.proof === 'token' || ofSession ? ownChannel(key, request) : undefined
}

/** Whether results can reach a caller by events. Guests in frames of other sites have no cookies. */
export const canListen = ({ flags }: Pick<Services, 'flags'>, { subject }: FastifyRequest): boolean =>
  flags.isOn('GLOBAL_ASYNC_QUERIES') && !subject.guest && has(subject, EVENTS_PERMISSION)

/** If the flag is enabled, responses set the channel cookie of a browser that has none, or one of another user. */
export function installChannels(app: App, services: Services): void {
  const key = services.keys.for('asyncEvents')

  async function giveChannel(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if ((await cookieChannel(key, request)) !== undefined) return
    const channel = ownChannel(key, request) ?? randomUUID()
    const token = await issueChannelToken(key, { channel, sub: subOf(request) })
    setCookie(reply, CHANNEL_COOKIE, token, { secure: services.secureCookies })
  }

  app.addHook('onSend', async (request, reply) => {
    // files of the bundle have no subject
    if ((request.subject as FastifyRequest['subject'] | undefined) && canListen(services, request))
      await giveChannel(request, reply)
  })
}
