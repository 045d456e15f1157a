import type { Dialect } from '../../engine/dialects/dialect.ts'
import { dialectOf } from '../../engine/dialects/index.ts'
import type { NormalQuery } from '../../engine/plan/normalQuery.ts'
import { type Dataset, GenericType } from '../../model/dataset/dataset.ts'
import { addsUp, cellsQuery, extentQuery } from '../../model/query/pointCells.ts'
import type { PointCells, QueryContext, QueryObject } from '../../model/query/queryObject.ts'
import { has, type Subject } from '../access/subject.ts'
import { annotationData } from './annotations.ts'
import { columnsAnswer, fullAnswer, queryTextAnswer, resultsAnswer, timeGrainsAnswer } from './answerText.ts'
import { askedDataset, dataRequest } from './askedDataset.ts'
import { type Asking, normalised, resultTypeOf, zoneOf } from './asking.ts'
import { hasTotals } from './chartTable.ts'
import { withCulprits } from './culprits.ts'
import type { ChartDataDependencies } from './dependencies.ts'
import type { KeptContexts } from './keptContexts.ts'
import { type AskedQuery, createQueryPreparer, type PreparedQuery, placeOf } from './prepareQuery.ts'
import type { AnswerOptions, QueryAnswer } from './queryAnswer.ts'
import { createQueryRunner, isFileFormat } from './runQuery.ts'
import type { UserSlots } from './userSlots.ts'

interface Parts {
  slots: UserSlots
  contexts: KeptContexts
  /** Answers the charts of annotation layers. */
  answerContext: (context: QueryContext, subject: Subject, options: AnswerOptions) => Promise<QueryAnswer[]>
}

/**
 * Creates the function that replaces a query for points with a query for cells. The extent of the points determines the
 * cells.
 */
function createCellsPlanner(
  deps: ChartDataDependencies,
  prepare: ReturnType<typeof createQueryPreparer>,
  run: ReturnType<typeof createQueryRunner>,
) {
  /** The query for cells that replaces a query for points; undefined if the query cannot be replaced. */
  return async function cellsOf(
    points: PointCells,
    { query, context, subject, options }: Asking,
    asked: AskedQuery,
    askedOf: (query: QueryObject) => AskedQuery,
  ): Promise<QueryObject | undefined> {
    // HAVING would then apply to cells instead of points
    if (asked.query.having !== '') return undefined
    const { dataset } = asked
    const { genericType } = dialectOf((await options.reads.connectionOf(dataset.database)).dialect)
    if (!hasExtent(query, points, dataset, genericType)) return undefined
    const prepared = await prepare(askedOf(extentQuery(query, points)), false)
    const { answer } = await run(prepared, context, subject, { ...options, encoding: 'columns' })
    // the response has one row, which determines the query for the cells
    const { columns } = JSON.parse(`{${answer.body.toString()}}`) as { columns: (number | null)[][] }
    const extent = columns.map(([value = null]) => value)
    // a result of exactly the row limit may have all points
    if (Number(extent[4] ?? Infinity) <= asked.query.rowLimit) return undefined
    return cellsQuery(query, points, extent, deps.rows.max)
  }
}

/** Answers one query. `known`: its dataset, if it was looked up already. */
export function createQueryAnswerer(
  deps: ChartDataDependencies,
  { slots, contexts, answerContext }: Parts,
): (asking: Asking, known?: Dataset) => Promise<QueryAnswer> {
  const run = createQueryRunner(deps, slots)
  const prepare = createQueryPreparer(deps)
  const cellsOf = createCellsPlanner(deps, prepare, run)

  /** The query as shown to users. Row rules are hidden from readers who are bound by them and may not read rules. */
  async function shownQuery(prepared: PreparedQuery, asked: AskedQuery): Promise<string> {
    // guests see rows, never SQL
    if (asked.subject.guest) return ''
    const isHidden = prepared.view.isRuled && !has(asked.subject, 'can_read:Row Level Security')
    const { sql, offsets } = isHidden ? await prepare(asked, false, true) : prepared
    return [sql, ...offsets.map((offset) => offset.sql)].join(';\n\n')
  }

  /** The data of the layers, requested at the same time as the rows. */
  function annotationsOf({ query, context, subject, options }: Asking, datasetId: number): Promise<Buffer> {
    const { chartId = null, dashboardId = null } = options.data ?? dataRequest(context.form_data)
    const reader = { subject, datasetId, chartId, dashboardId }
    const data = annotationData({ query, context, reader, options }, deps, answerContext)
    // if the query fails as well, its error is reported
    data.catch(() => undefined)
    return data
  }

  /**
   * The failure with the names that cause it. Only for our own screens: they request columns, and show more of an error
   * than its message.
   */
  async function explained(failure: unknown, { context, options }: Asking, asked: AskedQuery): Promise<unknown> {
    if (options.encoding !== 'columns' || options.fromCache === 'all') return failure
    const probed = async (part: NormalQuery) => {
      const { connection, sql } = await prepare({ ...asked, query: part }, false)
      return deps.engine.describe(connection, sql, placeOf(asked.dataset))
    }
    return withCulprits(failure, asked.query, context.form_data, probed)
  }

  return async function answerQuery(asking, known) {
    const { query, context, subject, options, gate } = asking
    const dataset = known ?? (await askedDataset(deps, { query, context, subject, reads: options.reads }, options.data))
    const resultType = resultTypeOf(asking)
    if (resultType === 'columns') return columnsAnswer(dataset)
    if (resultType === 'timegrains') {
      const connection = await options.reads.connectionOf(dataset.database)
      return timeGrainsAnswer(dialectOf(connection.dialect))
    }
    const zone = await zoneOf(deps, asking, dataset)
    const askedOf = (each: QueryObject): AskedQuery => ({
      query: normalised(deps, each, asking, dataset, zone),
      dataset,
      subject,
      form: (context.queries[0] ?? {}) as Record<string, unknown>,
      args: options.args ?? {},
      gate,
      reads: options.reads,
      asOf: options.asOf,
      fromCache: options.fromCache,
    })
    const asked = askedOf(query)
    const told = async (failure: unknown): Promise<never> => {
      throw await explained(failure, asking, asked)
    }
    const prepared = await prepare(asked, isFileFormat(options.encoding)).catch(told)
    if (resultType === 'query') return queryTextAnswer(await shownQuery(prepared, asked))
    const further = options.encoding !== 'columns' && hasTotals(context) ? context.queries.slice(1) : []
    const totals = await Promise.all(further.map((each) => prepare(askedOf(each), false)))
    const hasAnnotations = !isFileFormat(options.encoding) && resultType !== 'results'
    const annotations = hasAnnotations ? annotationsOf(asking, dataset.id) : noAnnotations
    const { answer, isHit, key, timeoutS } = await run(prepared, context, subject, options, totals).catch(told)
    if (isFileFormat(options.encoding)) return answer
    const { point_cells: points } = query
    const isCut = answer.rowcount >= asked.query.rowLimit
    if (points && points.degrees === undefined && resultType === 'full' && isCut) {
      const cells = await cellsOf(points, asking, asked, askedOf)
      if (cells) return answerQuery({ ...asking, query: cells }, dataset)
    }
    if (resultType === 'results') return resultsAnswer(answer)
    const keptMs = (timeoutS > 0 ? timeoutS : deps.cacheTimeoutS) * 1000
    contexts.keep(key, { ...context, force: false, queries: [query] }, keptMs)
    return fullAnswer(answer, await annotations, {
      cache_key: key,
      cached_dttm: isHit ? new Date(answer.computedOn).toISOString().slice(0, 19) : null,
      cache_timeout: timeoutS,
      applied_template_filters: prepared.view.templateFilters,
      error: null,
      is_cached: isHit || null,
      query: await shownQuery(prepared, asked),
      status: 'success',
      stacktrace: null,
      from_dttm: asked.query.since,
      to_dttm: asked.query.until,
      result_format: context.result_format ?? 'json',
      applied_filters: prepared.plan.appliedFilters,
      rejected_filters: prepared.plan.rejectedFilters,
      ...(zone && { time_zone: zone.view }),
      ...(points?.degrees !== undefined && { cell_degrees: points.degrees }),
    })
  }
}

/** Whether the columns of points are numbers, and the sums of cells are those of their points. */
function hasExtent(
  { columns, metrics }: QueryObject,
  { longitude, latitude, sums }: PointCells,
  dataset: Dataset,
  genericType: Dialect['genericType'],
): boolean {
  const isNumber = (name: string) =>
    columns?.includes(name) &&
    dataset.columns.some(({ column_name, type }) => column_name === name && genericType(type) === GenericType.numeric)
  if (!isNumber(longitude) || !isNumber(latitude)) return false
  const expressions = new Map(dataset.metrics.map(({ metric_name, expression }) => [metric_name, expression]))
  return !sums || metrics?.every((metric) => addsUp(metric, expressions)) === true
}

const noAnnotations = Promise.resolve(Buffer.from('{}'))
