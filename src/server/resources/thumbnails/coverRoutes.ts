import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Subject } from '../../access/subject.ts'
import { closeSignal } from '../../closeSignal.ts'
import { findChart } from '../../entities/charts.ts'
import { findDashboard } from '../../entities/dashboards.ts'
import { notFound } from '../../entities/owners.ts'
import { idParams } from '../../listing/readRoutes.ts'
import { type CoverWishes, chartCover, dashboardCover } from '../../pictures/coverPicture.ts'
import type { App } from '../../resource.ts'
import type { Services } from '../../services.ts'

const query = z.object({ theme: z.enum(['light', 'dark']).catch('light'), size: z.enum(['card', 'row']).catch('card') })
const addressParams = z.object({ idOrSlug: z.string().max(255) })
const answers = { file: 'image/png', statuses: [200, 204] } as const

const wishesOf = ({ theme, size }: z.output<typeof query>, reply: FastifyReply): CoverWishes => ({
  mode: theme,
  isSmall: size === 'row',
  signal: closeSignal(reply),
})

/**
 * `cover` of charts and dashboards: a small picture for lists, drawn from results that are cached for the reader. 204
 * if there are none: a list runs no queries.
 */
export function addCovers(app: App, services: Services): void {
  /** Guests have no lists, so they get no covers. */
  function checkLists({ guest }: Subject): void {
    if (guest || !services.flags.isOn('THUMBNAILS')) throw notFound()
  }

  app.get(
    '/api/v1/chart/:id/cover/',
    { config: { requires: 'can_read:Chart', ...answers }, schema: { params: idParams, querystring: query } },
    async (request, reply) => {
      const { subject, params } = request
      checkLists(subject)
      await services.can(subject, 'read', { kind: 'Chart', id: params.id })
      const chart = await findChart(services.db, params.id)
      if (!chart) throw notFound()
      return sendCover(request, reply, await chartCover(services, chart, subject, wishesOf(request.query, reply)))
    },
  )

  app.get(
    '/api/v1/dashboard/:idOrSlug/cover/',
    { config: { requires: 'can_read:Dashboard', ...answers }, schema: { params: addressParams, querystring: query } },
    async (request, reply) => {
      const { subject, params } = request
      checkLists(subject)
      const dashboard = await findDashboard(services.db, params.idOrSlug)
      if (!dashboard) throw notFound()
      await services.can(subject, 'read', { kind: 'Dashboard', id: dashboard.id })
      const wishes = wishesOf(request.query, reply)
      return sendCover(request, reply, await dashboardCover(services, dashboard, subject, wishes))
    },
  )
}

/** Browsers store the cover, and check each time whether it is still current for the reader. */
function sendCover({ headers }: FastifyRequest, reply: FastifyReply, cover: Buffer | undefined): FastifyReply {
  if (!cover) return reply.code(204).send()
  // a hash of the image itself: an image that temporarily lacks a tile has another tag than the complete one
  const tag = `"${createHash('sha256').update(cover).digest('base64url')}"`
  reply.header('cache-control', 'private, no-cache').header('etag', tag)
  return headers['if-none-match'] === tag ? reply.code(304).send() : reply.type('image/png').send(cover)
}
