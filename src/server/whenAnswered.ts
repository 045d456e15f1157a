import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'

/** What to call if a connection is closed: one listener for all its responses. */
const waiting = new WeakMap<Socket, Set<() => void>>()

function waitingOn(socket: Socket): Set<() => void> {
  const known = waiting.get(socket)
  if (known) return known
  const ends = new Set<() => void>()
  waiting.set(socket, ends)
  socket.once('close', () => {
    for (const end of ends) end()
  })
  return ends
}

/**
 * Calls `done` once: when a response has been sent, or when it cannot be sent any more; at once if the client has left
 * already. A pipelined response that waits for others is not closed with its connection, so the connection counts too.
 */
export function whenAnswered({ raw }: FastifyReply, done: () => void): void {
  const { socket } = raw.req
  if (raw.destroyed || socket.destroyed) return done()
  const ends = waitingOn(socket)
  const end = () => {
    if (ends.delete(end)) done()
  }
  ends.add(end)
  raw.once('finish', end)
  raw.once('close', end)
}
