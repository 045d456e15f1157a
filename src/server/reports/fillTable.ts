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
import type { Row } from '../storage/schema.ts'
import { savedQuery } from './content.ts'
import { allowedOwned } from './ownedQuery.ts'
import { ReportRefusal } from './refusal.ts'

/** Characters of a statement in the audit log. */
const AUDITED_SQL = 10_000
const DISCARD_TIMEOUT_MS = 10_000
/** The effect of a job: its table has the new rows. */
const FILLED = 'table'

const refused = (message: string) => new ReportRefusal(message)

/** The table that a report fills with the rows of its saved query. */
export function tableOf({ type, chart_id, dashboard_id, extra_json }: Row<'report_schedules'>) {
  const { saved_query: queryId, into_table: name } = storedExtra(extra_json)
  const isOfQuery = type === 'Report' && chart_id === null && dashboard_id === null
  return isOfQuery && queryId !== undefined && name !== undefined ? { queryId, name } : undefined
}

/**
 * Replaces a table by the rows of a saved query, in the database of the query: with the same checks, row rules and place as
 * 'Create table as' of SQL Lab, and an error in place of rows that are left out. Readers see the old rows or the new
 * ones, never a part. A table that the report has not made itself is never replaced: its own one has a mark.
 * @throws AppError with a sentence for the owners
 */
export async function fillTable(
  services: Services,
  run: JobRun,
  { report, queryId, name }: { report: Row<'report_schedules'>; queryId: number; name: string },
  subject: Subject,
  signal: AbortSignal,
): Promise<void> {
  const { config, db, engine, now } = services
  if (await wasFilled(services, run)) return
  const query = await savedQuery(services, queryId, subject)
  const { database, reader, statement } = await allowedOwned(services, query, subject)
  const { connection } = reader
  if (!database.allow_ctas) throw refused('This database does not allow creating tables from queries.')
  const { loading } = dialectOf(connection.dialect)
  if (!loading?.mark) throw refused('This database cannot replace a table at once.')
  const schema = database.force_ctas_schema || reader.schema
  const place = { database_id: database.id, schema_name: schema ?? '', table_name: name }
  const known = await engine.catalog(connection, { ask: 'table', catalog: null, schema, table: name })
  const remembered = { report_id: report.id, ...place }
  const own = await db
    .selectFrom('report_tables')
    .select('table_name')
    .where((eb) => eb.and(remembered))
    .executeTakeFirst()
  if (known && (known.type !== 'table' || !own)) {
    throw refused(`"${name}" exists already, and this report has not made it. Choose another name.`)
  }
  const mark = `sextant_report_${report.uuid.replaceAll('-', '')}`
  if (known && !isMarked(known, mark)) {
    throw refused(
      `"${name}" is not the table that this report has made: another one has taken its place. Choose another name, or drop that table.`,
    )
  }
  // remembered before it exists: a run that is cut off after it may replace its own table
  await run.whileHeld((trx) =>
    trx
      .insertInto('report_tables')
      .values(remembered)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  const order = {
    file: null,
    schema,
    table: name,
    staged: `sextant_${report.uuid.replaceAll('-', '').slice(0, 16)}`,
    mode: known ? ('replace' as const) : ('create' as const),
  }
  // what a run that was cut off has left
  await engine.load(connection, order, DISCARD_TIMEOUT_MS, signal)
  const started = now()
  const recorded = (outcome: 'ok' | 'failed') =>
    audit(
      db,
      {
        action: 'sql_create_table',
        subject,
        object: `Database:${database.id}`,
        outcome,
        details: { report: report.id, schema, table: name, sql: statement.sql.slice(0, AUDITED_SQL) },
        durationMs: now() - started,
      },
      now(),
    )
  const { rows: mostRows, queryTimeoutMs } = config.limits
  const filling = {
    sql: limitedSql(connection, statement.sql, mostRows + 1, 0).sql,
    ...(reader.schema === null ? {} : { lookIn: reader.schema }),
    mostRows,
    mark,
  }
  try {
    const work = engine.load(connection, { ...order, query: filling }, queryTimeoutMs, signal)
    await work.catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'RESULT_TOO_LARGE_ERROR') throw refused(error.message)
      return statement.isRuled ? withoutText(error) : Promise.reject(error)
    })
  } catch (error) {
    await recorded('failed')
    // the engine itself removes what a query leaves that fails, not one whose process was killed
    await engine.load(connection, order, DISCARD_TIMEOUT_MS).catch(() => undefined)
    // otherwise the next run would replace a table that another user has created with this name
    if (!known) {
      await run.whileHeld((trx) =>
        trx
          .deleteFrom('report_tables')
          .where((eb) => eb.and(remembered))
          .execute(),
      )
    }
    throw error
  }
  await recorded('ok')
  await run.whileHeld((trx) =>
    trx
      .insertInto('job_effects')
      .values({ job_id: run.jobId, name: FILLED, state: 'done', changed_on: now() })
      .execute(),
  )
}

/** By an earlier attempt, after which a mail was deferred. */
const wasFilled = async ({ db }: Services, { jobId }: JobRun): Promise<boolean> =>
  (await db
    .selectFrom('job_effects')
    .select('name')
    .where('job_id', '=', jobId)
    .where('name', '=', FILLED)
    .executeTakeFirst()) !== undefined
