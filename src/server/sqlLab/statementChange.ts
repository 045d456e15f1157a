import { dialectOf } from '../../engine/dialects/index.ts'
import { limitedSql } from '../../engine/gate/statements.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { ExecuteBody } from '../../model/sqlLab/sqlLabForms.ts'
import { audit } from '../access/audit.ts'
import { type AllowedStatement, type EditorServices, placeOf } from './editorReader.ts'
import { notForTable, notForView } from './faults.ts'
import { mostRows } from './queryRows.ts'
import type { Facts, Ran, Run } from './statement.ts'

/** Maximum number of characters of a statement in the audit log. */
const AUDITED_SQL = 10_000

/** Statements of SQL Lab that change rows, or create a table or a view. */
export function createChanges({ config, db, engine, now }: EditorServices) {
  const { limits } = config

  /** Changes rows or tables, and records the change in the audit log, even if it fails. */
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
  async function createFrom(run: Run, statement: AllowedStatement, facts: Facts): Promise<Ran> {
    const { reader, database, query, body } = run
    const { connection } = reader
    const { quote } = dialectOf(connection.dialect)
    const written = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : quote(name))
    const schema = database.force_ctas_schema || null
    const table = query.tmp_table_name ?? `tmp_${query.user_id ?? 0}_table_${query.start_time}`
    const most = mostRows(query.row_limit, limits.rows)
    const name = [schema, table].filter((part) => part !== null).map(written)
    const kind = isView(body) ? 'VIEW' : 'TABLE'
    const sql = (text: string) => `CREATE ${kind} ${name.join('.')} AS \n${limitedSql(connection, text, most, 0).sql}`
    await change(run, `create_${kind.toLowerCase()}`, sql(statement.sql))
    const result = { ...facts, rows: 0, limit: query.row_limit, limitingFactor: 'NOT_LIMITED', endDttm: now() }
    return { result, executedSql: sql(statement.shown), answer: undefined, created: { table, schema } }
  }

  return { change, createFrom }
}

const isView = ({ ctas_method }: ExecuteBody) => ctas_method?.toUpperCase() === 'VIEW'

/** @throws AppError if no table or view may be created from these statements */
export function checkCreation({ body, database }: Run, statements: readonly AllowedStatement[]): void {
  const isAllowed = isView(body) ? database.allow_cvas : database.allow_ctas
  if (!isAllowed) {
    const what = isView(body) ? 'views' : 'tables'
    throw new AppError('GENERIC_COMMAND_ERROR', 403, `This database does not allow creating ${what} from queries.`)
  }
  const isSelect = statements.at(-1)?.kind === 'select'
  if (isView(body) && !(isSelect && statements.length === 1)) throw notForView()
  if (!isSelect) throw notForTable()
}
