import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'

/**
 * Sends the data of a chart. With CLIENT_CACHE, the browser stores GET responses and revalidates them each time: the
 * query and the rights are checked as usual, and unchanged data is not sent again.
 */
export function sendRevalidated(
  { flags }: Services,
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  body: Buffer,
): FastifyReply {
  if (method !== 'GET' || !flags.isOn('CLIENT_CACHE')) return reply.send(body)
  const tag = `W/"${hash('md5', body)}"`
  reply.header('cache-control', 'private, no-cache').header('etag', tag)
  return headers['if-none-match'] === tag ? reply.code(304).send() : reply.send(body)
}
