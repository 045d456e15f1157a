import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { DashboardDataLine, DashboardDataRequest } from '../../../model/query/chartData.ts'
import type { Subject } from '../../access/subject.ts'
import { contextOfFormData, filteredContext } from '../../chartData/chartContext.ts'
import { groupedFields } from '../../chartData/groupedFields.ts'
import { findDashboardCharts } from '../../entities/charts.ts'
import { findDashboard } from '../../entities/dashboards.ts'
import { isPlugin } from '../../entities/plugins.ts'
import type { Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import type { Row } from '../../storage/schema.ts'
import { sendChartLines } from './chartLines.ts'

const Params = z.object({ idOrSlug: z.string() })

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
      const { dashboard, charts } = await findWithCharts(services, request.subject, idOrSlug)
      const reads = services.chartData.readsFor(request.subject, { dashboard, charts })
      /**
       * Edit mode shows charts before they are saved to the dashboard, if the user may see them without the dashboard.
       */
      function addedChart(id: number): Promise<Row<'charts'> | undefined> {
        const seen = services.access.visible.charts(request.subject)
        return services.db.selectFrom('charts').selectAll().where('id', '=', id).where(seen).executeTakeFirst()
      }

      return sendChartLines({ services, request, reply }, queries, async (wanted, run) => {
        const chart = charts.get(wanted.chartId) ?? (await addedChart(wanted.chartId))
        const dataset = chart?.datasource_id ? await reads.findDataset(chart.datasource_id) : undefined
        if (!chart || !dataset) throw notFound()
        const wishes = { ...wanted, force }
        const context =
          (await contextOfFormData(chart, dataset, wishes)) ??
          ((await isPlugin(services, chart.viz_type)) ? filteredContext(chart, wishes) : null)
        if (!context) {
          throw new AppError('GENERIC_COMMAND_ERROR', 400, 'This visualization type is not supported.')
        }
        const data = { dashboardId: charts.has(chart.id) ? dashboard.id : undefined, chartId: chart.id }
        const form = groupedFields(context, wanted.extraFormData)
        return { ...(await run(context, { data, reads })), ...(Object.keys(form).length > 0 && { form }) }
      })
    },
  )
}

/** An id that fits into the id columns of the store. */
const DIGITS = /^\d{1,9}$/

/**
 * A dashboard that the subject may read. If the address contains the id, the charts are read at the same time.
 * @throws AppError 404
 */
async function findWithCharts({ db, can }: Pick<Services, 'db' | 'can'>, subject: Subject, idOrSlug: string) {
  const allowed = (id: number) => can(subject, 'read', { kind: 'Dashboard', id })
  const id = DIGITS.test(idOrSlug) ? Number(idOrSlug) : undefined
  const [dashboard, early] = await Promise.all([
    findDashboard(db, idOrSlug),
    id === undefined ? undefined : findDashboardCharts(db, id),
    id === undefined ? undefined : allowed(id),
  ])
  if (!dashboard) throw notFound()
  if (id === undefined) await allowed(dashboard.id)
  const charts = early ?? (await findDashboardCharts(db, dashboard.id))
  return { dashboard, charts: new Map(charts.map((chart) => [chart.id, chart])) }
}
