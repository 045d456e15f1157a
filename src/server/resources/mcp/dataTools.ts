import { z } from 'zod'
import type { QueryObject } from '../../../model/query/queryObject.ts'
import { has, type Subject } from '../../access/subject.ts'
import { findChart } from '../../entities/charts.ts'
import { forbidden } from '../../entities/owners.ts'
import type { Services } from '../../services.ts'
import { queryAnswer } from '../../sqlLab/queryAnswer.ts'
import { firstRows, resultAnswer } from '../../sqlLab/resultAnswer.ts'
import { defineTool, type ToolContext } from './tool.ts'

const MOST_ROWS = 1000
const id = z.int().min(1)
const rowLimit = z.int().min(1).max(MOST_ROWS).default(100)

/** A column or metric: its name, or SQL with a label. */
const nameOrObject = z.union([z.string(), z.looseObject({})])

/** The main fields of a query object. Others are passed on; the API checks all of them. */
export const Query = z.looseObject({
  columns: z
    .array(nameOrObject)
    .optional()
    .describe(
      'Columns to group by: names, or {"expressionType":"SQL","sqlExpression":"upper(x)","label":"X"}. Without metrics: the columns of raw rows.',
    ),
  metrics: z
    .array(nameOrObject)
    .optional()
    .describe(
      'Names of saved metrics, or {"expressionType":"SIMPLE","column":{"column_name":"delay"},"aggregate":"AVG","label":"Average delay"}, or {"expressionType":"SQL","sqlExpression":"sum(a)/sum(b)","label":"Ratio"}.',
    ),
  filters: z
    .array(z.looseObject({ col: nameOrObject, op: z.string() }))
    .optional()
    .describe('Such as {"col":"carrier","op":"IN","val":["AA","UA"]}; op: == != > < >= <= IN, NOT IN, LIKE, IS NULL.'),
  granularity: z.string().optional().describe('The time column to which time_range applies.'),
  time_range: z
    .string()
    .optional()
    .describe('Such as "2001-01-01 : 2001-02-01" (the end is excluded) or "Last month".'),
  extras: z.looseObject({}).optional().describe('{"where":"SQL","having":"SQL","time_grain_sqla":"P1D"}'),
  orderby: z
    .array(z.tuple([nameOrObject, z.boolean()]))
    .optional()
    .describe('[["count",false]]; false: descending.'),
  row_limit: rowLimit,
})

interface DataAnswer {
  result: {
    data?: Record<string, unknown>[]
    colnames?: string[]
    query?: string
    rowcount?: number
    applied_filters?: { column: string }[]
    rejected_filters?: { column: string; reason: string }[]
    cached_dttm?: string | null
    from_dttm?: number | null
    to_dttm?: number | null
  }[]
}

/** Runs query objects on a dataset, as charts do. */
export async function runQueries(
  { api }: Pick<ToolContext, 'api'>,
  datasetId: number,
  queries: readonly object[],
): Promise<DataAnswer['result']> {
  const context = { datasource: { id: datasetId, type: 'table' }, queries, result_type: 'full', result_format: 'json' }
  return ((await api.post('/api/v1/chart/data', context)) as unknown as DataAnswer).result
}

/** The content of a result, and how it was computed. */
export const explained = ({ data = [], ...answer }: DataAnswer['result'][number], rows = data.length) => ({
  rows: data.slice(0, rows),
  row_count: answer.rowcount,
  sql: answer.query,
  applied_filters: answer.applied_filters,
  rejected_filters: answer.rejected_filters,
  time_range: answer.from_dttm == null && answer.to_dttm == null ? null : [answer.from_dttm, answer.to_dttm].map(isoOf),
  cached_at: answer.cached_dttm ?? null,
})

const isoOf = (ms: number | null | undefined) => (ms == null ? null : new Date(ms).toISOString())

const queryDataset = defineTool({
  name: 'query_dataset',
  title: 'Query a dataset',
  description:
    'Runs a query object on a dataset and returns its rows and its SQL. Prefer saved metrics: they are the agreed definitions. Row level security of the user applies.',
  input: z.object({ dataset_id: id, query: Query }),
  async run({ dataset_id, query }, context) {
    const [answer] = await runQueries(context, dataset_id, [query])
    return explained(answer ?? {})
  },
})

const runSql = defineTool({
  name: 'run_sql',
  title: 'Run SQL',
  description:
    'Runs one or more SELECT statements in a database and returns the rows of the last. It only reads. Use the SQL dialect of the database, and datasets where one fits.',
  input: z.object({
    database_id: id,
    sql: z.string().min(1).max(100_000),
    schema: z.string().max(256).optional(),
    row_limit: rowLimit,
  }),
  async run({ database_id, sql, schema, row_limit }, { services, subject, address, signal }) {
    if (!has(subject, 'can_execute_sql_query:SQLLab')) throw forbidden()
    const body = { database_id, sql, schema: schema ?? null, queryLimit: row_limit, tab: 'MCP' }
    const { query, last } = await services.sqlLab.execute(subject, body, { address, signal, onlyReads: true })
    const answer = await queryAnswer(services.db, query)
    const rows = last ? firstRows(last, row_limit) : ''
    const text = resultAnswer(answer, last?.pieces?.columns ?? [], rows, false).toString('utf8')
    const { data, columns } = JSON.parse(text) as { data: unknown[]; columns: { name: string; type: string | null }[] }
    return {
      columns: columns.map(({ name, type }) => ({ name, type })),
      rows: data,
      row_count: last?.rowcount ?? 0,
      sql: query.executed_sql,
    }
  },
})

const explainNumber = defineTool({
  name: 'explain_number',
  title: 'Explain a number',
  description:
    'How the numbers of a saved chart, or of a query object, come about: SQL, applied and rejected filters, time range, definitions of the metrics, row level security of the user, and the age of a cached result. Give chart_id, or dataset_id and query.',
  input: z.object({ chart_id: id.optional(), dataset_id: id.optional(), query: Query.optional() }),
  async run({ chart_id, dataset_id, query }, context) {
    const { api, services, subject } = context
    if (chart_id !== undefined) {
      const { result: chart } = (await api.get(`/api/v1/chart/${chart_id}`)) as { result: Record<string, unknown> }
      const answer = (await api.get(`/api/v1/chart/${chart_id}/data/`)) as unknown as DataAnswer
      const datasetId = (await findChart(services.db, chart_id))?.datasource_id ?? 0
      return {
        chart: { id: chart_id, slice_name: chart['slice_name'], viz_type: chart['viz_type'] },
        queries: answer.result.map((each) => explained(each, 10)),
        dataset: await definitions(context, datasetId),
        row_rules: await rowRulesOf(services, subject, datasetId),
      }
    }
    if (dataset_id === undefined || query === undefined) throw forbidden('Give chart_id, or dataset_id and query.')
    const answers = await runQueries(context, dataset_id, [query])
    return {
      queries: answers.map((each) => explained(each, 10)),
      dataset: await definitions(context, dataset_id, query as Partial<QueryObject>),
      row_rules: await rowRulesOf(services, subject, dataset_id),
    }
  },
})

/** The dataset and the SQL of its metrics; with a query, only of those that it uses. */
async function definitions({ api }: ToolContext, datasetId: number, query?: Partial<QueryObject>) {
  const { result } = (await api.get(`/api/v1/dataset/${datasetId}`)) as {
    result: { table_name: string; sql: string | null; metrics: { metric_name: string; expression: string }[] }
  }
  const used = query === undefined ? undefined : new Set<unknown>(query.metrics ?? [])
  const metrics = result.metrics
    .filter(({ metric_name: name }) => used === undefined || used.has(name))
    .map(({ metric_name, expression }) => ({ metric_name, expression }))
  return { id: datasetId, table_name: result.table_name, sql: result.sql, metrics }
}

/** The row rules on a dataset that restrict the subject. Their conditions are shown to those who may read rules. */
async function rowRulesOf({ db }: Services, subject: Subject, datasetId: number) {
  const rules = subject.rowRules.filter(({ datasetIds }) => datasetIds.includes(datasetId))
  if (rules.length === 0 || !has(subject, 'can_read:Row Level Security')) return { count: rules.length }
  const names = await db
    .selectFrom('row_rules')
    .select(['id', 'name'])
    .where(
      'id',
      'in',
      rules.map((rule) => rule.id),
    )
    .execute()
  const nameOf = (ruleId: number) => names.find((row) => row.id === ruleId)?.name
  return { count: rules.length, rules: rules.map((rule) => ({ name: nameOf(rule.id), clause: rule.clause })) }
}

export const dataTools = [queryDataset, runSql, explainNumber]
