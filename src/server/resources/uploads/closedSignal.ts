import type { FastifyReply } from 'fastify'

/** Aborts when the client goes before its answer came. */
export function closedSignal(reply: FastifyReply): AbortSignal {
  const closed = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) closed.abort()
  })
  return closed.signal
}
