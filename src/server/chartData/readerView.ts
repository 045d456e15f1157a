import type { ConnectionSpec } from '../../engine/contracts.ts'
import type { Dialect } from '../../engine/dialects/dialect.ts'
import { isBlank } from '../../engine/gate/clause.ts'
import type { Gate, TableName } from '../../engine/gate/gate.ts'
import { withoutEnd } from '../../engine/gate/statements.ts'
import { planFault } from '../../engine/plan/failure.ts'
import type { NormalQuery } from '../../engine/plan/normalQuery.ts'
import { sourceOf } from '../../engine/plan/plan.ts'
import { isTemplate } from '../../engine/templates/index.ts'
import type { Dataset } from '../../model/dataset/dataset.ts'
import { AppError } from '../../model/errors/errors.ts'
import { columnLabel, isAdhocColumn, isAdhocMetric, metricLabel } from '../../model/query/labels.ts'
import type { AdhocColumn, AdhocMetric, QueryColumn, QueryMetric } from '../../model/query/queryObject.ts'
import type { Subject } from '../access/subject.ts'
import { namedPartition, type PartitionDependencies, type TablePlace } from './partitions.ts'
import { conditionsOf, type RuledTable, ruledTablesNamed } from './rowRules.ts'
import { type FindView, isViewOverRuled } from './ruledViews.ts'
import { type NamedDataset, type TemplateLoader, TemplateSession } from './templateSession.ts'

export interface ReaderViewDependencies extends PartitionDependencies {
  gate: Gate
  findView: FindView
  findDataset(id: number): Promise<Dataset | undefined>
  /** Throws if the subject may not query the dataset. */
  checkAccess(subject: Subject, datasetId: number): Promise<void>
  /** Returns the datasets among these that are on tables of the database. */
  ruledTables(databaseId: number, datasetIds: readonly number[]): Promise<RuledTable[]>
}

/** A reader, and the dataset and connection that are read. */
interface Reading {
  dataset: Dataset
  connection: ConnectionSpec
  dialect: Dialect
  subject: Subject
  /** The schema in which the database looks up names without a schema; absent: the default of the connection. */
  namesIn?: string
}

export interface ReaderRequest extends Reading {
  query: NormalQuery
  /** The first query object of the request. */
  form: Readonly<Record<string, unknown>>
  /** Query string of the request. */
  args: Readonly<Record<string, unknown>>
  /** Wall-clock milliseconds. */
  now: number
}

/** A query and its dataset for one reader: templates rendered, row rules applied, checked by the gate. */
export interface ReaderView {
  query: NormalQuery
  dataset: Dataset
  /** Conditions of the dataset's own rules. */
  rules: string[]
  /** Whether a row rule applies to this dataset or to a table that it reads. */
  isRuled: boolean
  /**
   * Columns whose filters a template has read. As in the contract, `remove_filter` does not remove them from the query.
   */
  templateFilters: readonly string[]
  /** Values that templates add to the cache key. */
  cacheKeys: readonly unknown[]
  /**
   * The dataset's SQL for another time range (time comparison); undefined if the SQL does not depend on the time range.
   */
  sqlOver(range: { since: number | null; until: number | null }): Promise<string | undefined>
}

/** Replaces a rule in SQL that is shown to a reader who is bound by it. Only users who may read rules see its text. */
export const HIDDEN_RULE = '1 = 1 /* row level security */'

const RULE_FAULT = 'Error: A row level security rule of this dataset cannot be applied. Ask an administrator.'
const viewFault = (name: string) =>
  `Error: The view "${name}" may show rows that row level security rules hide. Ask an administrator for a rule on the view itself.`

/**
 * A query and its dataset as the reader may run it. `hidesRules`: rules in the dataset's SQL are replaced by
 * `HIDDEN_RULE`, so the SQL can be displayed but not run.
 * @throws AppError 400 if a template fails or the gate rejects the SQL
 */
export async function readerView(
  deps: ReaderViewDependencies,
  request: ReaderRequest,
  hidesRules = false,
): Promise<ReaderView> {
  const { dataset, subject, connection } = request
  const session = new TemplateSession(request)
  const rules = new RuleReader(deps, request, session, hidesRules)
  const load = loaderOf(deps, request, rules)
  const rendered = await session.settle(() => renderAll(session, request), load)
  const own = await rules.ofDataset(rendered.dataset)
  const source = await sourceFor(deps, rendered.dataset, connection, rules)
  return {
    query: rendered.query,
    dataset: source,
    rules: own,
    isRuled: own.length > 0 || rules.isUsed,
    templateFilters: session.effects.appliedFilters,
    cacheKeys: session.effects.cacheKeys,
    async sqlOver({ since, until }) {
      const sql = dataset.sql ?? ''
      if (!/\b(?:from|to)_dttm\b/.test(sql) || !isTemplate(sql)) return undefined
      const over = new TemplateSession({ ...request, subject, query: { ...request.query, since, until } })
      const text = await over.settle(() => over.render(sql, DATASET_PLACE), load)
      const secured = await sourceFor(
        deps,
        { ...rendered.dataset, sql: withoutEnd(connection, text) },
        connection,
        rules,
      )
      return secured.sql ?? undefined
    },
  }
}

/**
 * SQL of a dataset that is not stored yet, as it may be sent to the database. Some databases read rows to determine
 * column types, so row rules apply here as well.
 */
export async function draftView(
  deps: ReaderViewDependencies,
  request: Omit<ReaderRequest, 'query'>,
  text: string,
): Promise<{ sql: string; isRuled: boolean }> {
  const { connection } = request
  const session = new TemplateSession({ ...request, query: null })
  const rules = new RuleReader(deps, request, session)
  const load = loaderOf(deps, request, rules)
  const rendered = await session.settle(() => session.render(text, DATASET_PLACE), load)
  const sql = withoutEnd(connection, rendered)
  const verdict = await deps.gate.query(connection, sql, tablesOf(connection))
  if (!verdict.ok) throw new AppError('GENERIC_COMMAND_ERROR', 422, verdict.message)
  const ruled = await rules.applied(sql)
  return { sql: ruled, isRuled: ruled !== sql }
}

const DATASET_PLACE = 'virtual dataset query'

/** Objects that templates refer to, as the reader may see them. */
export const loaderOf = (deps: ReaderViewDependencies, reading: Reading, rules: RuleReader): TemplateLoader => ({
  dataset: (id) => namedDataset(deps, reading, rules, id),
  partition: (wanted) => namedPartition(deps, reading, wanted, (place) => rules.ofTable(place)),
})

/** The dataset that a template refers to, if it exists for the reader and is in the same database. */
async function namedDataset(
  deps: ReaderViewDependencies,
  { subject, dataset }: Reading,
  rules: RuleReader,
  id: number,
): Promise<NamedDataset | null> {
  const found = await deps.findDataset(id)
  if (!found || found.database.id !== dataset.database.id) return null
  try {
    await deps.checkAccess(subject, id)
  } catch (error) {
    if (error instanceof AppError && (error.status === 403 || error.status === 404)) return null
    throw error
  }
  return { dataset: found, rules: rules.written(await rules.ofDataset(found)) }
}

/** Tables that SQL may read; null: all except system tables. */
export const tablesOf = (connection: ConnectionSpec) =>
  'tables' in connection ? Object.keys(connection.tables as Record<string, string>) : null

/** The dataset with its SQL restricted to tables of the connection, and row rules applied to each of them. */
async function sourceFor(
  { gate }: ReaderViewDependencies,
  dataset: Dataset,
  connection: ConnectionSpec,
  rules: RuleReader,
): Promise<Dataset> {
  const tables = tablesOf(connection)
  const source = sourceOf(dataset)
  if ('sql' in source) {
    const verdict = await gate.query(connection, source.sql, tables)
    if (!verdict.ok) throw planFault(verdict.message)
    return { ...dataset, sql: await rules.applied(source.sql) }
  }
  const name = dataset.table_name.toLowerCase()
  if (tables && !tables.some((table) => table.toLowerCase() === name)) {
    throw new AppError('TABLE_DOES_NOT_EXIST_ERROR', 400, `Error: The table "${dataset.table_name}" does not exist.`)
  }
  return dataset
}

/** Row rules of one reader on the datasets of one database. */
export class RuleReader {
  /** Whether a table in the SQL has rules. */
  isUsed = false
  private readonly deps: ReaderViewDependencies
  private readonly request: Reading
  private readonly session: TemplateSession
  private readonly isHiding: boolean
  /** Rules read all partitions of a table, because it is not known yet which of them the reader may see. */
  private readonly loader: TemplateLoader

  constructor(deps: ReaderViewDependencies, request: Reading, session: TemplateSession, isHiding = false) {
    this.deps = deps
    this.request = request
    this.session = session
    this.isHiding = isHiding
    this.loader = {
      ...loaderOf(deps, request, this),
      partition: (wanted) => namedPartition(deps, request, wanted, null),
    }
  }

  /** Conditions as inserted into SQL. */
  written(conditions: string[]): string[] {
    return this.isHiding && conditions.length > 0 ? [HIDDEN_RULE] : conditions
  }

  /** The conditions on a dataset. A rule on a table applies to every dataset on the table. */
  async ofDataset(dataset: Dataset): Promise<string[]> {
    return dataset.sql?.trim() ? this.conditions(dataset.id) : this.ofTable(dataset)
  }

  async ofTable({ catalog, schema, table_name: name }: TablePlace): Promise<string[]> {
    const named = { catalog, schema, name }
    const tables = ruledTablesNamed(await this.tables(), named, 'tables' in this.request.connection)
    const conditions: string[] = []
    for (const { datasetId } of tables) conditions.push(...(await this.conditions(datasetId)))
    if (conditions.length === 0) await this.refuseView(named)
    return [...new Set(conditions)]
  }

  /**
   * Checks a name that has no rules of its own.
   * @throws AppError if it is a view on a table with rules, because these rules would not be applied to the view
   */
  private async refuseView(name: TableName): Promise<void> {
    const { connection, namesIn = null } = this.request
    const tables = await this.tables()
    // embedded tables are files, never views
    if (tables.length === 0 || 'tables' in connection) return
    const isRuled = (table: TableName) => ruledTablesNamed(tables, table, false).length > 0
    if (await isViewOverRuled(this.deps, connection, { ...name, schema: name.schema ?? namesIn }, isRuled)) {
      throw new AppError('GENERIC_COMMAND_ERROR', 400, viewFault(name.name))
    }
  }

  /** Tables of the database with a rule for the reader. */
  private async tables(): Promise<RuledTable[]> {
    const { subject, dataset } = this.request
    const ids = [...new Set(subject.rowRules.flatMap(({ datasetIds }) => datasetIds))]
    return ids.length > 0 ? this.deps.ruledTables(dataset.database.id, ids) : []
  }

  /** Conditions on a dataset, rendered and accepted by the gate. @throws AppError if one cannot be applied */
  async conditions(datasetId: number): Promise<string[]> {
    const { subject, connection } = this.request
    const rendered = new Map<string, string>()
    for (const { clause, datasetIds } of subject.rowRules) {
      if (!datasetIds.includes(datasetId) || rendered.has(clause)) continue
      const sql = await this.session.settle(() => this.rendered(clause), this.loader, true)
      const verdict = await this.deps.gate.condition(connection, sql, tablesOf(connection))
      if (!verdict.ok) throw new AppError('GENERIC_COMMAND_ERROR', 400, RULE_FAULT)
      rendered.set(clause, sql)
    }
    return conditionsOf(subject.rowRules, datasetId, (clause) => rendered.get(clause) as string)
  }

  private rendered(clause: string): string {
    try {
      return this.session.render(clause, 'RLS filters')
    } catch (error) {
      // a reader who is bound by a rule must not see its text
      if (error instanceof AppError) throw new AppError('GENERIC_COMMAND_ERROR', 400, RULE_FAULT, { cause: error })
      throw error
    }
  }

  /** SQL with rules applied to every table that has some. @throws AppError if that is not possible */
  async applied(sql: string): Promise<string> {
    const { connection } = this.request
    const tables = await this.tables()
    if (tables.length === 0) return sql
    const conditions = new Map<number, string[]>()
    for (const { datasetId } of tables) conditions.set(datasetId, await this.conditions(datasetId))
    const oneSchema = 'tables' in connection
    const free: TableName[] = []
    const ruled = await this.deps.gate.applyRules(connection, sql, (named) => {
      const found = ruledTablesNamed(tables, named, oneSchema).flatMap((table) => conditions.get(table.datasetId) ?? [])
      if (found.length === 0) free.push(named)
      return this.written([...new Set(found)])
    })
    if (!ruled.ok) throw new AppError('GENERIC_COMMAND_ERROR', 400, RULE_FAULT)
    for (const name of free) await this.refuseView(name)
    this.isUsed ||= free.length < ruled.tables.length
    return ruled.sql
  }
}

/** The query and its dataset, with all used parts rendered that may be templates. */
function renderAll(
  session: TemplateSession,
  { query, dataset, connection }: ReaderRequest,
): Pick<ReaderView, 'query' | 'dataset'> {
  if (!mentionsTemplates(dataset) && !someText(query, isTemplate)) {
    const sql = dataset.sql && withoutEnd(connection, dataset.sql)
    return { query, dataset: sql === dataset.sql ? dataset : { ...dataset, sql } }
  }
  const used = namesIn(query)
  const isUsed = (name: string) => used.has(name) || name === dataset.main_dttm_col
  const expression = (text: string) => session.render(text, 'an expression')
  const sql = dataset.sql?.trim() ? withoutEnd(connection, session.render(dataset.sql, DATASET_PLACE)) : dataset.sql
  const columns = dataset.columns.map((column) =>
    column.expression && isTemplate(column.expression) && isUsed(column.column_name)
      ? { ...column, expression: expression(column.expression) }
      : column,
  )
  const metrics = dataset.metrics.map((metric) =>
    isTemplate(metric.expression) && isUsed(metric.metric_name)
      ? { ...metric, expression: expression(metric.expression) }
      : metric,
  )
  const predicate =
    query.applyFetchValuesPredicate && dataset.fetch_values_predicate
      ? session.render(dataset.fetch_values_predicate, 'fetch values predicate')
      : dataset.fetch_values_predicate
  return {
    dataset: { ...dataset, sql, columns, metrics, fetch_values_predicate: predicate },
    query: renderQuery(query, expression, (text, place) => session.render(text, place)),
  }
}

const withTemplates = new WeakMap<Dataset, boolean>()

/** Whether any part of a dataset is a template. Datasets are cached between requests, so this result is too. */
function mentionsTemplates(dataset: Dataset): boolean {
  const known = withTemplates.get(dataset)
  if (known !== undefined) return known
  const texts = [
    dataset.sql,
    dataset.fetch_values_predicate,
    ...dataset.columns.map(({ expression }) => expression),
    ...dataset.metrics.map(({ expression }) => expression),
  ]
  const found = texts.some((text) => text !== null && isTemplate(text))
  withTemplates.set(dataset, found)
  return found
}

function someText(value: unknown, holds: (text: string) => boolean): boolean {
  if (typeof value === 'string') return holds(value)
  return typeof value === 'object' && value !== null && Object.values(value).some((inner) => someText(inner, holds))
}

/** Every name that occurs in a query. */
function namesIn(query: NormalQuery): Set<string> {
  const names = new Set<string>()
  const walk = (value: unknown): void => {
    if (typeof value === 'string') names.add(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk)
  }
  const { columns, metrics, filters, granularity, seriesColumns, seriesLimitMetric, orderby } = query
  walk([columns, metrics, filters.map(({ col }) => col), granularity, seriesColumns, seriesLimitMetric, orderby])
  return names
}

function renderQuery(
  query: NormalQuery,
  expression: (text: string) => string,
  clause: (text: string, place: string) => string,
): NormalQuery {
  const column = <Column extends QueryColumn | undefined>(given: Column): Column => {
    if (!isAdhocColumn(given) || !isTemplate(given.sqlExpression)) return given
    const rendered: AdhocColumn = {
      ...given,
      label: columnLabel(given),
      sqlExpression: expression(given.sqlExpression),
    }
    return rendered as Column
  }
  const metric = <Metric extends QueryMetric | null>(given: Metric): Metric => {
    if (!isAdhocMetric(given) || !isTemplate(given.sqlExpression ?? '')) return given
    const rendered: AdhocMetric = {
      ...given,
      label: metricLabel(given),
      sqlExpression: expression(given.sqlExpression ?? ''),
    }
    return rendered as Metric
  }
  const text = (given: string, place: string) => {
    const rendered = clause(given, place)
    return isTemplate(given) && isBlank(rendered) ? '' : rendered
  }
  return {
    ...query,
    columns: query.columns.map(column),
    metrics: query.metrics?.map(metric) ?? null,
    filters: query.filters.map((filter) => ({ ...filter, col: column(filter.col) })),
    where: text(query.where, 'WHERE clause'),
    having: text(query.having, 'HAVING clause'),
    seriesColumns: query.seriesColumns.map(column),
    seriesLimitMetric: metric(query.seriesLimitMetric),
    orderby: query.orderby.map(([by, ascending]) => [
      isAdhocMetric(by) ? metric(by) : column(by as QueryColumn),
      ascending,
    ]),
  }
}
