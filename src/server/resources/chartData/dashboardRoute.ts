import { Readable } from 'node:stream'
import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { DashboardDataLine, DashboardDataRequest } from '../../../model/query/chartData.ts'
import { asReady } from '../../chartData/asReady.ts'
import { contextOfFormData, filteredContext } from '../../chartData/chartContext.ts'
import { closeSignal } from '../../closeSignal.ts'
import { findDashboardCharts } from '../../entities/charts.ts'
import { findDashboard } from '../../entities/dashboards.ts'
import { findDataset } from '../../entities/datasets.ts'
import { isPlugin } from '../../entities/plugins.ts'
import { asAppError } from '../../errors.ts'
import type { Resource } from '../../resource.ts'
import type { Row } from '../../storage/schema.ts'

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
      config: { requires: 'can_read:Dashboard', safe: true, lines: DashboardDataLine },
      schema: { params: Params, body: DashboardDataRequest },
    },
    async (request, reply) => {
      const { idOrSlug } = request.params as z.output<typeof Params>
      const { queries, force } = request.body as DashboardDataRequest
      const dashboard = await findDashboard(services.db, idOrSlug)
      if (!dashboard) throw notFound()
      await services.can(request.subject, 'read', { kind: 'Dashboard', id: dashboard.id })
      const charts = new Map((await findDashboardCharts(services.db, dashboard.id)).map((chart) => [chart.id, chart]))
      const stop = new AbortController()
      const signal = AbortSignal.any([closeSignal(reply), stop.signal])

      async function answer(chart: Row<'charts'>, wanted: Wanted): Promise<Buffer[]> {
        const dataset = chart.datasource_id === null ? undefined : await findDataset(services.db, chart.datasource_id)
        if (!dataset) throw notFound()
        const wishes = { ...wanted, force }
        const context =
          (await contextOfFormData(chart, dataset, wishes)) ??
          ((await isPlugin(services, chart.viz_type)) ? filteredContext(chart, wishes) : null)
        if (!context) {
          throw new AppError('GENERIC_COMMAND_ERROR', 400, 'This visualization type is not supported.')
        }
        const data = { dashboardId: charts.has(chart.id) ? dashboard?.id : undefined, chartId: chart.id }
        const answers = await services.chartData.answer(context, request.subject, { encoding: 'columns', signal, data })
        return answers.map(({ body }) => body)
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
          const bodies = await answer(chart, wanted)
          const parts = bodies.flatMap((body, index) => (index ? [COMMA, body] : [body]))
          return Buffer.concat([Buffer.from(`${head},"result":[`), ...parts, END])
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

const [COMMA, END, DONE] = [Buffer.from(','), Buffer.from(']}\n'), Buffer.from('{"done":true}\n')]
