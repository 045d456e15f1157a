import type { ConnectionSpec } from '../../../engine/contracts.ts'
import type { Dialect } from '../../../engine/dialects/dialect.ts'
import { dialectOf } from '../../../engine/dialects/index.ts'
import { joinedColumns, joinSql, repeatedKeysSql } from '../../../engine/plan/joinSql.ts'
import { GenericType } from '../../../model/dataset/dataset.ts'
import {
  isIdName,
  type JoinCheck,
  type JoinedDatasetCreate,
  type JoinPlan,
  type JoinStep,
} from '../../../model/dataset/joinPlan.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { type Subject, seesTables } from '../../access/subject.ts'
import type { Author } from '../../entities/changes.ts'
import { createDataset, visibleDatabase } from '../../entities/newDataset.ts'
import { unprocessable } from '../../entities/owners.ts'
import { type SourceColumn, sourceColumns } from '../../entities/sourceColumns.ts'
import { needsTables } from '../../entities/sourceRights.ts'
import type { Services } from '../../services.ts'

type Place = Pick<JoinPlan, 'schema' | 'table'>

/** A plan whose tables and columns exist. */
interface Read {
  plan: JoinPlan
  dialect: Dialect
  connection: ConnectionSpec
  columnsOf: (place: Place) => SourceColumn[]
}

const refused = (message: string) => new AppError('GENERIC_COMMAND_ERROR', 422, message)
const keyOf = ({ schema, table }: Place) => JSON.stringify([schema, table])

/** The query of a plan, and whether each joined table has at most one row per key. */
export async function previewJoin(services: Services, subject: Subject, plan: JoinPlan, signal: AbortSignal) {
  const read = await readPlan(services, subject, plan)
  return { sql: sqlOf(read), checks: await checksOf(services, read, signal) }
}

/**
 * Creates the virtual dataset of a plan. A join that would multiply rows is refused; columns whose rows appear several
 * times carry a warning.
 */
export async function createJoinedDataset(
  services: Services,
  subject: Subject,
  author: Author,
  { plan, table_name }: JoinedDatasetCreate,
): Promise<number> {
  const read = await readPlan(services, subject, plan)
  const checks = await checksOf(services, read)
  const multiplying = plan.joins.findIndex((_, at) => checks[at]?.is_unique === false)
  const wrong = plan.joins[multiplying]
  if (wrong) throw refused(multiplies(plan, wrong))
  const sql = sqlOf(read)
  const id = await createDataset(services, subject, author, {
    database: plan.database,
    schema: plan.schema,
    table_name,
    sql,
  })
  await warnOfRepeats(services, id, read, checks)
  return id
}

function multiplies(plan: JoinPlan, { table, to, keys }: JoinStep): string {
  const other = tableName(plan, to)
  const names = keys.map(({ right }) => right).join(', ')
  return `Joining ${table} would multiply rows of ${other}: it has several rows for one ${names}. Aggregate ${table} to one row for each ${names}.`
}

const tableName = (plan: JoinPlan, at: number) => (at === 0 ? plan.table : (plan.joins[at - 1]?.table ?? ''))

const sqlOf = ({ plan, dialect, columnsOf }: Read) =>
  joinSql(plan, (place) => columnsOf(place).map(({ name }) => name), dialect)

/** As for every virtual dataset, the user must see all tables of the database. */
async function readPlan(services: Services, subject: Subject, plan: JoinPlan): Promise<Read> {
  const database = await visibleDatabase(services, subject, plan.database)
  if (!database) throw unprocessable({ database: ['Database does not exist'] })
  if (!seesTables(subject, database)) throw unprocessable({ sql: [needsTables] })
  const columns = new Map<string, SourceColumn[]>()
  for (const { schema, table } of [plan, ...plan.joins]) {
    if (columns.has(keyOf({ schema, table }))) continue
    const source = { databaseId: plan.database, schema, table_name: table, sql: null }
    const found = await sourceColumns(services, source, subject)
    if (!found) throw refused(`Table [${table}] could not be found`)
    columns.set(keyOf({ schema, table }), found)
  }
  const connection = await services.connections.of(plan.database, subject)
  const columnsOf = (place: Place) => columns.get(keyOf(place)) ?? []
  checkNames(plan, columnsOf)
  return { plan, dialect: dialectOf(connection.dialect), connection, columnsOf }
}

/** @throws AppError 422 if the plan names a column that its table does not have, or a table that comes later */
function checkNames(plan: JoinPlan, columnsOf: Read['columnsOf']): void {
  const must = (place: Place, names: readonly string[]) => {
    const known = new Set(columnsOf(place).map(({ name }) => name))
    const missing = names.find((name) => !known.has(name))
    if (missing !== undefined) throw refused(`Table [${place.table}] has no column "${missing}"`)
  }
  must(plan, plan.columns ?? [])
  for (const [at, join] of plan.joins.entries()) {
    if (join.to > at) throw refused(`Table [${join.table}] joins a table that comes later`)
    const from = join.to === 0 ? plan : plan.joins[join.to - 1]
    const left = join.keys.map((key) => key.left)
    if (from && 'aggregates' in from && from.aggregates) {
      const kept = new Set(from.keys.map((key) => key.right))
      const lost = left.find((name) => !kept.has(name))
      if (lost !== undefined) throw refused(`Table [${from.table}] is aggregated and has no column "${lost}"`)
    } else if (from) must(from, left)
    must(join, [...join.keys.map((key) => key.right), ...(join.columns ?? [])])
    must(
      join,
      (join.aggregates ?? []).map(({ column }) => column),
    )
  }
}

/**
 * Reads the tables, not samples of them: one repeated key is enough to make sums wrong. Row rules are left out, because
 * the dataset is read by others as well; only yes or no leaves the server.
 */
async function checksOf(
  services: Services,
  { plan, dialect, connection }: Read,
  signal?: AbortSignal,
): Promise<JoinCheck[]> {
  const { limits } = services.config
  const isRepeated = async (place: Place, columns: readonly string[]) => {
    const { rowcount } = await services.engine.run(
      {
        connection,
        sql: repeatedKeysSql(place, [...new Set(columns)], dialect),
        output: [],
        offsetHours: 0,
        postProcessing: [],
        encoding: 'rows',
        limits: { timeoutMs: limits.queryTimeoutMs, maxRows: limits.rows, maxBytes: limits.resultBytes },
      },
      signal,
    )
    return rowcount > 0
  }
  const checks: JoinCheck[] = []
  for (const join of plan.joins) {
    const from = join.to === 0 ? plan : plan.joins[join.to - 1]
    const right = join.keys.map((key) => key.right)
    const is_unique = join.aggregates !== undefined || !(await isRepeated(join, right))
    const repeats =
      checks[join.to - 1]?.repeats === true ||
      (from !== undefined &&
        (await isRepeated(
          from,
          join.keys.map((key) => key.left),
        )))
    checks.push({ is_unique, repeats })
  }
  return checks
}

/** Adds a warning to number columns whose rows appear several times: their sums would be wrong. */
async function warnOfRepeats(services: Services, id: number, { plan, columnsOf }: Read, checks: JoinCheck[]) {
  const columns = joinedColumns(plan, (place) => columnsOf(place).map(({ name }) => name))
  const types = new Map(
    plan.joins.map((join, at) => [at + 1, new Map(columnsOf(join).map((column) => [column.name, column.genericType]))]),
  )
  for (const { name, table, column, isAggregate } of columns) {
    const join = plan.joins[table - 1]
    if (!join || checks[table - 1]?.repeats !== true) continue
    const isNumber =
      isAggregate || (column && !isIdName(column) && types.get(table)?.get(column) === GenericType.numeric)
    if (!isNumber) continue
    // the text names the first table, because an earlier join may be the one that repeats the rows
    const warning_markdown = `A row of ${join.table} appears for several rows of ${plan.table}: a sum counts its value several times.`
    await services.db
      .updateTable('dataset_columns')
      .set({ extra: JSON.stringify({ warning_markdown }) })
      .where('dataset_id', '=', id)
      .where('column_name', '=', name)
      .execute()
  }
}
