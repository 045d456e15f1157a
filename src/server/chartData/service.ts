import { rm } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import type {
  ConnectionSpec,
  Encoding,
  EngineAnswer,
  EngineJob,
  EnginePool,
  FileFormat,
  OffsetQuery,
  PartitionQuestion,
} from '../../engine/contracts.ts'
import type { Dialect } from '../../engine/dialects/dialect.ts'
import { dialectOf } from '../../engine/dialects/index.ts'
import type { Gate } from '../../engine/gate/gate.ts'
import { expressionsToDescribe } from '../../engine/plan/dimensions.ts'
import { planFault } from '../../engine/plan/failure.ts'
import { type NormalQuery, normaliseQuery, type RowLimits } from '../../engine/plan/normalise.ts'
import { type PlanInput, planQuery, type QueryPlan, sourceOf } from '../../engine/plan/plan.ts'
import { renderSelect } from '../../engine/plan/render.ts'
import { planTimeOffsets } from '../../engine/plan/timeOffsets.ts'
import { type Expression, type SelectTree, walkTree } from '../../engine/plan/tree.ts'
import { type Dataset, GenericType } from '../../model/dataset.ts'
import { AppError } from '../../model/errors.ts'
import type { QueryContext, QueryObject, ResultType } from '../../model/queryObject.ts'
import { wallClock } from '../../model/wallClock.ts'
import type { DataRequest } from '../access/access.ts'
import { has, type Subject } from '../access/subject.ts'
import type { Cache } from '../cache/cache.ts'
import { type AnnotationSources, annotationData } from './annotations.ts'
import { answerKey } from './answerKey.ts'
import { columnsAnswer, fullAnswer, queryTextAnswer, resultsAnswer, timeGrainsAnswer } from './answerText.ts'
import { cacheTimeoutS } from './cacheTimeout.ts'
import { chartTableOf } from './chartTable.ts'
import { withCulprits } from './culprits.ts'
import { createKeptContexts } from './keptContexts.ts'
import { type PartitionDependencies, partitionFor } from './partitions.ts'
import { HIDDEN_RULE, type ReaderRequest, type ReaderView, readerView } from './readerView.ts'
import { type RuledTable, withoutText } from './rowRules.ts'
import { rememberedViews } from './ruledViews.ts'
import { createUserSlots } from './userSlots.ts'

export interface ChartDataDependencies extends AnnotationSources, Pick<PartitionDependencies, 'readsTable'> {
  engine: EnginePool
  gate: Gate
  cache: Cache
  findDataset(id: number): Promise<Dataset | undefined>
  connectionOf(databaseId: number): Promise<ConnectionSpec>
  /** Throws where the subject may not query the dataset. */
  checkAccess(subject: Subject, datasetId: number, request: DataRequest): Promise<void>
  /** Those of these datasets that are tables of the database. */
  ruledTables(databaseId: number, datasetIds: readonly number[]): Promise<RuledTable[]>
  /** Seconds that a chart says; null where it says nothing or does not exist. */
  chartCacheTimeout(chartId: number): Promise<number | null>
  /** UTC epoch milliseconds. */
  now(): number
  /** Zone of "today" and "now" in time ranges. */
  timeZone: string
  rows: RowLimits
  limits: EngineJob['limits']
  /** Size of a downloaded file at most. */
  fileBytes: number
  /** A new path for a file that an engine child writes. */
  newFile(): string
  /** Queries of one user that run at the same time. */
  queriesPerUser: number
  /** Seconds for which an answer is kept where nothing else is said. */
  cacheTimeoutS: number
}

export interface AnswerOptions {
  encoding: Encoding
  signal?: AbortSignal
  /** Query string of the request: templates may read it. */
  args?: Readonly<Record<string, unknown>>
  /** What the data is for, where the caller knows; else form data says. */
  data?: DataRequest
  /** Instead of rows: the data of a chart of the retired endpoint. */
  shape?: EngineJob['shape']
  /** Nothing is computed: 422 where no answer is kept. */
  onlyKept?: boolean
}

/** One query's finished answer: JSON text of an object, or a file. */
export interface QueryAnswer {
  body: Buffer
  rowcount: number
  /** Where the file is that was asked for, instead of a body. Whoever asked deletes it. */
  file?: string
}

export interface ChartDataService {
  /**
   * Answers every query of a context, in order. The first failure fails the whole.
   * @throws AppError with the contract's status and text
   */
  answer(context: QueryContext, subject: Subject, options: AnswerOptions): Promise<QueryAnswer[]>
  /** The query context, of one query, that some node answered under a cache key; undefined where that is not known. */
  contextOf(cacheKey: string): Promise<QueryContext | undefined>
}

interface Prepared {
  query: NormalQuery
  dataset: Dataset
  connection: ConnectionSpec
  plan: QueryPlan
  sql: string
  /** Set where the SQL itself is not limited. */
  rowLimit?: number
  offsets: OffsetQuery[]
  view: ReaderView
}

/** A query of somebody's request, before anything of it is rendered. */
type Asked = Pick<ReaderRequest, 'query' | 'dataset' | 'subject' | 'form' | 'args'>

/** How many adhoc expressions are remembered with their type. */
const REMEMBERED_TYPES = 2000
/** How many characters of their SQL in all. */
const REMEMBERED_CHARACTERS = 8_000_000

export function createChartDataService(deps: ChartDataDependencies): ChartDataService {
  const { gate } = deps
  const slots = createUserSlots(deps.queriesPerUser)
  const described = new LRUCache<string, { type: GenericType | null }>({
    max: REMEMBERED_TYPES,
    maxSize: REMEMBERED_CHARACTERS,
    sizeCalculation: (_, key) => key.length,
  })

  const contexts = createKeptContexts(deps.cache, deps.now)

  async function datasetFor(
    query: QueryObject,
    context: QueryContext,
    subject: Subject,
    data: DataRequest = dataRequest(context.form_data),
  ): Promise<Dataset> {
    const { id, type } = query.datasource ?? context.datasource
    const isDataset = !type || type === 'table' || type === 'dataset'
    const dataset = isDataset ? await deps.findDataset(id) : undefined
    if (!dataset) throw new AppError('GENERIC_COMMAND_ERROR', 404, 'Not found')
    await deps.checkAccess(subject, id, data)
    return dataset
  }

  async function pass(connection: ConnectionSpec, text: string, fromRequest: boolean): Promise<void> {
    const verdict = await gate.expression(connection, text, fromRequest)
    if (!verdict.ok) throw planFault(verdict.message)
  }

  /** The type that the engine sees in an expression; null where it refuses it. Remembered by version of the data. */
  async function describeExpression(
    text: string,
    dataset: Dataset,
    connection: ConnectionSpec,
    dialect: Dialect,
  ): Promise<GenericType | null> {
    await pass(connection, text, true)
    const sql = renderSelect(probe(text, dataset), dialect)
    const key = `${connection.databaseId} ${connection.dataVersion} ${dataset.answers_version ?? 0} ${sql}`
    const known = described.get(key)
    if (known) return known.type
    const columns = await deps.engine.describe(connection, sql).catch((error: unknown) => {
      if (error instanceof AppError && error.status === 400) return null
      throw error
    })
    const type = columns && (dialect.genericType(columns[0]?.type) ?? GenericType.string)
    described.set(key, { type })
    return type
  }

  /** Types of the adhoc expressions that need one. */
  async function describeAdhoc(
    query: NormalQuery,
    dataset: Dataset,
    connection: ConnectionSpec,
    dialect: Dialect,
  ): Promise<Map<string, GenericType | null>> {
    const filtered = query.filters.map(({ col }) => col)
    const types = new Map<string, GenericType | null>()
    for (const text of expressionsToDescribe(query.columns, filtered, dataset)) {
      types.set(text, await describeExpression(text, dataset, connection, dialect))
    }
    return types
  }

  const views = {
    gate,
    findDataset: deps.findDataset,
    checkAccess: (subject: Subject, id: number) => deps.checkAccess(subject, id, {}),
    ruledTables: deps.ruledTables,
    readsTable: deps.readsTable,
    findView: rememberedViews(deps.engine),
    newestPartition: (connection: ConnectionSpec, question: PartitionQuestion) =>
      deps.engine.catalog(connection, { ask: 'newestPartition', ...question }),
  }

  /** `hidesRules`: only to be shown. */
  async function prepare(asked: Asked, isFile: boolean, hidesRules = false): Promise<Prepared> {
    const connection = await deps.connectionOf(asked.dataset.database.id)
    const dialect = dialectOf(connection.dialect)
    const now = wallClock(deps.now(), deps.timeZone)
    const view = await readerView(views, { ...asked, connection, dialect, now }, hidesRules)
    const { query, dataset, templateFilters } = view
    const rules = hidesRules && view.rules.length > 0 ? [HIDDEN_RULE] : view.rules
    const adhocTypes = await describeAdhoc(query, dataset, connection, dialect)
    const partition = await partitionFor(views, { dataset, dialect, connection }, query, view.rules)
    const input: PlanInput = { query, dataset, dialect, now, rules, adhocTypes, templateFilters, partition }
    const plan = planQuery(input)
    const offsetPlans = planTimeOffsets(input, plan)
    // whatever a person wrote and got into a tree passes the gate before any of it is rendered
    const written: Extract<Expression, { kind: 'sql' }>[] = []
    for (const { tree } of [plan, ...offsetPlans.map((offset) => offset.plan)]) {
      walkTree(tree, (expression) => {
        if (expression.kind === 'sql') written.push(expression)
      })
    }
    const judged = new Set(rules)
    for (const { text, use, saved } of written) {
      if (!saved || !judged.has(text)) await pass(connection, text, use === 'column' && !saved)
    }
    const offsets: OffsetQuery[] = []
    for (const {
      plan: { tree, output },
      range,
      ...offset
    } of offsetPlans) {
      const sql = await view.sqlOver(range)
      const source = sql === undefined ? tree.source : { ...tree.source, sql }
      offsets.push({ ...offset, sql: renderSelect({ ...tree, source }, dialect), output })
    }
    const prepared = { query, dataset, connection, plan, offsets, view }
    if (isFile && 'tables' in connection && !offsets.length && isLongList(plan.tree, query)) {
      const { limit, ...tree } = plan.tree
      const sql = renderSelect({ ...tree, limit: null }, dialect)
      return { ...prepared, sql, rowLimit: limit ?? undefined }
    }
    return { ...prepared, sql: renderSelect(plan.tree, dialect) }
  }

  /** What people see as the query. Whom rules bind reads what they say only if he may read rules at all. */
  async function shownQuery(prepared: Prepared, asked: Asked): Promise<string> {
    const isHidden = prepared.view.isRuled && !has(asked.subject, 'can_read:Row Level Security')
    const { sql, offsets } = isHidden ? await prepare(asked, false, true) : prepared
    return [sql, ...offsets.map((offset) => offset.sql)].join(';\n\n')
  }

  async function run(prepared: Prepared, context: QueryContext, subject: Subject, options: AnswerOptions) {
    const { query, dataset, connection, plan, sql, offsets, view } = prepared
    const isFile = isFileFormat(options.encoding)
    // rows by columns are what our own screens draw their tables of
    const chartTable =
      context.result_type === 'post_processed' && options.encoding !== 'columns'
        ? chartTableOf(context.form_data, verboseNames(dataset))
        : undefined
    const job: EngineJob = {
      connection,
      sql,
      output: plan.output,
      ...(offsets.length ? { offsets } : {}),
      offsetHours: plan.offsetHours,
      postProcessing: query.postProcessing,
      encoding: options.encoding,
      ...(options.shape ? { shape: options.shape } : {}),
      ...(chartTable ? { chartTable } : {}),
      limits: isFile ? { ...deps.limits, maxBytes: deps.fileBytes } : deps.limits,
      ...(prepared.rowLimit === undefined ? {} : { rowLimit: prepared.rowLimit }),
      ...(isFile ? { file: deps.newFile(), verboseNames: verboseNames(dataset) } : {}),
    }
    const timeoutS = await cacheTimeoutS(context, dataset, deps)
    const compute = async (signal?: AbortSignal) => {
      const work = () => deps.engine.run(job, signal)
      const answer: EngineAnswer = await slots
        .run(subject.user?.id, signal, work)
        .catch(view.isRuled ? withoutText : asContractError)
      return { body: answer.body, rowcount: answer.rowcount, computedOn: deps.now() }
    }
    const key = answerKey(job, view.cacheKeys, dataset)
    if (job.file !== undefined) {
      const { file } = job
      try {
        return { answer: { ...(await compute(options.signal)), file }, isHit: false, key, timeoutS }
      } catch (error) {
        await rm(file, { force: true })
        throw error
      }
    }
    if (options.onlyKept) {
      const kept = await deps.cache.get(key)
      if (!kept) throw new AppError('GENERIC_COMMAND_ERROR', 422, 'Error loading data from cache')
      return { answer: kept, isHit: true, key, timeoutS }
    }
    if (timeoutS < 0) return { answer: await compute(options.signal), isHit: false, key, timeoutS }
    const { force, signal } = { force: context.force, signal: options.signal }
    const kept = await deps.cache.wrap(key, { ttlMs: timeoutS * 1000, force, signal }, compute)
    return { ...kept, key, timeoutS }
  }

  async function answerQuery(
    query: QueryObject,
    context: QueryContext,
    subject: Subject,
    options: AnswerOptions,
  ): Promise<QueryAnswer> {
    const dataset = await datasetFor(query, context, subject, options.data)
    const resultType: ResultType = query.result_type ?? context.result_type ?? 'full'
    if (resultType === 'columns') return columnsAnswer(dataset)
    if (resultType === 'timegrains') {
      const connection = await deps.connectionOf(dataset.database.id)
      return timeGrainsAnswer(dialectOf(connection.dialect))
    }
    const normal = normaliseQuery({
      query,
      dataset,
      formData: context.form_data,
      resultType,
      now: wallClock(deps.now(), deps.timeZone),
      limits: deps.rows,
    })
    const form = (context.queries[0] ?? {}) as Record<string, unknown>
    const asked = { query: normal, dataset, subject, form, args: options.args ?? {} }
    const told = async (failure: unknown): Promise<never> => {
      // only our own screens ask by columns, and only they read more of a failure than its words
      throw options.encoding === 'columns' ? await withCulprits(failure, normal, context.form_data, probed) : failure
    }
    const probed = async (part: NormalQuery) => {
      const { connection, sql } = await prepare({ ...asked, query: part }, false)
      return deps.engine.describe(connection, sql)
    }
    const prepared = await prepare(asked, isFileFormat(options.encoding)).catch(told)
    if (resultType === 'query') return queryTextAnswer(await shownQuery(prepared, asked))
    const { answer, isHit, key, timeoutS } = await run(prepared, context, subject, options).catch(told)
    if (isFileFormat(options.encoding)) return answer
    if (resultType === 'results') return resultsAnswer(answer)
    const keptMs = (timeoutS > 0 ? timeoutS : deps.cacheTimeoutS) * 1000
    contexts.keep(key, { ...context, force: false, queries: [query] }, keptMs)
    const layers = query.annotation_layers ?? []
    const asker = { subject, datasetId: dataset.id, chartId: dataRequest(context.form_data).chartId ?? null }
    const annotations = await annotationData(layers, context, asker, options, deps, answerContext)
    return fullAnswer(answer, annotations, {
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
    })
  }

  const answerContext: ChartDataService['answer'] = async (context, subject, options) => {
    // a question about nothing is still about a dataset, which must be there and be the asker's to read
    if (context.queries.length === 0) await datasetFor({}, context, subject, options.data)
    const abort = new AbortController()
    const signal = options.signal ? AbortSignal.any([options.signal, abort.signal]) : abort.signal
    const answers = context.queries.map((query) => answerQuery(query, context, subject, { ...options, signal }))
    try {
      return await Promise.all(answers)
    } catch (error) {
      // the others' answers are of no use any more
      abort.abort()
      for (const answer of answers) void answer.then(deleteFile, () => undefined)
      throw error
    }
  }

  return { answer: answerContext, contextOf: (key) => contexts.find(key) }
}

const isFileFormat = (encoding: Encoding): encoding is FileFormat => encoding === 'csv' || encoding === 'xlsx'

const deleteFile = async ({ file }: QueryAnswer) => file && rm(file, { force: true })

/** Rows of a limit that the embedded engine would hold in memory to keep their order. */
const LONG_LIMIT = 10_000

/** Plain rows, in no order that was asked for, and a limit that is better kept by who reads them. */
const isLongList = ({ limit, orderBy, groupBy, countAs }: SelectTree, query: NormalQuery) =>
  limit !== null &&
  limit > LONG_LIMIT &&
  orderBy.length === 0 &&
  groupBy === null &&
  countAs === null &&
  query.postProcessing.length === 0

/** `SELECT <expression> FROM <dataset>` without rows: only its type is asked for. */
const probe = (text: string, dataset: Dataset): SelectTree => ({
  select: [{ label: 'probe', expression: { kind: 'sql', text, use: 'column' } }],
  source: sourceOf(dataset),
  seriesLimit: null,
  where: [],
  groupBy: null,
  having: [],
  orderBy: [],
  limit: 0,
  offset: 0,
  countAs: null,
})

/** Headers of files: people's names for columns and metrics. */
const verboseNames = (dataset: Dataset): Record<string, string> =>
  Object.fromEntries(
    [
      ...dataset.columns.map((column) => [column.column_name, column.verbose_name]),
      ...dataset.metrics.map((metric) => [metric.metric_name, metric.verbose_name]),
    ].filter(([, name]) => name),
  )

/** Which chart, dashboard or native filter the data is for, as form data says. */
function dataRequest(formData: unknown): DataRequest {
  if (typeof formData !== 'object' || formData === null) return {}
  const { dashboardId, slice_id, type, native_filter_id } = formData as Record<string, unknown>
  return {
    dashboardId: typeof dashboardId === 'number' ? dashboardId : null,
    chartId: typeof slice_id === 'number' ? slice_id : null,
    nativeFilterId: type === 'NATIVE_FILTER' && typeof native_filter_id === 'string' ? native_filter_id : null,
  }
}

/** Faults of a query itself are told as the contract does; outages keep their own words. */
function asContractError(error: unknown): never {
  if (error instanceof AppError && error.status === 400 && !error.message.startsWith('Error: ')) {
    throw new AppError(error.code, 400, `Error: ${error.message}`, { extra: error.extra, cause: error })
  }
  throw error
}
