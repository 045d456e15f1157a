import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Services } from '../../services.ts'

/** An image that takes longer is computed in the background, and must be requested again. */
const PATIENCE_MS = 5000

export const CacheAnswer = z.strictObject({
  cache_key: z.string(),
  chart_url: z.string().optional(),
  dashboard_url: z.string().optional(),
  image_url: z.string(),
})

/** The image as PNG; 202 if it takes long: it is computed in the background, and a later request gets it. */
export async function sendWhenDrawn(
  reply: FastifyReply,
  { stopping, log }: Pick<Services, 'stopping' | 'log'>,
  draw: (signal: AbortSignal) => Promise<Buffer>,
): Promise<FastifyReply> {
  const drawn = draw(stopping)
  const waited = new AbortController()
  const isLate = pause(PATIENCE_MS, 'late' as const, { signal: waited.signal, ref: false })
  try {
    const picture = await Promise.race([drawn, isLate])
    if (picture !== 'late') return sendPicture(reply, picture)
  } finally {
    waited.abort()
    isLate.catch(() => undefined)
  }
  drawn.catch((error: unknown) => log.warn({ err: error }, 'a picture failed'))
  return reply.code(202).send({ message: 'OK Async' })
}

/** Another reader gets another picture: no proxy may store it. */
export const sendPicture = (reply: FastifyReply, picture: Buffer, type = 'image/png'): FastifyReply =>
  reply.header('cache-control', 'private, no-cache').type(type).send(picture)

/** Browsers open SVG as a document, unlike other images: it is sent as a download, and nothing in it can run. */
export const sendSvg = (reply: FastifyReply, picture: Buffer): FastifyReply =>
  sendPicture(
    reply
      .header('content-disposition', 'attachment; filename="chart.svg"')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox"),
    picture,
    'image/svg+xml; charset=utf-8',
  )
