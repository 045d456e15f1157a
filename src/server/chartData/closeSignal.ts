import type { FastifyReply } from 'fastify'

/** Aborted when the caller leaves before the answer is out. */
export function closeSignal(reply: FastifyReply): AbortSignal {
  const left = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort()
  })
  return left.signal
}
