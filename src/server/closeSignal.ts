import type { FastifyReply } from 'fastify'

/** One for each answer, however many questions it takes. */
const signals = new WeakMap<FastifyReply['raw'], AbortSignal>()

/** Aborted when the caller leaves before the answer is out; from the start where he has left already. */
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
