import { LRUCache } from 'lru-cache'
import type { ConnectionSpec, EnginePool, OffsetQuery, PartitionQuestion } from '../../engine/contracts.ts'
import type { Dialect } from '../../engine/dialects/dialect.ts'
import { dialectOf } from '../../engine/dialects/index.ts'
import type { Gate } from '../../engine/gate/gate.ts'
import { expressionsToDescribe } from '../../engine/plan/dimensions.ts'
import { planFault } from '../../engine/plan/failure.ts'
import type { NormalQuery } from '../../engine/plan/normalQuery.ts'
import { type PlanInput, planQuery, type QueryPlan, sourceOf } from '../../engine/plan/plan.ts'
import { renderSelect } from '../../engine/plan/render.ts'
import { planTimeOffsets } from '../../engine/plan/timeOffsets.ts'
import { type Expression, type SelectTree, walkTree } from '../../engine/plan/tree.ts'
import { type Dataset, GenericType } from '../../model/dataset/dataset.ts'
import { AppError } from '../../model/errors/errors.ts'
import { wallClock } from '../../model/time/wallClock.ts'
import type { Subject } from '../access/subject.ts'
import type { DataRequest } from '../access/thing.ts'
import { type PartitionDependencies, partitionFor } from './partitions.ts'
import { type AnswerOptions, NotCachedError } from './queryAnswer.ts'
import { HIDDEN_RULE, type ReaderRequest, type ReaderView, readerView } from './readerView.ts'
import type { RequestReads } from './requestReads.ts'
import type { RuledTable } from './rowRules.ts'
import { rememberedViews } from './ruledViews.ts'

export interface PreparingDependencies extends Pick<PartitionDependencies, 'readsTable'> {
  engine: EnginePool
  gate: Gate
  findDataset(id: number): Promise<Dataset | undefined>
  connectionOf(database: Dataset['database'], reader: Subject): Promise<ConnectionSpec>
  /** Throws if the subject may not query the dataset. */
  checkAccess(subject: Subject, datasetId: number, request: DataRequest): Promise<void>
  /** Returns the datasets among these that are on tables of the database. */
  ruledTables(databaseId: number, datasetIds: readonly number[]): Promise<RuledTable[]>
  /** UTC epoch milliseconds. */
  now(): number
  /** Time zone of "today" and "now" in time ranges. */
  timeZone: string
}

/** A query whose SQL is ready to run. */
export interface PreparedQuery {
  query: NormalQuery
  dataset: Dataset
  connection: ConnectionSpec
  plan: QueryPlan
  sql: string
  /** Set if the SQL itself has no limit. */
  rowLimit?: number
  offsets: OffsetQuery[]
  view: ReaderView
}

/** A query of a request, before its templates are rendered. */
export interface AskedQuery extends Pick<ReaderRequest, 'query' | 'dataset' | 'subject' | 'form' | 'args'> {
  /** The gate for user SQL, shared by all queries of one request. */
  gate: Gate
  reads: RequestReads
  /** The time that `now` stands for, UTC epoch milliseconds; the current one by default. */
  asOf?: number | undefined
  /** See `AnswerOptions`. */
  fromCache?: AnswerOptions['fromCache'] | undefined
}

/** Maximum number of adhoc expressions whose type is cached. */
const REMEMBERED_TYPES = 2000
/** Maximum total characters of their SQL. */
const REMEMBERED_CHARACTERS = 8_000_000

const namesOf = ({ namesIn }: Dataset) => (namesIn === undefined ? {} : { namesIn })

/** The schema in which the engine looks up names without a schema. */
export const placeOf = ({ namesIn }: Dataset) => (namesIn === undefined ? {} : { schema: namesIn })

/**
 * Converts queries to SQL: renders templates, applies row rules, and checks all user SQL with the gate. `hidesRules`:
 * the SQL is only displayed.
 */
export function createQueryPreparer(
  deps: PreparingDependencies,
): (asked: AskedQuery, isFile: boolean, hidesRules?: boolean) => Promise<PreparedQuery> {
  const described = new LRUCache<string, { type: GenericType | null }>({
    max: REMEMBERED_TYPES,
    maxSize: REMEMBERED_CHARACTERS,
    sizeCalculation: (_, key) => key.length,
  })
  const views = {
    findDataset: deps.findDataset,
    checkAccess: (subject: Subject, id: number) => deps.checkAccess(subject, id, {}),
    ruledTables: deps.ruledTables,
    readsTable: deps.readsTable,
    findView: rememberedViews(deps.engine),
    newestPartition: (connection: ConnectionSpec, question: PartitionQuestion) =>
      deps.engine.catalog(connection, { ask: 'newestPartition', ...question }),
  }
  const silent = { ...views, findView: refuse, newestPartition: refuse }

  async function pass(gate: Gate, connection: ConnectionSpec, text: string, fromRequest: boolean): Promise<void> {
    const verdict = await gate.expression(connection, text, fromRequest)
    if (!verdict.ok) throw planFault(verdict.message)
  }

  /** Checks all user SQL in a tree with the gate before any of it is rendered. Row rules were checked before. */
  async function passAll(
    gate: Gate,
    plans: QueryPlan[],
    connection: ConnectionSpec,
    rules: readonly string[],
  ): Promise<void> {
    const written: Extract<Expression, { kind: 'sql' }>[] = []
    for (const { tree } of plans) {
      walkTree(tree, (expression) => {
        if (expression.kind === 'sql') written.push(expression)
      })
    }
    const judged = new Set(rules)
    for (const { text, use, saved } of written) {
      if (!saved || !judged.has(text)) await pass(gate, connection, text, use === 'column' && !saved)
    }
  }

  /** The type of an expression according to the engine; null if the engine rejects it. Cached by data version. */
  async function describeExpression(
    { gate, fromCache }: Pick<AskedQuery, 'gate' | 'fromCache'>,
    text: string,
    dataset: Dataset,
    connection: ConnectionSpec,
    dialect: Dialect,
  ): Promise<GenericType | null> {
    await pass(gate, connection, text, true)
    const sql = renderSelect(probe(text, dataset), dialect)
    const key = `${connection.databaseId} ${dataset.namesIn ?? ''} ${connection.dataVersion} ${dataset.answers_version ?? 0} ${sql}`
    const known = described.get(key)
    if (known) return known.type
    if (fromCache === 'all') throw new NotCachedError()
    const columns = await deps.engine.describe(connection, sql, placeOf(dataset)).catch((error: unknown) => {
      if (error instanceof AppError && error.status === 400) return null
      throw error
    })
    const type = columns && (dialect.genericType(columns[0]?.type) ?? GenericType.string)
    described.set(key, { type })
    return type
  }

  /** Types of the adhoc expressions whose type is needed. */
  async function describeAdhoc(
    asked: AskedQuery,
    query: NormalQuery,
    dataset: Dataset,
    connection: ConnectionSpec,
    dialect: Dialect,
  ): Promise<Map<string, GenericType | null>> {
    const filtered = query.filters.map(({ col }) => col)
    const types = new Map<string, GenericType | null>()
    for (const text of expressionsToDescribe(query.columns, filtered, dataset)) {
      types.set(text, await describeExpression(asked, text, dataset, connection, dialect))
    }
    return types
  }

  return async function prepare(asked: AskedQuery, isFile: boolean, hidesRules = false): Promise<PreparedQuery> {
    const connection = await asked.reads.connectionOf(asked.dataset.database)
    const dialect = dialectOf(connection.dialect)
    const now = wallClock(asked.asOf ?? deps.now(), asked.query.zone?.view ?? deps.timeZone)
    const { gate } = asked
    const viewing = { ...(asked.fromCache === 'all' ? silent : views), gate }
    const view = await readerView(
      viewing,
      { ...asked, connection, dialect, now, ...namesOf(asked.dataset) },
      hidesRules,
    )
    const { query, dataset, templateFilters } = view
    const rules = hidesRules && view.rules.length > 0 ? [HIDDEN_RULE] : view.rules
    const adhocTypes = await describeAdhoc(asked, query, dataset, connection, dialect)
    const partition = await partitionFor(viewing, { dataset, dialect, connection }, query, view.rules)
    const input: PlanInput = { query, dataset, dialect, now, rules, adhocTypes, templateFilters, partition }
    const plan = planQuery(input)
    const offsetPlans = planTimeOffsets(input, plan)
    await passAll(gate, [plan, ...offsetPlans.map((offset) => offset.plan)], connection, rules)
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
}

const refuse = () => Promise.reject(new NotCachedError())

/** Above this limit, the embedded engine would hold the rows in memory to preserve their order. */
const LONG_LIMIT = 10_000

/**
 * Whether a query lists plain rows without a requested order, and its limit is above `LONG_LIMIT`: the limit is then
 * applied while the result is read.
 */
const isLongList = ({ limit, orderBy, groupBy, countAs }: SelectTree, query: NormalQuery) =>
  limit !== null &&
  limit > LONG_LIMIT &&
  orderBy.length === 0 &&
  groupBy === null &&
  countAs === null &&
  query.postProcessing.length === 0

/** `SELECT <expression> FROM <dataset>` without rows: only its type is needed. */
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
