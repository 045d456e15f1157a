import { z } from 'zod'
import { shownForm } from '../../../charts/openFormData.ts'
import { ShownChartsAnswer } from '../../../model/dashboard/dashboardAnswers.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { dashboardChartObject } from '../../entities/chartObject.ts'
import { findDashboardCharts } from '../../entities/charts.ts'
import { findDashboard } from '../../entities/dashboards.ts'
import { findPluginTypes } from '../../entities/plugins.ts'
import type { Resource } from '../../resource.ts'

const Params = z.object({ idOrSlug: z.string() })

/**
 * GET /api/v1/dashboard/{id or slug}/shown_charts: the charts of a dashboard as its page shows them. Like the
 * contract's `/charts`, but with form data in the current format with all defaults, and with the properties of each
 * chart's type that the page needs, so that the page loads no schema and no list of types.
 */
export const shownCharts: Resource = (app, services) => {
  app.get(
    '/api/v1/dashboard/:idOrSlug/shown_charts',
    { config: { requires: 'can_read:Dashboard', answer: ShownChartsAnswer }, schema: { params: Params } },
    async ({ subject, params, log }) => {
      const { idOrSlug } = params as z.output<typeof Params>
      const dashboard = await findDashboard(services.db, idOrSlug)
      if (!dashboard) throw new AppError('GENERIC_COMMAND_ERROR', 404, 'Not found')
      await services.can(subject, 'read', { kind: 'Dashboard', id: dashboard.id })
      const charts = (await findDashboardCharts(services.db, dashboard.id)).map(dashboardChartObject)
      const plugins = await findPluginTypes(services)
      const shown = charts.map(async (chart) => {
        const onFault = (error: unknown) => log.error({ err: error, chart: chart.id }, 'form data cannot be migrated')
        const { type, form_data } = await shownForm(chart.form_data, onFault)
        return { ...chart, type: type ?? plugins.get(String(form_data.viz_type)) ?? null, form_data }
      })
      return { result: await Promise.all(shown) }
    },
  )
}
