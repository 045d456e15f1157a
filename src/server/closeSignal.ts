import type { FastifyReply } from 'fastify'

/** Aborted when the caller leaves before the answer is out; from the start where he has left already. */
export function closeSignal({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController()
  const onClose = () => {
    if (!raw.writableFinished) left.abort()
  }
  if (raw.destroyed) onClose()
  else raw.once('close', onClose)
  return left.signal
}
