import type { ConnectionSpec } from '../../engine/contracts.ts'
import { dialectOf } from '../../engine/dialects/index.ts'
import { isMarked } from '../../engine/dialects/tableLoading.ts'
import { limitedSql } from '../../engine/gate/statements.ts'
import { AppError } from '../../model/errors/errors.ts'
import { storedExtra } from '../../model/report/reportExtra.ts'
import { audit } from '../access/audit.ts'
import type { Subject } from '../access/subject.ts'
import { withoutText } from '../chartData/rowRules.ts'
import type { JobRun } from '../jobs/kind.ts'
import type { Services } from '../services.ts'
import type { Row, Trx } from '../storage/schema.ts'
import { savedQuery } from './content.ts'
import { allowedOwned } from './ownedQuery.ts'
import { ReportRefusal } from './refusal.ts'
import { forgetStaged, stageTable } from './stagedTables.ts'

/** Maximum number of characters of a statement in the audit log. */
const AUDITED_SQL = 10_000
const DISCARD_TIMEOUT_MS = 10_000
/** Name of the job effect: the table has its new rows. */
const FILLED = 'table'

const refused = (message: string) => new ReportRefusal(message)

/** The table that a report fills with the rows of its saved query. */
export function tableOf({ type, chart_id, dashboard_id, extra_json }: Row<'report_schedules'>) {
  const { saved_query: queryId, into_table: name } = storedExtra(extra_json)
  const isOfQuery = type === 'Report' && chart_id === null && dashboard_id === null
  return isOfQuery && queryId !== undefined && name !== undefined ? { queryId, name } : undefined
}

interface Wanted {
  report: Row<'report_schedules'>
  queryId: number
  name: string
}

/**
 * Replaces a table with the rows of a saved query, in the database of the query: with the same checks, row rules and
 * schema as 'Create table as' of SQL Lab, and with an error if rows would be left out. Readers see the old rows or the
 * new ones, never a part. A table that the report has not created itself is never replaced: the report marks its own
 * table.
 * @throws AppError with a sentence for the owners
 */
export async function fillTable(
  services: Services,
  run: JobRun,
  wanted: Wanted,
  subject: Subject,
  signal: AbortSignal,
): Promise<void> {
  if (await wasFilled(services, run)) return
  const target = await targetOf(services, wanted, subject)
  // stored before the table exists: a run that is interrupted afterwards may replace its own table
  await run.whileHeld((trx) => remember(trx, target))
  const staged = await stageTable(services, run)
  for (const left of staged.left)
    await services.engine.load(target.connection, orderOf(target, left), DISCARD_TIMEOUT_MS, signal)
  const started = services.now()
  try {
    await fill(services, target, staged.own, signal)
  } catch (error) {
    await record(services, target, subject, 'failed', started)
    await cleanUp(services, run, target, staged.own)
    throw error
  }
  await record(services, target, subject, 'ok', started)
  await run.whileHeld(async (trx) => {
    await forgetStaged(trx, staged)
    await trx
      .insertInto('job_effects')
      .values({ job_id: run.jobId, name: FILLED, state: 'done', changed_on: services.now() })
      .execute()
  })
}

/** The query, and the table that it may fill. */
async function targetOf(services: Services, { report, queryId, name }: Wanted, subject: Subject) {
  const query = await savedQuery(services, queryId, subject)
  const { database, reader, statement } = await allowedOwned(services, query, subject)
  const { connection } = reader
  if (!database.allow_ctas) throw refused('This database does not allow creating tables from queries.')
  if (!dialectOf(connection.dialect).loading?.mark) throw refused('This database cannot replace a table in one step.')
  const schema = database.force_ctas_schema || reader.schema
  const mark = `sextant_report_${report.uuid.replaceAll('-', '')}`
  const place = { report_id: report.id, database_id: database.id, schema_name: schema ?? '', table_name: name }
  const known = await tableAt(services, { connection, schema, name })
  if (known && (known.type !== 'table' || !(await isRemembered(services, place)))) {
    throw refused(`"${name}" already exists, and this report did not create it. Choose another name.`)
  }
  if (known && !isMarked(known, mark)) {
    throw refused(
      `"${name}" is not the table that this report created: another table has replaced it. Choose another name, or drop that table.`,
    )
  }
  return { connection, statement, lookIn: reader.schema, schema, name, mark, place, isThere: known !== null }
}

type Target = Awaited<ReturnType<typeof targetOf>>

interface TablePlace {
  connection: ConnectionSpec
  schema: string | null
  name: string
}

const tableAt = ({ engine }: Services, { connection, schema, name }: TablePlace) =>
  engine.catalog(connection, { ask: 'table', catalog: null, schema, table: name })

const isRemembered = async ({ db }: Services, place: Target['place']): Promise<boolean> =>
  (await db
    .selectFrom('report_tables')
    .select('table_name')
    .where((eb) => eb.and(place))
    .executeTakeFirst()) !== undefined

const remember = (trx: Trx, { place }: Target): Promise<unknown> =>
  trx
    .insertInto('report_tables')
    .values(place)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

const forget = (trx: Trx, { place }: Target): Promise<unknown> =>
  trx
    .deleteFrom('report_tables')
    .where((eb) => eb.and(place))
    .execute()

/** The order to load a table. Without a query, the engine removes what a run with this staged table has left. */
const orderOf = ({ schema, name, isThere }: Target, staged: string) => ({
  file: null,
  schema,
  table: name,
  staged,
  mode: isThere ? ('replace' as const) : ('create' as const),
})

async function fill({ config, engine }: Services, target: Target, staged: string, signal: AbortSignal): Promise<void> {
  const { rows: mostRows, queryTimeoutMs } = config.limits
  const { connection, statement, lookIn, mark } = target
  const query = {
    sql: limitedSql(connection, statement.sql, mostRows + 1, 0).sql,
    ...(lookIn === null ? {} : { lookIn }),
    mostRows,
    mark,
  }
  await engine
    .load(connection, { ...orderOf(target, staged), query }, queryTimeoutMs, signal)
    .catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'RESULT_TOO_LARGE_ERROR') throw refused(error.message)
      return statement.isRuled ? withoutText(error) : Promise.reject(error)
    })
}

/** Cleans up after a failure. The engine does so after a failed query, but not after one whose process was killed. */
async function cleanUp(services: Services, run: JobRun, target: Target, staged: string): Promise<void> {
  await services.engine.load(target.connection, orderOf(target, staged), DISCARD_TIMEOUT_MS).catch(() => undefined)
  if (target.isThere) return
  // a marked table was created by an earlier run that has lost its job in the meantime
  const made = await tableAt(services, target).catch(() => null)
  if (made && isMarked(made, target.mark)) return
  // without this, the next run would replace a table that another user has created with this name
  await run.whileHeld((trx) => forget(trx, target))
}

const record = (services: Services, target: Target, subject: Subject, outcome: 'ok' | 'failed', started: number) => {
  const { schema, name: table, statement, place } = target
  const details = { report: place.report_id, schema, table, sql: statement.sql.slice(0, AUDITED_SQL) }
  const object = `Database:${place.database_id}`
  const now = services.now()
  const entry = { action: 'sql_create_table', subject, object, outcome, details, durationMs: now - started } as const
  return audit(services.db, entry, now)
}

/** Whether an earlier attempt filled the table, after which a mail was deferred. */
const wasFilled = async ({ db }: Services, { jobId }: JobRun): Promise<boolean> =>
  (await db
    .selectFrom('job_effects')
    .select('name')
    .where('job_id', '=', jobId)
    .where('name', '=', FILLED)
    .executeTakeFirst()) !== undefined
