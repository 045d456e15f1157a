import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { buildQueryContext } from '../../../charts/buildQueryContext.ts'
import { chartDatasource } from '../../../charts/shared/chartDatasource.ts'
import { openPosition } from '../../../model/dashboardEdit/dashboardEdit.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { parseObject } from '../../../model/wire/json.ts'
import { unreadable } from '../../chartData/chartContext.ts'
import { findDataset } from '../../entities/datasets.ts'
import { chartPicture } from '../../pictures/chartPicture.ts'
import { explained, runQueries } from './dataTools.ts'
import { defineTool, Illustrated, type ToolContext } from './tool.ts'

const id = z.int().min(1)
/** Size of pictures in px. */
const PICTURE = { width: 800, height: 600 }
/** Maximum characters of a link: proxies refuse longer addresses. */
const LONGEST_LINK = 8000

const chartFields = {
  dataset_id: id,
  viz_type: z.string().min(1).max(100).describe('A key of list_chart_types.'),
  form_data: z
    .looseObject({})
    .describe(
      'The controls, as describe_chart shows them for saved charts of the same type: groupby, metric or metrics, x_axis, time_grain_sqla, adhoc_filters, row_limit and others.',
    ),
}

interface ChartForm {
  dataset_id: number
  viz_type: string
  form_data: Record<string, unknown>
}

const formOf = ({ dataset_id, viz_type, form_data }: ChartForm) => ({
  ...form_data,
  viz_type,
  datasource: `${dataset_id}__table`,
})

/** Runs the queries of a chart: a chart that fails is neither linked nor saved. */
async function tried(context: ToolContext, chart: ChartForm): Promise<object[]> {
  // reads the dataset with the rights of the user first
  await context.api.get(`/api/v1/dataset/${chart.dataset_id}`)
  const dataset = await findDataset(context.services.db, chart.dataset_id)
  if (!dataset) throw new AppError('GENERIC_COMMAND_ERROR', 404, 'Not found')
  const form = formOf(chart)
  const input = { formData: form, datasource: chartDatasource(dataset) }
  const built = await buildQueryContext(input).catch(unreadable)
  if (built === null) throw new AppError('GENERIC_COMMAND_ERROR', 400, `There is no chart type ${chart.viz_type}.`)
  const answers = await runQueries(context, chart.dataset_id, built.queries)
  return answers.map((answer) => explained(answer, 5))
}

/** A chart that cannot be drawn here still has its link; the result says why there is no picture. */
async function illustrated(made: object, chart: ChartForm, { services, subject, signal }: ToolContext) {
  const { dataset_id, viz_type } = chart
  const unsaved = {
    id: 0,
    params: JSON.stringify(formOf(chart)),
    viz_type,
    datasource_id: dataset_id,
    datasource_type: 'table',
  }
  try {
    return new Illustrated(made, await chartPicture(services, unsaved, subject, { size: PICTURE, zoom: 1, signal }))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...made, no_picture: error.message }
  }
}

const makeChart = defineTool({
  name: 'make_chart',
  title: 'Make a chart',
  description:
    'Checks the controls of a chart by running its query, and returns its picture and a link that opens it in the chart builder. Nothing is saved.',
  input: z.object({
    ...chartFields,
    picture: z.boolean().default(true).describe('false: only the link and first rows.'),
  }),
  async run({ picture: isWanted, ...chart }, context) {
    const queries = await tried(context, chart)
    const search = new URLSearchParams({ form_data: JSON.stringify(formOf(chart)) })
    const link = `${context.services.baseUrl()}/explore/?${search}`
    if (link.length > LONGEST_LINK)
      throw new AppError('GENERIC_COMMAND_ERROR', 400, 'The controls are too long for a link. Save the chart instead.')
    const made = { link, queries }
    return isWanted && context.services.flags.isOn('THUMBNAILS') ? illustrated(made, chart, context) : made
  },
})

const saveChart = defineTool({
  name: 'save_chart',
  title: 'Save a chart',
  description: 'Saves a new chart of the user, or changes one (chart_id). Returns its id and link.',
  changes: true,
  input: z.object({ ...chartFields, name: z.string().min(1).max(250), chart_id: id.optional() }),
  async run({ name, chart_id, ...chart }, context) {
    const { api, services } = context
    await tried(context, chart)
    const body = {
      slice_name: name,
      viz_type: chart.viz_type,
      datasource_id: chart.dataset_id,
      datasource_type: 'table',
      params: JSON.stringify(formOf(chart)),
      // the query context is built again from the controls
      query_context: null,
    }
    const saved =
      chart_id === undefined ? await api.post('/api/v1/chart/', body) : await api.put(`/api/v1/chart/${chart_id}`, body)
    return { id: saved['id'], link: `${services.baseUrl()}/explore/?slice_id=${String(saved['id'])}` }
  },
})

const saveDashboard = defineTool({
  name: 'save_dashboard',
  title: 'Save a dashboard',
  description:
    'Saves a new dashboard of the user with these charts, or adds charts to one (dashboard_id). Returns its id and link. A new dashboard is a draft.',
  changes: true,
  input: z.object({
    title: z.string().min(1).max(500).optional().describe('Needed for a new dashboard.'),
    chart_ids: z.array(id).max(100),
    dashboard_id: id.optional(),
  }),
  async run({ title, chart_ids, dashboard_id }, { api, services }) {
    for (const chart of chart_ids) await api.get(`/api/v1/chart/${chart}`)
    const stored = dashboard_id === undefined ? undefined : await api.open(`/api/v1/dashboard/${dashboard_id}`)
    if (stored === undefined && title === undefined)
      throw new AppError('GENERIC_COMMAND_ERROR', 400, 'A new dashboard needs a title.')
    const { position_json = null, json_metadata = null } = (stored?.value['result'] ?? {}) as {
      position_json?: string | null
      json_metadata?: string | null
    }
    const newId = (type: string) => `${type}-${randomUUID().slice(0, 13)}`
    const positions = openPosition(position_json, chart_ids, newId)
    const body = {
      ...(title === undefined ? {} : { dashboard_title: title }),
      json_metadata: JSON.stringify({ ...parseObject(json_metadata), positions }),
    }
    const path = '/api/v1/dashboard/'
    const saved =
      dashboard_id === undefined
        ? await api.post(path, body)
        : await api.put(`${path}${dashboard_id}`, body, stored?.version)
    return { id: saved['id'], link: `${services.baseUrl()}/superset/dashboard/${String(saved['id'])}/` }
  },
})

export const saveTools = [makeChart, saveChart, saveDashboard]
