import { z } from 'zod'
import { defineTool, Illustrated, type ToolContext } from './tool.ts'

const id = z.int().min(1)

/** The image to which a response of the API refers. */
async function announced({ api }: ToolContext, { image_url: url }: Record<string, unknown>): Promise<Buffer> {
  const { pathname } = new URL(String(url))
  return api.image(pathname)
}

const showChart = defineTool({
  name: 'show_chart',
  title: 'Show a chart',
  description: 'A picture (PNG) of a saved chart, with the rows that the user may read.',
  input: z.object({ chart_id: id }),
  async run({ chart_id }, context) {
    const told = await context.api.get(`/api/v1/chart/${chart_id}/cache_screenshot/`)
    return new Illustrated({ chart_id, link: told['chart_url'] }, await announced(context, told))
  },
})

const showDashboard = defineTool({
  name: 'show_dashboard',
  title: 'Show a dashboard',
  description:
    'A picture (PNG) of the first tabs of a dashboard, with its default filters and the rows that the user may read.',
  input: z.object({ dashboard_id: id }),
  async run({ dashboard_id }, context) {
    const told = await context.api.post(`/api/v1/dashboard/${dashboard_id}/cache_dashboard_screenshot/`, {})
    return new Illustrated({ dashboard_id, link: told['dashboard_url'] }, await announced(context, told))
  },
})

export const pictureTools = [showChart, showDashboard]
