import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../model/errors/errors.ts'
import { networkOf } from './access/network.ts'
import type { App } from './resource.ts'
import { whenAnswered } from './whenAnswered.ts'

/** Smaller responses are not counted: not enough of them wait at the same time. */
const LEAST_BYTES = 64 * 1024
/** A connection that receives nothing of a response for this time is cut. */
const STALLED_MS = 60_000

export interface SendingLimits {
  /** Maximum bytes of responses to one user (or to one address without a user) while they are being sent. */
  perUser: number
  /** The same for all users together. */
  all: number
  stalledMs?: number
}

const busy = (status: 429 | 503, message: string) =>
  new AppError('GENERIC_BACKEND_ERROR', status, message, { retryAfterS: 2 })

const whoOf = ({ subject, ip }: FastifyRequest) =>
  subject?.user ? `user ${subject.user.id}` : `address ${networkOf(ip)}`

/**
 * A response is in memory until its client has received it. To prevent slow clients, or many of them, from filling the
 * memory, responses being sent are counted: above the limit a response is discarded and the client is asked to try
 * again. One response is always allowed, regardless of its size.
 */
export function limitSending(app: App, { perUser, all, stalledMs = STALLED_MS }: SendingLimits): void {
  const held = new Map<string, number>()
  let heldByAll = 0

  function hold(who: string, bytes: number, reply: FastifyReply): void {
    held.set(who, (held.get(who) ?? 0) + bytes)
    heldByAll += bytes
    whenAnswered(reply, () => {
      heldByAll -= bytes
      const rest = (held.get(who) ?? 0) - bytes
      if (rest > 0) held.set(who, rest)
      else held.delete(who)
    })
    reply.raw.setTimeout(stalledMs, () => reply.raw.destroy())
  }

  app.addHook('onSend', async (request, reply, payload) => {
    if (!Buffer.isBuffer(payload) || payload.length < LEAST_BYTES) return payload
    const who = whoOf(request)
    const own = held.get(who) ?? 0
    if (own > 0 && own + payload.length > perUser) {
      throw busy(429, 'Too many of your large responses are still being sent. Please try again in a moment.')
    }
    if (heldByAll > 0 && heldByAll + payload.length > all) {
      throw busy(503, 'The server is sending too many large responses. Please try again in a moment.')
    }
    hold(who, payload.length, reply)
    return payload
  })
}
