import { z } from 'zod'
import { charts } from '../../../charts/index.ts'
import { parseObject } from '../../../model/wire/json.ts'
import { formatRison } from '../../../model/wire/rison.ts'
import { findChart } from '../../entities/charts.ts'
import { defineTool } from './tool.ts'

const PAGE = 25

/** The list of each kind: path, columns, and the column that is searched. */
const lists = {
  dataset: {
    path: '/api/v1/dataset/',
    name: 'table_name',
    columns: ['id', 'table_name', 'schema', 'description', 'kind', 'database.id', 'database.database_name'],
  },
  chart: {
    path: '/api/v1/chart/',
    name: 'slice_name',
    columns: ['id', 'slice_name', 'viz_type', 'description', 'datasource_id', 'datasource_name_text', 'url'],
  },
  dashboard: {
    path: '/api/v1/dashboard/',
    name: 'dashboard_title',
    columns: ['id', 'dashboard_title', 'slug', 'published', 'url'],
  },
  database: {
    path: '/api/v1/database/',
    name: 'database_name',
    columns: ['id', 'database_name', 'backend', 'expose_in_sqllab'],
  },
} as const

const id = z.int().min(1)

const find = defineTool({
  name: 'find',
  title: 'Find datasets, charts, dashboards and databases',
  description:
    'Lists what the user may see, the last changed first. Start here to learn the ids that other tools need.',
  input: z.object({
    kind: z.enum(['dataset', 'chart', 'dashboard', 'database']),
    search: z.string().max(250).optional().describe('Part of the name, in any case.'),
    page: z.int().min(0).max(10_000).default(0).describe(`From 0. A page has ${PAGE} objects.`),
  }),
  async run({ kind, search = '', page }, { api }) {
    const { path, name, columns } = lists[kind]
    const q = formatRison({
      columns: [...columns],
      ...(search === '' ? {} : { filters: [{ col: name, opr: 'ct', value: search }] }),
      order_column: kind === 'chart' || kind === 'dashboard' ? 'changed_on_delta_humanized' : name,
      order_direction: kind === 'chart' || kind === 'dashboard' ? 'desc' : 'asc',
      page,
      page_size: PAGE,
    })
    const { count, result } = await api.get(path, { q })
    return { count, page, found: result }
  },
})

interface DatasetItem {
  columns: Record<string, unknown>[]
  metrics: Record<string, unknown>[]
  [field: string]: unknown
}

const describeDataset = defineTool({
  name: 'describe_dataset',
  title: 'Describe a dataset',
  description:
    'Columns (name, type, description), saved metrics (name, SQL), the main time column, the database, and the SQL of a virtual dataset.',
  input: z.object({ dataset_id: id }),
  async run({ dataset_id }, { api }) {
    const { result } = (await api.get(`/api/v1/dataset/${dataset_id}`)) as { result: DatasetItem }
    const pick = (row: Record<string, unknown>, fields: readonly string[]) =>
      Object.fromEntries(fields.flatMap((field) => (row[field] == null ? [] : [[field, row[field]]])))
    return {
      ...pick(result, ['id', 'table_name', 'schema', 'description', 'main_dttm_col', 'sql', 'kind', 'url']),
      database: result['database'],
      columns: result.columns.map((column) =>
        pick(column, [
          'column_name',
          'verbose_name',
          'type',
          'description',
          'expression',
          'is_dttm',
          'groupby',
          'filterable',
        ]),
      ),
      metrics: result.metrics.map((metric) =>
        pick(metric, ['metric_name', 'verbose_name', 'expression', 'description', 'd3format']),
      ),
    }
  },
})

const describeChart = defineTool({
  name: 'describe_chart',
  title: 'Describe a chart',
  description: 'The type of a saved chart, its dataset, and its form data: dimensions, metrics, filters and options.',
  input: z.object({ chart_id: id }),
  async run({ chart_id }, { api, services: { baseUrl, db } }) {
    const { result } = (await api.get(`/api/v1/chart/${chart_id}`)) as { result: Record<string, unknown> }
    const { slice_name, viz_type, description, params, dashboards } = result
    return {
      id: chart_id,
      slice_name,
      viz_type,
      description,
      dataset_id: (await findChart(db, chart_id))?.datasource_id,
      dashboards,
      form_data: parseObject(params as string | null),
      link: `${baseUrl()}/explore/?slice_id=${chart_id}`,
    }
  },
})

const describeDashboard = defineTool({
  name: 'describe_dashboard',
  title: 'Describe a dashboard',
  description: 'The charts of a dashboard and its native filters.',
  input: z.object({ dashboard_id: id }),
  async run({ dashboard_id }, { api, services: { baseUrl } }) {
    const path = `/api/v1/dashboard/${dashboard_id}`
    const { result } = (await api.get(path)) as { result: Record<string, unknown> }
    const shown = (await api.get(`${path}/charts`)) as { result: Record<string, unknown>[] }
    const { native_filter_configuration: filters } = parseObject(result['json_metadata'] as string | null)
    return {
      id: dashboard_id,
      dashboard_title: result['dashboard_title'],
      published: result['published'],
      charts: shown.result.map((chart) => ({
        id: chart['id'],
        slice_name: chart['slice_name'],
        form_data: chart['form_data'],
      })),
      native_filters: filters ?? [],
      link: `${baseUrl()}/superset/dashboard/${dashboard_id}/`,
    }
  },
})

const listChartTypes = defineTool({
  name: 'list_chart_types',
  title: 'List chart types',
  description: 'The keys (viz_type), names and purposes of the chart types, for make_chart and save_chart.',
  input: z.object({}),
  run: () => Promise.resolve(charts.map(({ type, name, description }) => ({ viz_type: type, name, description }))),
})

export const findTools = [find, describeDataset, describeChart, describeDashboard, listChartTypes]
