import { rm } from 'node:fs/promises'
import { dialectOf } from '../../engine/dialects/index.ts'
import { type Gate, gateForRequest } from '../../engine/gate/gate.ts'
import { planFault } from '../../engine/plan/failure.ts'
import { normaliseQuery, type RowLimits } from '../../engine/plan/normalise.ts'
import type { NormalQuery } from '../../engine/plan/normalQuery.ts'
import { isDatasetType } from '../../model/chart/chart.ts'
import { type Dataset, GenericType } from '../../model/dataset/dataset.ts'
import { AppError } from '../../model/errors/errors.ts'
import { addsUp, cellsQuery, extentQuery } from '../../model/query/pointCells.ts'
import type { PointCells, QueryContext, QueryObject, ResultType } from '../../model/query/queryObject.ts'
import type { Calendar } from '../../model/time/fiscalCalendar.ts'
import { isTimeZone, type QueryZone } from '../../model/time/timeZone.ts'
import { wallClock } from '../../model/time/wallClock.ts'
import { parseObject } from '../../model/wire/json.ts'
import { has, type Subject } from '../access/subject.ts'
import type { DataRequest } from '../access/thing.ts'
import { KEEP_EVENTS_MS } from '../asyncQueries/asyncQueries.ts'
import { type AnnotationSources, annotationData } from './annotations.ts'
import { columnsAnswer, fullAnswer, queryTextAnswer, resultsAnswer, timeGrainsAnswer } from './answerText.ts'
import { hasTotals } from './chartTable.ts'
import { withCulprits } from './culprits.ts'
import { createKeptContexts } from './keptContexts.ts'
import { createKeptRequests, type KeptRequests } from './keptRequests.ts'
import {
  type AskedQuery,
  createQueryPreparer,
  type PreparedQuery,
  type PreparingDependencies,
  placeOf,
} from './prepareQuery.ts'
import type { AnswerOptions, QueryAnswer } from './queryAnswer.ts'
import { createQueryRunner, isFileFormat, type RunningDependencies } from './runQuery.ts'
import { createUserSlots, type UserSlots } from './userSlots.ts'
import type { ViewZone } from './viewZone.ts'

export interface ChartDataDependencies extends PreparingDependencies, AnnotationSources, RunningDependencies {
  /**
   * Throws if a guest requests more than a dashboard shows. Returns the columns whose names a guest may see, if not
   * all.
   */
  checkGuestQuery(
    subject: Subject,
    asked: { query: QueryObject; context: QueryContext; datasetId: number; data: DataRequest },
  ): Promise<ReadonlySet<string> | undefined>
  /** A query of SQL Lab as a dataset. @throws AppError if it does not exist, or the subject may not run it */
  queryDataset(subject: Subject, id: number): Promise<Dataset>
  rows: RowLimits
  /** Maximum number of queries of one user that run at the same time. */
  queriesPerUser: number
  /** Maximum number of queries of all users that wait for others of their user. */
  queriesWaiting: number
  viewZone: ViewZone
  /** The calendar of the workspace. */
  calendar?: Calendar
}

export interface ChartDataService {
  /**
   * Runs every query of a context, in order. The first error fails the whole request.
   * @throws AppError with the status and text of the contract
   */
  answer(context: QueryContext, subject: Subject, options: AnswerOptions): Promise<QueryAnswer[]>
  /** The query context (with one query) of a cached result, by its cache key; undefined if it is unknown. */
  contextOf(cacheKey: string): Promise<QueryContext | undefined>
  /** The requests of queries in the background. */
  requests: KeptRequests
  /** Requests that are not answered yet: see `UserSlots`. */
  queue: Pick<UserSlots, 'letIn' | 'refusal'>
}

export function createChartDataService(deps: ChartDataDependencies): ChartDataService {
  const slots = createUserSlots(deps.queriesPerUser, deps.queriesWaiting)
  const run = createQueryRunner(deps, slots)
  const prepare = createQueryPreparer(deps)
  const contexts = createKeptContexts(deps.cache, deps.now)

  async function datasetFor(
    query: QueryObject,
    context: QueryContext,
    subject: Subject,
    data: DataRequest = dataRequest(context.form_data),
  ): Promise<Dataset> {
    const { id, type } = query.datasource ?? context.datasource
    if (type === 'query') return deps.queryDataset(subject, id)
    if (type && !isDatasetType(type)) throw missing()
    await deps.checkAccess(subject, id, data)
    const dataset = await deps.findDataset(id)
    if (!dataset) throw missing()
    const named = await deps.checkGuestQuery(subject, { query, context, datasetId: id, data })
    return named
      ? { ...dataset, columns: dataset.columns.filter(({ column_name }) => named.has(column_name)) }
      : dataset
  }

  /** The query as shown to users. A reader with row rules sees their text only if the reader may read rules. */
  async function shownQuery(prepared: PreparedQuery, asked: AskedQuery): Promise<string> {
    // guests see rows, never SQL
    if (asked.subject.guest) return ''
    const isHidden = prepared.view.isRuled && !has(asked.subject, 'can_read:Row Level Security')
    const { sql, offsets } = isHidden ? await prepare(asked, false, true) : prepared
    return [sql, ...offsets.map((offset) => offset.sql)].join(';\n\n')
  }

  /** The time zones of a query; null: neither the request, nor its dashboard, nor its reader chose one. */
  async function zoneOf(
    query: QueryObject,
    dataset: Dataset,
    context: QueryContext,
    subject: Subject,
    options: AnswerOptions,
  ): Promise<QueryZone | null> {
    if (options.inDataZone) return null
    const { dashboardId = null } = options.data ?? dataRequest(context.form_data)
    const view = query.time_zone ?? (await deps.viewZone(subject, dashboardId))
    return view === null ? null : { view, data: dataZone(dataset) ?? deps.timeZone }
  }

  /** The data of the layers, requested at the same time as the rows. */
  function annotationsOf(
    query: QueryObject,
    context: QueryContext,
    subject: Subject,
    datasetId: number,
    options: AnswerOptions,
  ): Promise<Buffer> {
    const { chartId = null, dashboardId = null } = options.data ?? dataRequest(context.form_data)
    const reader = { subject, datasetId, chartId, dashboardId }
    const data = annotationData({ query, context, reader, options }, deps, answerContext)
    // if the query fails as well, its error is reported
    data.catch(() => undefined)
    return data
  }

  async function answerQuery(
    query: QueryObject,
    context: QueryContext,
    subject: Subject,
    options: AnswerOptions,
    gate: Gate,
    known?: Dataset,
  ): Promise<QueryAnswer> {
    const dataset = known ?? (await datasetFor(query, context, subject, options.data))
    const resultType: ResultType = query.result_type ?? context.result_type ?? 'full'
    if (resultType === 'columns') return columnsAnswer(dataset)
    if (resultType === 'timegrains') {
      const connection = await deps.connectionOf(dataset.database.id, subject)
      return timeGrainsAnswer(dialectOf(connection.dialect))
    }
    const zone = await zoneOf(query, dataset, context, subject, options)
    const normalised = (each: QueryObject) =>
      normaliseQuery({
        query: each,
        dataset,
        formData: context.form_data,
        resultType,
        now: wallClock(options.asOf ?? deps.now(), zone?.view ?? deps.timeZone),
        zone,
        calendar: deps.calendar,
        // only our own screens request columns; a count of groups returns one row, whatever the number of groups
        limits: options.encoding === 'columns' && each.is_rowcount ? uncounted : deps.rows,
      })
    const normal = normalised(query)
    const form = (context.queries[0] ?? {}) as Record<string, unknown>
    const asked = {
      query: normal,
      dataset,
      subject,
      form,
      args: options.args ?? {},
      gate,
      asOf: options.asOf,
      fromCache: options.fromCache,
    }
    const probed = async (part: NormalQuery) => {
      const { connection, sql } = await prepare({ ...asked, query: part }, false)
      return deps.engine.describe(connection, sql, placeOf(dataset))
    }
    /** The box of all points; undefined if their columns are not numbers. */
    const extentOf = async (points: PointCells): Promise<(number | null)[] | undefined> => {
      // it would choose cells instead of points
      if (normal.having !== '') return undefined
      const { genericType } = dialectOf((await deps.connectionOf(dataset.database.id, subject)).dialect)
      const isNumber = (name: string) =>
        query.columns?.includes(name) &&
        dataset.columns.some(
          ({ column_name, type }) => column_name === name && genericType(type) === GenericType.numeric,
        )
      if (!isNumber(points.longitude) || !isNumber(points.latitude)) return undefined
      const expressions = new Map(dataset.metrics.map(({ metric_name, expression }) => [metric_name, expression]))
      if (points.sums && !query.metrics?.every((metric) => addsUp(metric, expressions))) return undefined
      const asking = await prepare({ ...asked, query: normalised(extentQuery(query, points)) }, false)
      const { answer } = await run(asking, context, subject, { ...options, encoding: 'columns' })
      // one row, which determines the query for the others
      const { columns } = JSON.parse(`{${answer.body.toString()}}`) as { columns: (number | null)[][] }
      return columns.map(([value = null]) => value)
    }
    const told = async (failure: unknown): Promise<never> => {
      // only our own screens request columns, and only they use more of an error than its message
      throw options.encoding === 'columns' && options.fromCache !== 'all'
        ? await withCulprits(failure, normal, context.form_data, probed)
        : failure
    }
    const prepared = await prepare(asked, isFileFormat(options.encoding)).catch(told)
    if (resultType === 'query') return queryTextAnswer(await shownQuery(prepared, asked))
    const further = options.encoding !== 'columns' && hasTotals(context) ? context.queries.slice(1) : []
    const totals = await Promise.all(further.map((each) => prepare({ ...asked, query: normalised(each) }, false)))
    const hasAnnotations = !isFileFormat(options.encoding) && resultType !== 'results'
    const annotations = hasAnnotations ? annotationsOf(query, context, subject, dataset.id, options) : noAnnotations
    const { answer, isHit, key, timeoutS } = await run(prepared, context, subject, options, totals).catch(told)
    if (isFileFormat(options.encoding)) return answer
    const { point_cells: points } = query
    if (points && points.degrees === undefined && resultType === 'full' && answer.rowcount >= normal.rowLimit) {
      const extent = await extentOf(points)
      const cells = extent && cellsQuery(query, points, extent, deps.rows.max)
      if (cells) return answerQuery(cells, context, subject, options, gate, dataset)
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
      from_dttm: normal.since,
      to_dttm: normal.until,
      result_format: context.result_format ?? 'json',
      applied_filters: prepared.plan.appliedFilters,
      rejected_filters: prepared.plan.rejectedFilters,
      ...(zone && { time_zone: zone.view }),
      ...(points?.degrees !== undefined && { cell_degrees: points.degrees }),
    })
  }

  const answerContext: ChartDataService['answer'] = async (context, subject, options) => {
    // even an empty request refers to a dataset, which must exist and be readable for the user
    if (context.queries.length === 0) await datasetFor({}, context, subject, options.data)
    const abort = new AbortController()
    const signal = options.signal ? AbortSignal.any([options.signal, abort.signal]) : abort.signal
    const gate = gateForRequest(deps.gate, planFault)
    const own = options.encoding !== 'columns' && hasTotals(context) ? context.queries.slice(0, 1) : context.queries
    const { sheetAt } = options
    const answers = own.map((query, at) => {
      const place = sheetAt === undefined ? {} : { sheetAt: sheetAt + at }
      return answerQuery(query, context, subject, { ...options, ...place, signal }, gate)
    })
    try {
      return await Promise.all(answers)
    } catch (error) {
      // the other results are not needed any more
      abort.abort()
      for (const answer of answers) void answer.then(deleteFile, () => undefined)
      throw error
    }
  }

  return {
    answer: answerContext,
    contextOf: (key) => contexts.find(key),
    requests: createKeptRequests(deps.cache, deps.now, KEEP_EVENTS_MS),
    queue: slots,
  }
}

const missing = () => new AppError('GENERIC_COMMAND_ERROR', 404, 'Not found')

/** The time zone of a dataset's times, if it is configured. */
function dataZone({ extra }: Dataset): string | null {
  const { timezone } = parseObject(extra)
  return typeof timezone === 'string' && isTimeZone(timezone) ? timezone : null
}

const uncounted: RowLimits = { rows: 1_000_000_000, samples: 1_000_000_000, max: 1_000_000_000 }

const noAnnotations = Promise.resolve(Buffer.from('{}'))

const deleteFile = async ({ file }: QueryAnswer) => file && rm(file, { force: true })

/** The chart, dashboard or native filter that the data is for, from the form data. */
function dataRequest(formData: unknown): DataRequest {
  if (typeof formData !== 'object' || formData === null) return {}
  const { dashboardId, slice_id, type, native_filter_id } = formData as Record<string, unknown>
  return {
    dashboardId: typeof dashboardId === 'number' ? dashboardId : null,
    chartId: typeof slice_id === 'number' ? slice_id : null,
    nativeFilterId: type === 'NATIVE_FILTER' && typeof native_filter_id === 'string' ? native_filter_id : null,
  }
}
