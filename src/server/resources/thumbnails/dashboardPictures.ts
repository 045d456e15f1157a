import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { MessageAnswer } from '../../../model/wire/answers.ts'
import { parseFields } from '../../../model/wire/fields.ts'
import { urlParameters } from '../../../model/wire/stateForm.ts'
import type { Subject } from '../../access/subject.ts'
import { closeSignal } from '../../closeSignal.ts'
import { dashboardDigest, dashboardUrl, findDashboard } from '../../entities/dashboards.ts'
import { notFound } from '../../entities/owners.ts'
import { readQ } from '../../listing/list.ts'
import { idParams, qParam } from '../../listing/readRoutes.ts'
import { dashboardPicture } from '../../pictures/dashboardPicture.ts'
import type { App } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { findScreenshot, storeScreenshot } from './screenshots.ts'
import { CacheAnswer, sendPicture, sendWhenDrawn } from './sendPicture.ts'
import { readWishes } from './sizes.ts'

const path = '/api/v1/dashboard/:id'
const digestParams = idParams.extend({ digest: z.string().max(100) })
const readable = { requires: 'can_read:Dashboard' } as const
const formatQuery = z.object({ download_format: z.enum(['png', 'pdf']).catch('png') })

/** A thumbnail is the whole dashboard, scaled down. */
const THUMBNAIL_ZOOM = 0.5
const WINDOW = { width: 1200, height: 900 }

const Body = z
  .strictObject({
    dataMask: z.record(z.string(), z.unknown()).nullish(),
    activeTabs: z.array(z.string()).max(1000).nullish(),
    anchor: z.string().nullish(),
    urlParams: urlParameters,
  })
  .partial()

interface Stored {
  id: number
  width: number
  zoom: number
  state: Record<string, unknown>
}

/** `thumbnail`, `cache_dashboard_screenshot` and `screenshot` of dashboards, from the data that the caller may read. */
export function addDashboardPictures(app: App, services: Services): void {
  async function dashboardFor(subject: Subject, id: number) {
    if (!services.flags.isOn('THUMBNAILS')) throw notFound()
    await services.can(subject, 'read', { kind: 'Dashboard', id })
    const dashboard = await findDashboard(services.db, id)
    if (!dashboard) throw notFound()
    return dashboard
  }

  app.get(
    `${path}/thumbnail/:digest/`,
    {
      config: { ...readable, answer: MessageAnswer, file: 'image/png', statuses: [200, 202] },
      schema: { params: digestParams },
    },
    async ({ subject, params }, reply) => {
      const dashboard = await dashboardFor(subject, params.id)
      const digest = dashboardDigest(dashboard)
      if (params.digest !== digest) return reply.redirect(`/api/v1/dashboard/${dashboard.id}/thumbnail/${digest}/`)
      return sendWhenDrawn(reply, services, (signal) =>
        dashboardPicture(services, dashboard, subject, { zoom: THUMBNAIL_ZOOM, signal }),
      )
    },
  )

  app.post(
    `${path}/cache_dashboard_screenshot/`,
    {
      config: { ...readable, answer: CacheAnswer, statuses: [202], safe: true, body: Body },
      schema: { params: idParams, querystring: qParam },
    },
    async ({ subject, params, query, body }, reply) => {
      const dashboard = await dashboardFor(subject, params.id)
      const parsed = parseFields(Body, body ?? {})
      if (!parsed.ok) {
        throw new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, 'Invalid request', { fields: parsed.fields })
      }
      const state = parsed.value
      const { force, window, image } = readQ(query.q, (value) => readWishes(value, WINDOW))
      const stored: Stored = { id: dashboard.id, width: window.width, zoom: image.width / window.width, state }
      const key = await storeScreenshot(services, 'dashboard', stored)
      const drawn = dashboardPicture(services, dashboard, subject, { ...stored, force, signal: services.stopping })
      drawn.catch((error: unknown) => services.log.warn({ err: error }, 'a picture failed'))
      const base = services.baseUrl()
      reply.code(202)
      return {
        cache_key: key,
        dashboard_url: `${base}${dashboardUrl(dashboard)}`,
        image_url: `${base}/api/v1/dashboard/${dashboard.id}/screenshot/${key}/`,
      }
    },
  )

  app.get(
    `${path}/screenshot/:digest/`,
    {
      config: { ...readable, file: 'image/png' },
      schema: { params: digestParams, querystring: formatQuery },
    },
    async ({ subject, params, query }, reply) => {
      const dashboard = await dashboardFor(subject, params.id)
      const stored = await findScreenshot<Stored>(services, 'dashboard', params.digest)
      if (stored?.id !== dashboard.id) throw notFound()
      const { width, zoom, state } = stored
      const format = query.download_format
      const wishes = { width, ...(format === 'png' && { zoom }), state, format, signal: closeSignal(reply) }
      const picture = await dashboardPicture(services, dashboard, subject, wishes)
      return sendPicture(reply, picture, format === 'pdf' ? 'application/pdf' : 'image/png')
    },
  )
}
