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
import { createQueryRows } from './queryRows.ts'
import type { Caller, Executed, SqlLab } from './sqlLab.ts'
import type { Ran, Run } from './statement.ts'
import { checkCreation } from './statementChange.ts'
import { createStatementRun } from './statementRun.ts'

/** Most statements of one text. */
const MOST_STATEMENTS = 100

export function createSqlLab(services: EditorServices): SqlLab {
  const { config, db, engine, now } = services
  const views = rememberedViews(engine)
  const slots = createUserSlots(config.limits.queriesPerUser)
  const rows = createQueryRows(services)
  const runOne = createStatementRun(services)
  const running = new Map<string, { userId: number | null; stop: AbortController }>()

  async function execute(
    subject: Subject,
    body: ExecuteBody,
    { address, signal: stopped, left, onlyReads = false }: Caller = {},
  ): Promise<Executed> {
    const database = await editorDatabase(services, subject, body.database_id)
    const query = await rows.insert(subject, body)
    const record = rows.record(query)
    const stop = new AbortController()
    running.set(query.client_id, { userId: query.user_id, stop })
    const unwatch = rows.watch(query, stop)
    const signal = AbortSignal.any([
      stop.signal,
      ...(stopped ? [stopped] : []),
      ...(left && stopsOnLeaving(database) ? [left] : []),
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
      return await slots.run(subject.user?.id, signal, () => runAll(run))
    } catch (error) {
      throw await record.failed(error)
    } finally {
      unwatch()
      running.delete(query.client_id)
    }
  }

  async function runAll(run: Run): Promise<Executed> {
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
    async stop(subject, clientId) {
      const userId = subject.user?.id ?? null
      const here = running.get(clientId)
      // before the store, which waits for the disk
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

const stopsOnLeaving = ({ extra }: Pick<Row<'databases'>, 'extra'>) =>
  parseObject(extra)['cancel_query_on_windows_unload'] === true

const tablesOf = (statements: readonly AllowedStatement[]) => {
  const named = statements.flatMap(({ tables }) => tables)
  const texts = new Set(named.map(({ catalog, schema, name }) => JSON.stringify({ catalog, schema, table: name })))
  return [...texts].map((text) => JSON.parse(text) as object)
}
