import type { FastifyReply } from 'fastify'

/** One per response, for any number of queries. */
const signals = new WeakMap<FastifyReply['raw'], AbortSignal>()

/**
 * Aborted when the client disconnects before the response is complete; aborted at once if it has already disconnected.
 */
export function closeSignal({ raw }: FastifyReply): AbortSignal {
  const known = signals.get(raw)
  if (known) return known
  const left = new AbortController()
  signals.set(raw, left.signal)
  const onClose = () => {
    if (!raw.writableFinished) left.abort()
  }
  if (raw.destroyed) onClose()
  else raw.once('close', onClose)
  return left.signal
}
