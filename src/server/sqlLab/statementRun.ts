import { type LimitedSql, limitedSql, type SplitStatement } from '../../engine/gate/statements.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { StatementResult } from '../../model/sqlLab/sqlLabAnswers.ts'
import { withoutText } from '../chartData/rowRules.ts'
import { type AllowedStatement, type EditorServices, placeOf } from './editorReader.ts'
import { databaseFault } from './faults.ts'
import { mostRows } from './queryRows.ts'
import { keepResult, newResult, PIECE_ROWS } from './results.ts'
import type { Facts, Ran, Run } from './statement.ts'
import { createChanges } from './statementChange.ts'

/** The position of a statement in its text. */
export interface StatementPlace {
  split: SplitStatement
  at: number
  isLast: boolean
}

/** Returns a function that runs one statement of a query. */
export function createStatementRun(services: EditorServices) {
  const { config, db, engine, now } = services
  const { limits } = config
  const { change, createFrom } = createChanges(services)

  async function runOne(run: Run, statement: AllowedStatement, { split, at, isLast }: StatementPlace): Promise<Ran> {
    const started = now()
    const { body, query } = run
    const facts = { sql: split.sql, kind: statement.kind, startDttm: started, resultsKey: null, columns: [] }
    try {
      if (body.select_as_cta && isLast) return await createFrom(run, statement, facts)
      if (statement.kind === 'insert' || statement.kind === 'update' || statement.kind === 'delete') {
        const { rowcount } = await change(run, statement.kind, statement.sql)
        const limit = query.row_limit
        const result = { ...facts, rows: rowcount ?? 0, limit, limitingFactor: 'NOT_LIMITED', endDttm: now() }
        // the contract reports the number of returned rows, and a change returns none
        return { result: isLast ? { ...result, rows: 0 } : result, executedSql: statement.shown, answer: undefined }
      }
      return await readRows(run, statement, facts, { at, isLast })
    } catch (error) {
      throw asDatabaseFault(error, run, statement, split)
    }
  }

  async function readRows(
    run: Run,
    statement: AllowedStatement,
    facts: Facts,
    { at, isLast }: Omit<StatementPlace, 'split'>,
  ): Promise<Ran> {
    const { reader, query, signal } = run
    const { connection } = reader
    const most = mostRows(query.row_limit, limits.rows)
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
    const rows = await newResult(query, at, answer, { atOnce: isLast ? 'first' : 'all' })
    if (!isLast) await db.transaction().execute(async (trx) => void (await keepResult(trx, rows, now())))
    const isFull = answer.rowcount >= limited.rows
    const result: StatementResult = {
      ...facts,
      rows: answer.rowcount,
      limit: limited.rows,
      limitingFactor: isFull ? limited.factor : 'NOT_LIMITED',
      columns: answer.pieces?.columns ?? [],
      resultsKey: rows.key,
      endDttm: now(),
    }
    const shown = isQuery ? limitedSql(connection, statement.shown, most).sql : statement.shown
    return { result, executedSql: shown, answer, ...(isLast ? { unstored: rows } : {}) }
  }

  return runOne
}

/** Adds the position in the text to an error of the database. Hides the database's message if a row rule applies. */
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
