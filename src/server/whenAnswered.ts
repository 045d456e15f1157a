import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'

/** Functions to call when a connection is closed: one listener per connection, for all of its responses. */
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
 * Calls `done` once: when a response has been sent, or when it cannot be sent any more; at once if the client has
 * already left. A pipelined response that waits for earlier ones gets no event when its connection is closed, so the
 * connection is observed as well.
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
