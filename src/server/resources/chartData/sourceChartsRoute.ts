import { shownType } from '../../../charts/index.ts'
import { chartDatasource } from '../../../charts/shared/chartDatasource.ts'
import { withoutLimits } from '../../../charts/shared/sourceCharts.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { DashboardDataLine, SourceChartsRequest } from '../../../model/query/chartData.ts'
import { contextOfFormData } from '../../chartData/chartContext.ts'
import { openSource } from '../../chartData/sourceChart.ts'
import type { Resource } from '../../resource.ts'
import { sendChartLines } from './chartLines.ts'

/**
 * POST /api/v1/explore/source_charts: saved charts that another chart draws, each with its form data in the current
 * format, the labels and formats of its dataset, and the data of its first query. So a page that draws them loads
 * neither schemas nor query builders.
 */
export const sourceCharts: Resource = (app, services) => {
  app.post(
    '/api/v1/explore/source_charts',
    {
      config: { requires: 'can_read:Chart', runsQueries: true, safe: true, lines: DashboardDataLine },
      schema: { body: SourceChartsRequest },
    },
    (request, reply) => {
      const { charts, extraFormData = {}, isUnlimited } = request.body
      const wanted = charts.map((chartId) => ({ chartId }))
      const reads = services.chartData.readsFor(request.subject)
      return sendChartLines({ services, request, reply }, wanted, async ({ chartId }, run) => {
        const { chart, opened } = await openSource(services, request.subject, chartId)
        const dataset = chart.datasource_id === null ? undefined : await reads.findDataset(chart.datasource_id)
        if (!dataset) throw new AppError('GENERIC_COMMAND_ERROR', 404, 'The chart has no dataset any more.')
        const context = await contextOfFormData(chart, dataset, { extraFormData })
        const [query] = context?.queries ?? []
        if (!context || !query) throw new AppError('GENERIC_COMMAND_ERROR', 400, 'it has no query')
        const asked = { ...context, queries: [isUnlimited ? withoutLimits(query) : query] }
        const { formData, chart: type } = opened
        const source = {
          name: chart.slice_name ?? '',
          type: shownType(type),
          formData,
          datasource: { ...chartDatasource(dataset) },
        }
        return { ...(await run(asked, { data: { chartId }, reads })), source }
      })
    },
  )
}
