import { Readable } from 'node:stream'
import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import type { AsyncJob } from '../../../model/query/asyncJob.ts'
import { DashboardDataLine, DashboardDataRequest } from '../../../model/query/chartData.ts'
import { has } from '../../access/subject.ts'
import { answerLater } from '../../asyncQueries/answerLater.ts'
import { asReady } from '../../chartData/asReady.ts'
import { contextOfFormData, filteredContext } from '../../chartData/chartContext.ts'
import { groupedFields } from '../../chartData/groupedFields.ts'
import { closeSignal } from '../../closeSignal.ts'
import { findDashboardCharts } from '../../entities/charts.ts'
import { findDashboard } from '../../entities/dashboards.ts'
import { isPlugin } from '../../entities/plugins.ts'
import { asAppError } from '../../errors.ts'
import type { Resource } from '../../resource.ts'
import type { Db, Row } from '../../storage/schema.ts'

const Params = z.object({ idOrSlug: z.string() })
type Wanted = DashboardDataRequest['queries'][number]

const notFound = () => new AppError('GENERIC_COMMAND_ERROR', 404, 'Not found')

/**
 * POST /api/v1/dashboard/{id or slug}/data: the data of many charts in one response, one line of JSON per chart,
 * written when it is ready. Queries start in the order of the request. Closing the connection cancels running queries.
 */
export const dashboardData: Resource = (app, services) => {
  app.post(
    '/api/v1/dashboard/:idOrSlug/data',
    {
      config: { requires: 'can_read:Dashboard', runsQueries: true, safe: true, lines: DashboardDataLine },
      schema: { params: Params, body: DashboardDataRequest },
    },
    async (request, reply) => {
      const { idOrSlug } = request.params as z.output<typeof Params>
      const { queries, force } = request.body as DashboardDataRequest
      const { dashboard, charts } = await findWithCharts(services.db, idOrSlug)
      await services.can(request.subject, 'read', { kind: 'Dashboard', id: dashboard.id })
      const reads = services.chartData.readsFor(request.subject, { dashboard, charts })
      const stop = new AbortController()
      const signal = AbortSignal.any([closeSignal(reply), stop.signal])

      async function answer(
        chart: Row<'charts'>,
        wanted: Wanted,
      ): Promise<{ bodies: Buffer[] | AsyncJob; form: object }> {
        const dataset = chart.datasource_id === null ? undefined : await reads.findDataset(chart.datasource_id)
        if (!dataset) throw notFound()
        const wishes = { ...wanted, force }
        const context =
          (await contextOfFormData(chart, dataset, wishes)) ??
          ((await isPlugin(services, chart.viz_type)) ? filteredContext(chart, wishes) : null)
        if (!context) {
          throw new AppError('GENERIC_COMMAND_ERROR', 400, 'This visualization type is not supported.')
        }
        const data = { dashboardId: charts.has(chart.id) ? dashboard.id : undefined, chartId: chart.id }
        const asked = { context, encoding: 'columns', data } as const
        const form = groupedFields(context, wanted.extraFormData)
        // the address of results has the permission of charts
        const later = has(request.subject, 'can_read:Chart')
          ? await answerLater(services, request, asked, { path: PATH_OF_RESULTS, reply, signal, byWish: true })
          : undefined
        if (later && 'job' in later) return { bodies: later.job, form }
        const options = { encoding: 'columns', signal, data, reads } as const
        const answers = later?.answers ?? (await services.chartData.answer(context, request.subject, options))
        return { bodies: answers.map(({ body }) => body), form }
      }

      /**
       * Edit mode shows charts before they are saved to the dashboard: those that the user may see independently of it.
       */
      function addedChart(id: number): Promise<Row<'charts'> | undefined> {
        const seen = services.access.visible.charts(request.subject)
        return services.db.selectFrom('charts').selectAll().where('id', '=', id).where(seen).executeTakeFirst()
      }

      async function line(wanted: Wanted): Promise<Buffer> {
        const head = `{"chartId":${wanted.chartId}`
        try {
          const chart = charts.get(wanted.chartId) ?? (await addedChart(wanted.chartId))
          if (!chart) throw notFound()
          const { bodies, form } = await answer(chart, wanted)
          const shown = Object.keys(form).length > 0 ? `,"form":${JSON.stringify(form)}` : ''
          if (!Array.isArray(bodies)) return Buffer.from(`${head}${shown},"job":${JSON.stringify(bodies)}}\n`)
          const parts = bodies.flatMap((body, index) => (index ? [COMMA, body] : [body]))
          return Buffer.concat([Buffer.from(`${head}${shown},"result":[`), ...parts, END])
        } catch (error) {
          const { status, message: standard, code, extra } = asAppError(error, request)
          const message = services.config.errorTexts[code] ?? standard
          return Buffer.from(`${head},"error":${JSON.stringify({ status, message, error_type: code, extra })}}\n`)
        }
      }

      async function* lines(): AsyncGenerator<Buffer> {
        yield* asReady(queries, services.config.limits.queriesPerUser, line, () => stop.abort())
        yield DONE
      }
      return reply.type('application/x-ndjson; charset=utf-8').send(Readable.from(lines(), { objectMode: false }))
    },
  )
}

const PATH_OF_RESULTS = '/api/v1/explore/data/'
const [COMMA, END, DONE] = [Buffer.from(','), Buffer.from(']}\n'), Buffer.from('{"done":true}\n')]

/** An id for which columns of ids have room. */
const DIGITS = /^\d{1,9}$/

/** Reads both at the same time if the address has the id. */
async function findWithCharts(db: Db, idOrSlug: string) {
  const dashboard = findDashboard(db, idOrSlug)
  const ofAddress = DIGITS.test(idOrSlug) ? findDashboardCharts(db, Number(idOrSlug)) : undefined
  const [found, early] = await Promise.all([dashboard, ofAddress])
  if (!found) throw notFound()
  const charts = early ?? (await findDashboardCharts(db, found.id))
  return { dashboard: found, charts: new Map(charts.map((chart) => [chart.id, chart])) }
}
