import type { FastifyReply } from 'fastify'
import { whenAnswered } from './whenAnswered.ts'

/** One signal per response, for any number of queries. */
const signals = new WeakMap<FastifyReply['raw'], AbortSignal>()

/**
 * A signal that is aborted when the client disconnects before the response is complete, or at once if it has already
 * disconnected.
 */
export function closeSignal(reply: FastifyReply): AbortSignal {
  const { raw } = reply
  const known = signals.get(raw)
  if (known) return known
  const left = new AbortController()
  signals.set(raw, left.signal)
  whenAnswered(reply, () => {
    if (!raw.writableFinished) left.abort()
  })
  return left.signal
}
