import { randomBytes } from 'node:crypto'
import { AppError } from '../../model/errors/errors.ts'
import type { QueryExtra } from '../../model/sqlLab/sqlLabAnswers.ts'
import type { ExecuteBody } from '../../model/sqlLab/sqlLabForms.ts'
import type { Subject } from '../access/subject.ts'
import { busy } from '../chartData/userSlots.ts'
import { enqueue } from '../jobs/jobs.ts'
import { lateCommit } from '../storage/lateCommit.ts'
import type { Db, NewRow, RowUpdate, Trx } from '../storage/schema.ts'
import type { QueryStatus } from '../storage/tables/sqlLab.ts'
import type { EditorServices } from './editorReader.ts'
import type { StoredQuery } from './queryAnswer.ts'
import { keepInSteps, keepResult } from './results.ts'
import type { QueryRecord, Ran } from './statement.ts'

/** The kind of the jobs that run queries in the background. */
export const SQL_JOB = 'sql'

/**
 * Maximum number of queries of one user that wait for a job or run in one: all users share the slots of the workers.
 */
export const MOST_IN_BACKGROUND = 20

/** Queries that end earlier are never stored as running: every commit waits for the disk. */
const MARK_AFTER_MS = 100

/** How often a running query checks whether another node stopped it. */
const STOP_CHECK_MS = 400

/** Rows that a query may return: as requested, at most the limit of this server. */
export const mostRows = (queryLimit: number | null | undefined, limit: number): number =>
  queryLimit && queryLimit > 0 ? Math.min(queryLimit, limit) : limit

/** Writes the row of a query in the table `queries`, from the start of the query to its end. */
export function createQueryRows({ config, db, log, now }: Pick<EditorServices, 'config' | 'db' | 'log' | 'now'>) {
  const onLost = (error: unknown) => log.error({ err: error }, 'the rows of a query were not stored')

  /** Stores a new query, which has not begun. @throws AppError 409 if its id is in use */
  async function insert(subject: Subject, body: ExecuteBody): Promise<StoredQuery> {
    // the commit at the end of the query, before the response, also makes this row durable
    return lateCommit(db, (trx) => add(trx, subject, body))
  }

  /**
   * Stores a new query and the job that will run it, in one transaction.
   * @throws AppError 409 if its id is in use, 429 if too many of the user's queries wait or run
   */
  function insertWithJob(subject: Subject, body: ExecuteBody): Promise<StoredQuery> {
    return db.transaction().execute(async (trx) => {
      if ((await inBackground(trx, subject)) >= MOST_IN_BACKGROUND) throw busy()
      const query = await add(trx, subject, body)
      await enqueue(trx, { kind: SQL_JOB, subjectId: query.id, key: String(query.id), dueOn: now() }, now())
      return query
    })
  }

  async function add(trx: Trx, subject: Subject, body: ExecuteBody): Promise<StoredQuery> {
    const added = await trx
      .insertInto('queries')
      .values(newRow(subject, body, mostRows(body.queryLimit, config.limits.rows), now()))
      .onConflict((conflict) => conflict.column('client_id').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!added) throw new AppError('GENERIC_DB_ENGINE_ERROR', 409, 'Create failed')
    return added
  }

  /** Changes a query unless it was stopped in the meantime. */
  async function update(query: StoredQuery, change: RowUpdate<'queries'>, store: Db | Trx = db): Promise<StoredQuery> {
    const changed = await store
      .updateTable('queries')
      .set({ ...change, changed_on: now() })
      .where('id', '=', query.id)
      .where('status', '<>', 'stopped')
      .returningAll()
      .executeTakeFirst()
    return changed ?? { ...query, ...(change as Partial<StoredQuery>), status: 'stopped' }
  }

  /** Aborts `stop` when another node has stopped the query. Returns a function that ends the watch. */
  function watch(query: StoredQuery, stop: AbortController): () => void {
    const timer = setInterval(() => {
      void db
        .selectFrom('queries')
        .select('status')
        .where('id', '=', query.id)
        .executeTakeFirst()
        .then((row) => row?.status === 'stopped' && stop.abort())
        .catch(() => undefined)
    }, STOP_CHECK_MS)
    return () => clearInterval(timer)
  }

  /** Stores the progress of a new query. */
  function record(query: StoredQuery): QueryRecord {
    let begun: RowUpdate<'queries'> = {}
    let marking: Promise<unknown> | undefined
    let timer: NodeJS.Timeout | undefined
    const settled = async () => {
      clearTimeout(timer)
      await marking
    }
    return {
      begin(tables) {
        begun = { status: 'running', start_running_time: now(), sql_tables: JSON.stringify(tables) }
        timer = setTimeout(() => {
          // if this write fails, the write at the end of the query fails too, and is reported
          marking = update(query, begun).catch(() => undefined)
        }, MARK_AFTER_MS)
      },
      async progress(share, extra) {
        await settled()
        await update(query, { ...begun, progress: share, extra: JSON.stringify(extra) })
      },
      async ended(done) {
        await settled()
        return ended(query, done, begun)
      },
      async failed(error) {
        await settled()
        return failed(query, error, begun)
      },
    }
  }

  /** Stores how a query ended, with the results of its statements. */
  async function ended(query: StoredQuery, done: readonly Ran[], begun: RowUpdate<'queries'>): Promise<StoredQuery> {
    const end = { ...begun, ...endOf(query, done, now()) }
    const { unstored } = done.at(-1) as Ran
    if (!unstored) return update(query, end)
    const store = async (trx: Trx) => ({
      id: await keepResult(trx, unstored, now()),
      stored: await update(query, end, trx),
    })
    // after a power failure, a query that only read can be run again; one that changed something must be in the history
    const onlyRead = done.every((each) => each.result.kind === 'select')
    const { stored } = await keepInSteps(
      db,
      unstored,
      () => (onlyRead ? lateCommit(db, store) : db.transaction().execute(store)),
      onLost,
    )
    return stored
  }

  /** Stores why a query failed, and returns the error for the user. */
  async function failed(query: StoredQuery, error: unknown, begun: RowUpdate<'queries'>): Promise<unknown> {
    const { status, message, told } = failureOf(error)
    await update(query, { ...begun, status, error_message: message, end_time: now() })
    return told
  }

  return { insert, insertWithJob, update, watch, record }
}

/** A query as it is stored before it begins. */
const newRow = (subject: Subject, body: ExecuteBody, rowLimit: number, nowMs: number): NewRow<'queries'> => ({
  client_id: body.client_id ?? randomBytes(5).toString('hex'),
  user_id: subject.user?.id ?? null,
  database_id: body.database_id,
  catalog: body.catalog ?? null,
  schema: body.schema ?? null,
  tab_name: body.tab ?? null,
  sql_editor_id: body.sql_editor_id ?? null,
  sql: body.sql,
  row_limit: rowLimit,
  limiting_factor: 'DROPDOWN',
  select_as_cta: body.select_as_cta ?? false,
  ctas_method: body.ctas_method ?? null,
  tmp_table_name: body.select_as_cta ? body.tmp_table_name || null : null,
  template_params: body.templateParams ?? null,
  status: 'pending',
  start_time: nowMs,
  changed_on: nowMs,
})

/** The number of queries of a user that wait for a job or run in one. */
async function inBackground(trx: Trx, { user }: Subject): Promise<number> {
  const { count } = await trx
    .selectFrom('jobs')
    .innerJoin('queries', 'queries.id', 'jobs.subject_id')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('jobs.kind', '=', SQL_JOB)
    .where('jobs.state', 'in', ['waiting', 'running'])
    .where('queries.user_id', '=', user?.id ?? 0)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** What is stored about a query that succeeded: the columns of its last statement, and the results of all. */
function endOf(query: StoredQuery, done: readonly Ran[], nowMs: number): RowUpdate<'queries'> {
  const last = done.at(-1) as Ran
  const { result, created } = last
  const extra: QueryExtra = {
    cancel_query: null,
    progress: null,
    columns: result.columns,
    ...(done.length > 1 ? { statements: done.map((each) => each.result) } : {}),
  }
  return {
    status: 'success',
    progress: 100,
    rows: result.rows ?? 0,
    row_limit: result.limit ?? query.row_limit,
    limiting_factor: result.limitingFactor,
    executed_sql: last.executedSql,
    results_key: result.resultsKey,
    end_time: nowMs,
    extra: JSON.stringify(extra),
    ...(created
      ? {
          select_as_cta_used: true,
          tmp_table_name: created.table,
          tmp_schema_name: created.schema,
          select_sql: `SELECT * FROM ${[created.schema, created.table].filter((part) => part !== null).join('.')}`,
        }
      : {}),
  }
}

/** What is stored about a query that failed or was stopped, and the error for the user. */
function failureOf(error: unknown): { status: QueryStatus; message: string | null; told: unknown } {
  if (!(error instanceof AppError)) return { status: 'failed', message: 'Unexpected error', told: error }
  const { status, code, message, extra } = error
  if (status === 499) {
    const told = new AppError('GENERIC_BACKEND_ERROR', 409, 'The query was stopped.', { cause: error })
    return { status: 'stopped', message: null, told }
  }
  if (code === 'BACKEND_TIMEOUT_ERROR') {
    const told = new AppError('SQLLAB_TIMEOUT_ERROR', 408, message, { extra, cause: error })
    return { status: 'timed_out', message, told }
  }
  return { status: 'failed', message, told: error }
}
