import { z } from 'zod'
import { MessageAnswer } from '../../../model/wire/answers.ts'
import { closeSignal } from '../../closeSignal.ts'
import { chartDigest, findChart, sliceUrl } from '../../entities/charts.ts'
import { notFound } from '../../entities/owners.ts'
import { readQ } from '../../listing/list.ts'
import { idParams, qParam } from '../../listing/readRoutes.ts'
import { chartPicture } from '../../pictures/chartPicture.ts'
import { chartDocument } from '../../pictures/dashboardPicture.ts'
import type { App } from '../../resource.ts'
import type { Services } from '../../services.ts'
import type { Row } from '../../storage/schema.ts'
import { findScreenshot, storeScreenshot } from './screenshots.ts'
import { CacheAnswer, sendPicture, sendSvg, sendWhenDrawn } from './sendPicture.ts'
import { readWishes, type ScreenshotWishes } from './sizes.ts'

const path = '/api/v1/chart/:id'
const digestParams = idParams.extend({ digest: z.string().max(100) })
const readable = { requires: 'can_read:Chart' } as const

const formatQuery = z.object({ download_format: z.enum(['png', 'svg', 'pdf']).catch('png') })

/** px of a thumbnail; the image has twice as many pixels in each direction, for screens of high resolution. */
const THUMBNAIL = { width: 400, height: 300 }
const WINDOW = { width: 800, height: 600 }

type Stored = Omit<ScreenshotWishes, 'force'> & { id: number }

/** `thumbnail`, `cache_screenshot` and `screenshot` of charts, computed from the data that the caller may read. */
export function addChartPictures(app: App, services: Services): void {
  async function chartFor({
    subject,
    params: { id },
  }: {
    subject: Parameters<Services['can']>[0]
    params: { id: number }
  }): Promise<Row<'charts'>> {
    if (!services.flags.isOn('THUMBNAILS')) throw notFound()
    await services.can(subject, 'read', { kind: 'Chart', id })
    const chart = await findChart(services.db, id)
    if (!chart) throw notFound()
    return chart
  }

  app.get(
    `${path}/thumbnail/:digest/`,
    {
      config: { ...readable, answer: MessageAnswer, file: 'image/png', statuses: [200, 202] },
      schema: { params: digestParams },
    },
    async (request, reply) => {
      const chart = await chartFor(request)
      const digest = chartDigest(chart)
      if (request.params.digest !== digest) return reply.redirect(`/api/v1/chart/${chart.id}/thumbnail/${digest}/`)
      return sendWhenDrawn(reply, services, (signal) =>
        chartPicture(services, chart, request.subject, { size: THUMBNAIL, signal }),
      )
    },
  )

  app.get(
    `${path}/cache_screenshot/`,
    {
      config: { ...readable, answer: CacheAnswer, statuses: [202] },
      schema: { params: idParams, querystring: qParam },
    },
    async (request, reply) => {
      const chart = await chartFor(request)
      const { force, window, image } = readQ(request.query.q, (value) => readWishes(value, WINDOW))
      const key = await storeScreenshot(services, 'chart', { id: chart.id, window, image })
      const drawn = chartPicture(services, chart, request.subject, {
        ...wishesOf({ window, image }),
        force,
        signal: services.stopping,
      })
      drawn.catch((error: unknown) => services.log.warn({ err: error }, 'a picture failed'))
      const base = services.baseUrl()
      reply.code(202)
      return {
        cache_key: key,
        chart_url: `${base}${sliceUrl(chart.id)}`,
        image_url: `${base}/api/v1/chart/${chart.id}/screenshot/${key}/`,
      }
    },
  )

  app.get(
    `${path}/screenshot/:digest/`,
    { config: { ...readable, file: 'image/png' }, schema: { params: digestParams, querystring: formatQuery } },
    async (request, reply) => {
      const chart = await chartFor(request)
      const { subject, params, query } = request
      const stored = await findScreenshot<Stored>(services, 'chart', params.digest)
      if (stored?.id !== chart.id) throw notFound()
      const format = query.download_format
      const wishes = { ...wishesOf(stored), signal: closeSignal(reply) }
      if (format === 'pdf') {
        return sendPicture(reply, await chartDocument(services, chart, subject, wishes), 'application/pdf')
      }
      const picture = await chartPicture(services, chart, subject, { ...wishes, format })
      return format === 'svg' ? sendSvg(reply, picture) : sendPicture(reply, picture)
    },
  )
}

const wishesOf = ({ window, image }: Pick<Stored, 'window' | 'image'>) => ({
  size: window,
  zoom: Math.min(image.width / window.width, image.height / window.height),
})
