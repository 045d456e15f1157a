import { type SplitStatement, splitStatements } from '../../engine/gate/statements.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { ExecuteBody } from '../../model/sqlLab/sqlLabForms.ts'
import { parseObject } from '../../model/wire/json.ts'
import type { Subject } from '../access/subject.ts'
import { rememberedViews } from '../chartData/ruledViews.ts'
import { createUserSlots } from '../chartData/userSlots.ts'
import type { Row } from '../storage/schema.ts'
import { type AllowedStatement, createEditorReader, type EditorServices, editorDatabase } from './editorReader.ts'
import { noStatement } from './faults.ts'
import { createInspection } from './inspection.ts'
import { mentionsResults } from './namedResults.ts'
import type { StoredQuery } from './queryAnswer.ts'
import { createQueryRows } from './queryRows.ts'
import type { Caller, Executed, RunningJob, SqlLab } from './sqlLab.ts'
import type { Ran, Run } from './statement.ts'
import { checkCreation } from './statementChange.ts'
import { createStatementRun } from './statementRun.ts'

/** Maximum number of statements in one text. */
const MOST_STATEMENTS = 100

export function createSqlLab(services: EditorServices): SqlLab {
  const { config, db, engine, now } = services
  const views = rememberedViews(engine)
  const { queriesPerUser, queriesWaiting, queryTimeoutMs } = config.limits
  const slots = createUserSlots(queriesPerUser, queriesWaiting)
  const rows = createQueryRows(services)
  const runOne = createStatementRun(services)
  const running = new Map<string, { userId: number | null; stop: AbortController }>()

  async function execute(subject: Subject, body: ExecuteBody, caller: Caller = {}): Promise<Executed> {
    const database = await editorDatabase(services, subject, body.database_id)
    return runQuery({ subject, database, body, query: await rows.insert(subject, body) }, caller)
  }

  async function runQuery(
    { subject, database, body, query }: Begun,
    { address, signal: stopped, left, onlyReads = false, job }: Caller & { job?: RunningJob },
  ): Promise<Executed> {
    const record = rows.record(query)
    const stop = new AbortController()
    running.set(query.client_id, { userId: query.user_id, stop })
    const unwatch = rows.watch(query, stop)
    const signal = AbortSignal.any([
      stop.signal,
      ...(stopped ? [stopped] : []),
      ...(left && stopsOnLeaving(database) ? [left] : []),
      ...(job ? [job.signal] : []),
    ])
    try {
      const reader = await createEditorReader(services, views, {
        subject,
        database,
        catalog: query.catalog,
        schema: query.schema,
        templateParams: query.template_params,
        onlyReads,
        tab: mentionsResults(body.sql) ? query.sql_editor_id : null,
      })
      const text = await reader.rendered(body.sql, query.id)
      const isAsWritten = text === body.sql
      const run: Run = { reader, database, query, record, body, signal, text, isAsWritten, address }
      // nobody waits for a job, so it may wait for a slot without limit
      return await slots.run(subject.user?.id, signal, () => runAll(run, job), job ? undefined : queryTimeoutMs)
    } catch (error) {
      if (job?.signal.aborted && !stop.signal.aborted) throw job.signal.reason
      throw await record.failed(error)
    } finally {
      unwatch()
      running.delete(query.client_id)
    }
  }

  async function runAll(run: Run, job?: RunningJob): Promise<Executed> {
    const { reader, record, body, text } = run
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
    if (job && (body.select_as_cta || allowed.some(({ kind }) => isChange(kind)))) await job.beforeChange()
    record.begin(tablesOf(allowed))
    const done: Ran[] = []
    for (const [at, statement] of allowed.entries()) {
      const isLast = at === allowed.length - 1
      done.push(await runOne(run, statement, { split: statements[at] as SplitStatement, at, isLast }))
      if (!isLast) {
        const progress = Math.floor(((at + 1) / allowed.length) * 100)
        await record.progress(progress, { progress: `Running statement ${at + 2} out of ${allowed.length}` })
      }
    }
    return { query: await record.ended(done), last: done.at(-1)?.answer }
  }

  return {
    execute,
    async submit(subject, body) {
      const database = await editorDatabase(services, subject, body.database_id)
      return database.allow_run_async ? rows.insertWithJob(subject, body) : undefined
    },
    async runStored(subject, query, job) {
      // `runQuery` stores later errors
      const database = await editorDatabase(services, subject, query.database_id).catch(async (error: unknown) => {
        throw await rows.record(query).failed(error)
      })
      await runQuery({ subject, database, body: bodyOf(query), query }, { job })
    },
    async stop(subject, clientId) {
      const userId = subject.user?.id ?? null
      const here = running.get(clientId)
      // stopped before the store is changed, because that waits for the disk
      if (here && (here.userId === userId || subject.isAdmin)) here.stop.abort()
      const query = await db.selectFrom('queries').selectAll().where('client_id', '=', clientId).executeTakeFirst()
      const isOwn = query !== undefined && query.user_id === userId
      if (!query || !(isOwn || subject.isAdmin)) {
        throw new AppError('GENERIC_COMMAND_ERROR', 404, `Query with client_id ${clientId} not found`)
      }
      if (query.end_time !== null) return
      await rows.update(query, { status: 'stopped', end_time: now() })
    },
    ...createInspection(services, views),
  }
}

interface Begun {
  subject: Subject
  database: Row<'databases'>
  body: ExecuteBody
  query: StoredQuery
}

/** The options that were requested when the query was stored. */
const bodyOf = (query: StoredQuery): ExecuteBody => ({
  database_id: query.database_id,
  sql: query.sql ?? '',
  client_id: query.client_id,
  queryLimit: query.row_limit,
  sql_editor_id: query.sql_editor_id,
  catalog: query.catalog,
  schema: query.schema,
  tab: query.tab_name,
  select_as_cta: query.select_as_cta,
  ctas_method: query.ctas_method,
  tmp_table_name: query.tmp_table_name,
  templateParams: query.template_params,
})

const isChange = (kind: AllowedStatement['kind']) => kind === 'insert' || kind === 'update' || kind === 'delete'

const stopsOnLeaving = ({ extra }: Pick<Row<'databases'>, 'extra'>) =>
  parseObject(extra)['cancel_query_on_windows_unload'] === true

const tablesOf = (statements: readonly AllowedStatement[]) => {
  const named = statements.flatMap(({ tables }) => tables)
  const texts = new Set(named.map(({ catalog, schema, name }) => JSON.stringify({ catalog, schema, table: name })))
  return [...texts].map((text) => JSON.parse(text) as object)
}
