import { randomBytes } from 'node:crypto'
import type { EngineAnswer } from '../../engine/contracts.ts'
import { dialectOf } from '../../engine/dialects/index.ts'
import { type LimitedSql, limitedSql, type SplitStatement, splitStatements } from '../../engine/gate/statements.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { QueryExtra, StatementResult } from '../../model/sqlLab/sqlLabAnswers.ts'
import type { ExecuteBody } from '../../model/sqlLab/sqlLabForms.ts'
import { audit } from '../access/audit.ts'
import { has, type Subject } from '../access/subject.ts'
import { withoutText } from '../chartData/rowRules.ts'
import { rememberedViews } from '../chartData/ruledViews.ts'
import { createUserSlots } from '../chartData/userSlots.ts'
import type { QueryStatus, Row, RowUpdate } from '../storage/schema.ts'
import {
  type AllowedStatement,
  createEditorReader,
  type EditorServices,
  editorDatabase,
  placeOf,
} from './editorReader.ts'
import { databaseFault, noStatement, notForTable, notForView, notYourQuery } from './faults.ts'
import { createInspection } from './inspection.ts'
import type { StoredQuery } from './queryAnswer.ts'
import { keepResult, PIECE_ROWS } from './results.ts'
import type { Caller, Executed, SqlLab } from './sqlLab.ts'

/** How often a running query looks whether another node stopped it. */
const STOP_CHECK_MS = 400
/** Characters of a statement in the audit log. */
const AUDITED_SQL = 10_000
/** Most statements of one text. */
const MOST_STATEMENTS = 100

type Reader = Awaited<ReturnType<typeof createEditorReader>>

/** What one statement of a query needs to run. */
interface Run {
  reader: Reader
  database: Row<'databases'>
  query: StoredQuery
  body: ExecuteBody
  signal: AbortSignal
  /** The rendered text, and whether it is the text of the editor. */
  text: string
  isAsWritten: boolean
  /** Of the client. */
  address: string | undefined
}

interface Ran {
  result: StatementResult
  executedSql: string
  answer: EngineAnswer | undefined
  created?: { table: string; schema: string | null }
}

export function createSqlLab(services: EditorServices): SqlLab {
  const { config, db, engine, now } = services
  const { limits } = config
  const views = rememberedViews(engine)
  const slots = createUserSlots(limits.queriesPerUser)
  const running = new Map<string, AbortController>()

  async function insertQuery(subject: Subject, body: ExecuteBody): Promise<StoredQuery> {
    const clientId = body.client_id ?? randomBytes(5).toString('hex')
    const taken = await db.selectFrom('queries').select('id').where('client_id', '=', clientId).executeTakeFirst()
    if (taken) throw new AppError('GENERIC_DB_ENGINE_ERROR', 409, 'Create failed')
    return db
      .insertInto('queries')
      .values({
        client_id: clientId,
        user_id: subject.user?.id ?? null,
        database_id: body.database_id,
        catalog: body.catalog ?? null,
        schema: body.schema ?? null,
        tab_name: body.tab ?? null,
        sql_editor_id: body.sql_editor_id ?? null,
        sql: body.sql,
        row_limit: mostRows(body),
        limiting_factor: 'DROPDOWN',
        select_as_cta: body.select_as_cta ?? false,
        ctas_method: body.ctas_method ?? null,
        tmp_table_name: body.select_as_cta ? body.tmp_table_name || null : null,
        template_params: body.templateParams ?? null,
        status: 'pending',
        start_time: now(),
        changed_on: now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** Changes a query unless it was stopped in the meantime. */
  async function update(query: StoredQuery, change: RowUpdate<'queries'>): Promise<StoredQuery> {
    const changed = await db
      .updateTable('queries')
      .set({ ...change, changed_on: now() })
      .where('id', '=', query.id)
      .where('status', '<>', 'stopped')
      .returningAll()
      .executeTakeFirst()
    return changed ?? { ...query, ...(change as Partial<StoredQuery>), status: 'stopped' }
  }

  /** Rows that a query may return: as requested, at most the limit of this server. */
  const mostRows = ({ queryLimit }: Pick<ExecuteBody, 'queryLimit'>) =>
    queryLimit && queryLimit > 0 ? Math.min(queryLimit, limits.rows) : limits.rows

  /** Aborts when another node has stopped the query. */
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

  async function execute(
    subject: Subject,
    body: ExecuteBody,
    { address, signal: left }: Caller = {},
  ): Promise<Executed> {
    const database = await editorDatabase(services, subject, body.database_id)
    const query = await insertQuery(subject, body)
    const stop = new AbortController()
    running.set(query.client_id, stop)
    const unwatch = watch(query, stop)
    const signal = left ? AbortSignal.any([left, stop.signal]) : stop.signal
    try {
      const reader = await createEditorReader(services, views, {
        subject,
        database,
        catalog: query.catalog,
        schema: query.schema,
        templateParams: query.template_params,
      })
      const text = await reader.rendered(body.sql, query.id)
      const isAsWritten = text === body.sql
      const run: Run = { reader, database, query, body, signal, text, isAsWritten, address }
      return await slots.run(subject.user?.id, signal, () => runAll(run))
    } catch (error) {
      throw await failed(query, error)
    } finally {
      unwatch()
      running.delete(query.client_id)
    }
  }

  /** Stores why a query failed, and returns the error for the user. */
  async function failed(query: StoredQuery, error: unknown): Promise<unknown> {
    const known = error instanceof AppError ? error : undefined
    const isStopped = known?.status === 499
    const isLate = known?.code === 'BACKEND_TIMEOUT_ERROR'
    const status: QueryStatus = isStopped ? 'stopped' : isLate ? 'timed_out' : 'failed'
    const message = isStopped ? null : (known?.message ?? 'Unexpected error')
    await update(query, { status, error_message: message, end_time: now() })
    if (isStopped) return new AppError('GENERIC_BACKEND_ERROR', 409, 'The query was stopped.', { cause: error })
    if (isLate && known) {
      return new AppError('SQLLAB_TIMEOUT_ERROR', 408, known.message, { extra: known.extra, cause: error })
    }
    return error
  }

  async function runAll(run: Run): Promise<Executed> {
    const { reader, query, body, text } = run
    const split = splitStatements(reader.connection, text)
    if (!split.ok) throw new AppError('SYNTAX_ERROR', 400, split.message)
    const { statements } = split
    if (statements.length === 0) throw noStatement()
    if (statements.length > MOST_STATEMENTS) {
      throw new AppError('GENERIC_COMMAND_ERROR', 400, `One query can have at most ${MOST_STATEMENTS} statements.`)
    }
    // all statements are checked before the first one runs
    const allowed: AllowedStatement[] = []
    for (const { sql } of statements) allowed.push(await reader.allowed(sql))
    if (body.select_as_cta) checkCreation(run, allowed)
    const begun = await update(query, {
      status: 'running',
      start_running_time: now(),
      sql_tables: JSON.stringify(tablesOf(allowed)),
    })
    const done: Ran[] = []
    for (const [at, statement] of allowed.entries()) {
      const isLast = at === allowed.length - 1
      done.push(await runOne(run, statement, { split: statements[at] as SplitStatement, at, isLast }))
      if (!isLast) {
        const progress = Math.floor(((at + 1) / allowed.length) * 100)
        const extra: QueryExtra = { progress: `Running statement ${at + 2} out of ${allowed.length}` }
        await update(begun, { progress, extra: JSON.stringify(extra) })
      }
    }
    return finish(begun, done)
  }

  async function finish(query: StoredQuery, done: readonly Ran[]): Promise<Executed> {
    const last = done.at(-1) as Ran
    const { result, created, answer } = last
    const extra: QueryExtra = {
      cancel_query: null,
      progress: null,
      columns: result.columns,
      ...(done.length > 1 ? { statements: done.map((each) => each.result) } : {}),
    }
    const stored = await update(query, {
      status: 'success',
      progress: 100,
      rows: result.rows ?? 0,
      row_limit: result.limit ?? query.row_limit,
      limiting_factor: result.limitingFactor,
      executed_sql: last.executedSql,
      results_key: result.resultsKey,
      end_time: now(),
      extra: JSON.stringify(extra),
      ...(created
        ? {
            select_as_cta_used: true,
            tmp_table_name: created.table,
            tmp_schema_name: created.schema,
            select_sql: `SELECT * FROM ${[created.schema, created.table].filter((part) => part !== null).join('.')}`,
          }
        : {}),
    })
    return { query: stored, last: answer }
  }

  async function runOne(
    run: Run,
    statement: AllowedStatement,
    { split, at, isLast }: { split: SplitStatement; at: number; isLast: boolean },
  ): Promise<Ran> {
    const started = now()
    const { body, query } = run
    const facts = { sql: split.sql, kind: statement.kind, startDttm: started, resultsKey: null, columns: [] }
    try {
      if (body.select_as_cta && isLast) return await createFrom(run, statement, facts)
      if (statement.kind === 'insert' || statement.kind === 'update' || statement.kind === 'delete') {
        const { rowcount } = await change(run, statement.kind, statement.sql)
        const limit = query.row_limit
        const result = { ...facts, rows: rowcount ?? 0, limit, limitingFactor: 'NOT_LIMITED', endDttm: now() }
        // the contract counts the rows of the answer, of which there are none
        return { result: isLast ? { ...result, rows: 0 } : result, executedSql: statement.shown, answer: undefined }
      }
      return await readRows(run, statement, facts, at)
    } catch (error) {
      throw asDatabaseFault(error, run, statement, split)
    }
  }

  async function readRows(
    run: Run,
    statement: AllowedStatement,
    facts: Omit<StatementResult, 'rows' | 'limit' | 'limitingFactor' | 'endDttm'>,
    at: number,
  ): Promise<Ran> {
    const { reader, query, signal } = run
    const { connection } = reader
    const most = mostRows({ queryLimit: query.row_limit })
    const isQuery = statement.kind === 'select'
    const limited: LimitedSql = isQuery
      ? limitedSql(connection, statement.sql, most)
      : { sql: statement.sql, rows: most, factor: 'DROPDOWN' }
    const answer = await engine.run(
      {
        connection,
        sql: limited.sql,
        output: [],
        offsetHours: 0,
        postProcessing: [],
        encoding: 'rows',
        pieces: PIECE_ROWS,
        rowLimit: limited.rows,
        ...placeOf(reader),
        ...(isQuery ? {} : { inspects: true }),
        limits: { timeoutMs: limits.queryTimeoutMs, maxRows: limits.rows, maxBytes: limits.resultBytes },
      },
      signal,
    )
    const kept = await keepResult(db, { id: query.id, userId: query.user_id, statement: at }, answer, now())
    const isFull = answer.rowcount >= limited.rows
    const result: StatementResult = {
      ...facts,
      rows: answer.rowcount,
      limit: limited.rows,
      limitingFactor: isFull ? limited.factor : 'NOT_LIMITED',
      columns: kept.columns,
      resultsKey: kept.key,
      endDttm: now(),
    }
    const shown = isQuery ? limitedSql(connection, statement.shown, most).sql : statement.shown
    return { result, executedSql: shown, answer }
  }

  /** Changes rows or tables, and writes that into the audit log, also if it fails. */
  async function change(run: Run, verb: string, sql: string) {
    const { reader, signal, query, database, address } = run
    const started = now()
    const recorded = (outcome: 'ok' | 'failed', rows: number | null) =>
      audit(
        db,
        {
          action: `sql_${verb}`,
          userId: query.user_id ?? undefined,
          object: `Database:${database.id}`,
          outcome,
          address,
          details: { query: query.id, schema: query.schema, rows, sql: sql.slice(0, AUDITED_SQL) },
          durationMs: now() - started,
        },
        now(),
      )
    const options = { timeoutMs: limits.queryTimeoutMs, ...placeOf(reader) }
    try {
      const done = await engine.change(reader.connection, sql, options, signal)
      await recorded('ok', done.rowcount)
      return done
    } catch (error) {
      await recorded('failed', null)
      throw error
    }
  }

  /** Creates a table or a view from a query. */
  async function createFrom(
    run: Run,
    statement: AllowedStatement,
    facts: Omit<StatementResult, 'rows' | 'limit' | 'limitingFactor' | 'endDttm'>,
  ): Promise<Ran> {
    const { reader, database, query, body } = run
    const { connection } = reader
    const { quote } = dialectOf(connection.dialect)
    const written = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : quote(name))
    const schema = database.force_ctas_schema || null
    const table = query.tmp_table_name ?? `tmp_${query.user_id ?? 0}_table_${query.start_time}`
    const most = mostRows({ queryLimit: query.row_limit })
    const name = [schema, table].filter((part) => part !== null).map(written)
    const kind = isView(body) ? 'VIEW' : 'TABLE'
    const sql = (text: string) => `CREATE ${kind} ${name.join('.')} AS \n${limitedSql(connection, text, most, 0).sql}`
    await change(run, `create_${kind.toLowerCase()}`, sql(statement.sql))
    const result = { ...facts, rows: 0, limit: query.row_limit, limitingFactor: 'NOT_LIMITED', endDttm: now() }
    return { result, executedSql: sql(statement.shown), answer: undefined, created: { table, schema } }
  }

  return {
    execute,
    async stop(subject, clientId) {
      const query = await db.selectFrom('queries').selectAll().where('client_id', '=', clientId).executeTakeFirst()
      const isOwn = query !== undefined && query.user_id === (subject.user?.id ?? null)
      if (!query || !(isOwn || subject.isAdmin)) {
        throw new AppError('GENERIC_COMMAND_ERROR', 404, `Query with client_id ${clientId} not found`)
      }
      if (query.end_time !== null) return
      await update(query, { status: 'stopped', end_time: now() })
      running.get(clientId)?.abort()
    },
    ...createInspection(services, views),
  }
}

const isView = ({ ctas_method }: ExecuteBody) => ctas_method?.toUpperCase() === 'VIEW'

/** Whether a table or a view may be created from these statements. */
function checkCreation({ body, database }: Run, statements: readonly AllowedStatement[]): void {
  const isAllowed = isView(body) ? database.allow_cvas : database.allow_ctas
  if (!isAllowed) {
    const what = isView(body) ? 'views' : 'tables'
    throw new AppError('GENERIC_COMMAND_ERROR', 403, `This database does not allow creating ${what} from queries.`)
  }
  const isSelect = statements.at(-1)?.kind === 'select'
  if (isView(body) && !(isSelect && statements.length === 1)) throw notForView()
  if (!isSelect) throw notForTable()
}

const tablesOf = (statements: readonly AllowedStatement[]) => {
  const named = statements.flatMap(({ tables }) => tables)
  const texts = new Set(named.map(({ catalog, schema, name }) => JSON.stringify({ catalog, schema, table: name })))
  return [...texts].map((text) => JSON.parse(text) as object)
}

/** An error of the database with its place in the text; without its text if a row rule applies. */
function asDatabaseFault(
  error: unknown,
  run: Run,
  statement: AllowedStatement,
  { sql, start }: SplitStatement,
): unknown {
  const isOfDatabase = error instanceof AppError && error.status === 400
  if (!isOfDatabase) return error
  if (statement.isRuled) {
    try {
      withoutText(error)
    } catch (hidden) {
      return hidden
    }
  }
  const isSameText = run.isAsWritten && statement.sql === sql && !run.body.select_as_cta
  return databaseFault(error, run.reader.connection, isSameText ? { text: run.text, start } : undefined)
}

/** Whether a user may read a query and its results. */
export function checkQueryOwner(subject: Subject, query: Pick<StoredQuery, 'user_id'>): void {
  const isOwn = subject.user !== undefined && query.user_id === subject.user.id
  if (!isOwn && !seesAllQueries(subject)) throw notYourQuery()
}

export const seesAllQueries = (subject: Subject) => subject.isAdmin || has(subject, 'all_query_access:all_query_access')
