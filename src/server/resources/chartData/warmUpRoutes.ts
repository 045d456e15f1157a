import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { id, jsonText, text } from '../../../model/wire/fields.ts'
import { parseJson } from '../../../model/wire/json.ts'
import type { Subject } from '../../access/subject.ts'
import { contextOfFormData, savedContext } from '../../chartData/chartContext.ts'
import { closeSignal } from '../../closeSignal.ts'
import { findDataset } from '../../entities/datasets.ts'
import { asAppError } from '../../errors.ts'
import type { Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import type { Row } from '../../storage/schema.ts'

const more = { dashboard_id: id.nullish(), extra_filters: jsonText.nullish() }
const ChartBody = z.strictObject({ chart_id: id, ...more })
const TableBody = z.strictObject({ db_name: text(1, 250), table_name: text(1, 250), ...more })
const LegacyQuery = z.object({
  slice_id: z.coerce.number().int().optional(),
  table_name: z.string().optional(),
  db_name: z.string().optional(),
  dashboard_id: z.string().optional(),
  extra_filters: z.string().optional(),
})

const policy = { requires: 'can_warm_up_cache:Superset', runsQueries: true } as const
const Warmed = z.strictObject({
  chart_id: z.int(),
  viz_error: z.string().nullable(),
  viz_status: z.enum(['success', 'failed']).nullable(),
})
type Warmed = z.infer<typeof Warmed>
const warmUpConfig = { ...policy, answer: z.strictObject({ result: z.array(Warmed) }) }

/** Cache warm-up: runs the queries of charts again and caches their results, by chart or by table. */
export const warmUp: Resource = (app, services) => {
  app.put(
    '/api/v1/chart/warm_up_cache',
    { config: warmUpConfig, schema: { body: ChartBody } },
    async (request, reply) => {
      const { chart_id, extra_filters } = request.body
      const chart = await visibleChart(services, request.subject, chart_id)
      if (!chart) throw new AppError('GENERIC_COMMAND_ERROR', 404, 'Chart not found')
      return { result: [await warmed(chart, extra_filters, request, reply, services)] }
    },
  )

  app.put(
    '/api/v1/dataset/warm_up_cache',
    { config: warmUpConfig, schema: { body: TableBody } },
    async (request, reply) => {
      const { db_name, table_name, extra_filters } = request.body
      const charts = await chartsOfTable(services, request.subject, db_name, table_name)
      if (!charts)
        throw new AppError('GENERIC_COMMAND_ERROR', 404, 'The provided table was not found in the provided database')
      return { result: await inTurn(charts, (chart) => warmed(chart, extra_filters, request, reply, services)) }
    },
  )

  app.get(
    '/superset/warm_up_cache/',
    { config: { ...policy, errors: 'C', changesState: 'minor' }, schema: { querystring: LegacyQuery } },
    async (request, reply) => {
      const { slice_id, table_name, db_name, extra_filters } = request.query
      const charts = await chartsOfLegacyQuery(services, request.subject, slice_id, db_name, table_name)
      const results = await inTurn(charts, (chart) => warmed(chart, extra_filters, request, reply, services))
      return results.map(({ chart_id, ...result }) => ({ slice_id: chart_id, ...result }))
    },
  )
}

/** The chart, if it exists and the user may see it. */
const visibleChart = ({ db, access }: Services, subject: Subject, id: number) =>
  db.selectFrom('charts').selectAll().where('id', '=', id).where(access.visible.charts(subject)).executeTakeFirst()

async function chartsOfLegacyQuery(
  services: Services,
  subject: Subject,
  sliceId: number | undefined,
  database: string | undefined,
  table: string | undefined,
): Promise<Row<'charts'>[]> {
  if (sliceId !== undefined) {
    const chart = await visibleChart(services, subject, sliceId)
    if (chart) return [chart]
    throw new AppError('GENERIC_COMMAND_ERROR', 404, `Chart ${sliceId} not found`)
  }
  if (!table || !database) {
    const message = 'Malformed request. slice_id or table_name and db_name arguments are expected'
    throw new AppError('GENERIC_COMMAND_ERROR', 400, message)
  }
  const charts = await chartsOfTable(services, subject, database, table)
  if (charts) return charts
  throw new AppError('GENERIC_COMMAND_ERROR', 404, `Table ${table} wasn't found in the database ${database}`)
}

/** All charts of a dataset; undefined if the user sees no such dataset. */
async function chartsOfTable(
  { db, access }: Services,
  subject: Subject,
  database: string,
  table: string,
): Promise<Row<'charts'>[] | undefined> {
  const dataset = await db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select('datasets.id')
    .where('databases.database_name', '=', database)
    .where('datasets.table_name', '=', table)
    .where(access.visible.datasets(subject))
    .executeTakeFirst()
  if (!dataset) return undefined
  return db.selectFrom('charts').selectAll().where('datasource_id', '=', dataset.id).orderBy('id').execute()
}

/**
 * Runs a chart's queries as for its viewers, so that the same results are cached. Failures are returned, not thrown.
 */
async function warmed(
  chart: Row<'charts'>,
  extraFilters: string | null | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  { chartData, db }: Services,
): Promise<Warmed> {
  try {
    const dataset = await findDataset(db, chart.datasource_id)
    const filters: unknown = extraFilters ? parseJson(extraFilters) : undefined
    const extraFormData = Array.isArray(filters) ? { filters } : undefined
    const context =
      dataset && ((await contextOfFormData(chart, dataset, { extraFormData, force: true })) ?? savedContext(chart))
    if (!context) return { chart_id: chart.id, viz_error: "Chart's query context does not exist", viz_status: null }
    for (const encoding of ['columns', 'rows'] as const) {
      await chartData.answer({ ...context, force: true }, request.subject, { encoding, signal: closeSignal(reply) })
    }
    return { chart_id: chart.id, viz_error: null, viz_status: 'success' }
  } catch (error) {
    return { chart_id: chart.id, viz_error: asAppError(error, request).message, viz_status: 'failed' }
  }
}

/** One after the other: a warm-up must not delay the queries of users. */
async function inTurn<Item, Outcome>(items: readonly Item[], work: (item: Item) => Promise<Outcome>) {
  const outcomes: Outcome[] = []
  for (const item of items) outcomes.push(await work(item))
  return outcomes
}
