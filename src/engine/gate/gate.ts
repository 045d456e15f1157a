import { LRUCache } from 'lru-cache'
import type { ConnectionSpec, EnginePool, SqlVerdict } from '../contracts.ts'
import { dialectOf, gateOf } from '../dialects/index.ts'
import { clauseFault, commentFault, isBlank, readsFromSomewhere } from './clause.ts'
import { SEVERAL } from './sql/judge.ts'
import { NOT_APPLICABLE, type StatementKind, type StatementVerdict, type TableName } from './sql/protocol.ts'
import { type SqlReader, sharedSqlReader } from './sql/reader.ts'
import { createReaderJudge } from './sql/readerJudge.ts'
import type { SqlJudge } from './sqlJudge.ts'

/** Maximum number of cached verdicts; a dashboard needs a few dozen. */
const REMEMBERED_VERDICTS = 5_000
/** Maximum total characters of cached SQL. */
const REMEMBERED_CHARACTERS = 8_000_000
/**
 * Maximum length of an expression. Real ones have a few hundred characters; parsers take up to 50 ms for a thousand.
 */
export const EXPRESSION_LENGTH = 32_768
/** Maximum length of a query. */
export const QUERY_LENGTH = 100_000
/** Maximum characters of SQL checked for one request: each text counts once, as rendered from its template. */
export const REQUEST_LENGTH = 200_000

export type { StatementKind, StatementVerdict, TableName } from './sql/protocol.ts'

/** Whether a query may run, with the tables that it reads, named as in the query. */
export type QueryVerdict = { ok: true; tables: TableName[] } | { ok: false; message: string }

export type RuledQuery = { ok: true; sql: string; tables: TableName[] } | { ok: false; message: string }

export interface StatementOptions {
  /** The kinds of statements that may run. Those that change rows are allowed only if the caller lists them. */
  kinds: readonly StatementKind[]
  /** The tables that may be read, as for `query`. */
  tables: readonly string[] | null
}

export interface Gate {
  /** Checks one user-written statement that runs as it is. The embedded engine only reads. */
  statement(connection: ConnectionSpec, sql: string, options: StatementOptions): Promise<StatementVerdict>
  /**
   * Checks SQL that must be one scalar expression. In an adhoc column the contract forbids FROM and JOIN altogether.
   */
  expression(connection: ConnectionSpec, text: string, isAdhocColumn: boolean): Promise<SqlVerdict>
  /** Checks the SQL of a virtual dataset: one SELECT on these tables. null: on any tables except system tables. */
  query(connection: ConnectionSpec, sql: string, tables: readonly string[] | null): Promise<QueryVerdict>
  /**
   * Checks SQL that must be one complete condition, such as a row rule: no part of it may end up outside of the
   * parentheses that are added. Unlike an expression, it may contain subqueries; `tables` is as for `query`.
   */
  condition(connection: ConnectionSpec, text: string, tables: readonly string[] | null): Promise<SqlVerdict>
  /**
   * Applies row rules to tables wherever the query reads them, except for names defined by WITH: each becomes `(SELECT
   * * FROM t WHERE (…) AND (…)) AS t`. `rulesFor` returns the conditions of a table as the query names it; missing
   * parts (schema, catalog) are null and may mean any. The promise is rejected if this is not possible with certainty.
   */
  applyRules(
    connection: ConnectionSpec,
    sql: string,
    rulesFor: (table: TableName) => readonly string[],
  ): Promise<RuledQuery>
}

const ALLOWED: SqlVerdict = { ok: true }
const verdict = (message: string | null): SqlVerdict => (message === null ? ALLOWED : { ok: false, message })
const refused = (message: string): { ok: false; message: string } => ({ ok: false, message })

/** Whether SQL is checked with the parser of the embedded engine. */
const isEmbedded = (connection: ConnectionSpec) => gateOf(connection.dialect) === 'engine'

/** The fence for tables with rules: user SQL surrounds each of them. */
const fenceOf = ({ dialect }: ConnectionSpec) => dialectOf(dialect).fence ?? ''

const lengthFault = (text: string) =>
  text.length > EXPRESSION_LENGTH ? `Custom SQL fields cannot be longer than ${EXPRESSION_LENGTH}` : null

export interface GateDependencies extends Pick<EnginePool, 'judge'> {
  /** The parser for databases other than the embedded one; default: the shared one. */
  reader?: SqlReader
}

/**
 * Caches verdicts by text. A check that failed (a child that died) is not cached, because it is not a verdict on the
 * text.
 */
function createMemory(): <T extends object>(key: string, decide: () => Promise<T>) => Promise<T> {
  const verdicts = new LRUCache<string, Promise<object>>({
    max: REMEMBERED_VERDICTS,
    maxSize: REMEMBERED_CHARACTERS,
    sizeCalculation: (_, key) => key.length,
  })
  return <T extends object>(key: string, decide: () => Promise<T>): Promise<T> => {
    const known = verdicts.get(key)
    if (known) return known as Promise<T>
    const decision = decide()
    verdicts.set(key, decision)
    decision.catch(() => verdicts.delete(key))
    return decision
  }
}

async function judgeExpression(
  judge: SqlJudge,
  connection: ConnectionSpec,
  text: string,
  isAdhocColumn: boolean,
): Promise<SqlVerdict> {
  const fault = lengthFault(text) ?? clauseFault(text) ?? commentFault(text)
  if (fault) return verdict(fault)
  if (isBlank(text)) return verdict('Custom SQL fields cannot be empty')
  if (text.includes('\0')) return verdict('Custom SQL fields cannot contain NUL characters')
  if (isAdhocColumn && readsFromSomewhere(text)) return verdict('Custom SQL fields cannot contain sub-queries.')
  return verdict(await judge.expression(connection, text))
}

async function judgeCondition(
  judge: SqlJudge,
  connection: ConnectionSpec,
  text: string,
  allowed: readonly string[] | null,
): Promise<SqlVerdict> {
  if ((await judgeExpression(judge, connection, text, false)).ok) return ALLOWED
  const fault = lengthFault(text) ?? clauseFault(text) ?? commentFault(text)
  if (fault) return refused(fault)
  if (isBlank(text) || text.includes('\0')) return refused('A condition cannot be empty or contain NUL characters')
  const { complaint, tables } = await judge.condition(connection, text)
  const foreign = tables.find((table) => !isReadable(connection, table, allowed))
  return verdict(complaint ?? (foreign ? unreadable(foreign) : null))
}

async function judgeQuery(
  judge: SqlJudge,
  connection: ConnectionSpec,
  sql: string,
  allowed: readonly string[] | null,
): Promise<QueryVerdict> {
  if (!sql.trim()) return refused('Virtual dataset query cannot be empty')
  if (sql.includes('\0')) return refused('Virtual dataset query cannot contain NUL characters')
  if (sql.length > QUERY_LENGTH) return refused(`Virtual dataset query cannot be longer than ${QUERY_LENGTH}`)
  const tooMany = commentFault(sql)
  if (tooMany) return refused(tooMany)
  const { complaint, tables } = await judge.query(connection, sql)
  if (complaint) {
    return refused(complaint === SEVERAL ? 'Virtual dataset query cannot consist of multiple statements' : complaint)
  }
  const foreign = tables.find((table) => !isReadable(connection, table, allowed))
  return foreign ? refused(unreadable(foreign)) : { ok: true, tables }
}

async function judgeStatement(
  judge: SqlJudge,
  connection: ConnectionSpec,
  sql: string,
  { kinds, tables }: StatementOptions,
): Promise<StatementVerdict> {
  if (sql.length > QUERY_LENGTH) return refused(`The SQL cannot be longer than ${QUERY_LENGTH} characters`)
  const tooMany = commentFault(sql)
  if (tooMany) return refused(tooMany)
  const judged = await judge.statement(connection, sql)
  if (!judged.ok) return judged
  if (!kinds.includes(judged.kind)) return refused(`Statements of this kind are not allowed: ${judged.kind}`)
  const foreign = judged.tables.find((table) => !isReadable(connection, table, tables))
  return foreign ? refused(unreadable(foreign)) : judged
}

/**
 * The gate that all user-written SQL passes before it becomes part of a query. It decides based on a real parse, in a
 * separate process: with the engine's own parser for the embedded engine, else with a parser for many grammars.
 * Verdicts are cached by text. Engine errors (a child that dies) are passed on as rejections.
 */
export function createGate(pool: GateDependencies): Gate {
  const embedded = createReaderJudge(() => ({ ask: (request) => pool.judge(request) }))
  const others = createReaderJudge(() => pool.reader ?? sharedSqlReader())
  const judgeOf = (connection: ConnectionSpec) => (isEmbedded(connection) ? embedded : others)
  const remembered = createMemory()

  return {
    statement: (connection, sql, options) => judgeStatement(judgeOf(connection), connection, sql, options),
    expression(connection, text, isAdhocColumn) {
      const key = `${connection.dialect} ${isAdhocColumn} ${text}`
      return remembered(key, () => judgeExpression(judgeOf(connection), connection, text, isAdhocColumn))
    },
    condition(connection, text, tables) {
      const key = `condition ${connection.databaseId} ${connection.dataVersion} ${tables === null} ${text}`
      return remembered(key, () => judgeCondition(judgeOf(connection), connection, text, tables))
    },
    query(connection, sql, tables) {
      const key = `${connection.databaseId} ${connection.dataVersion} ${tables === null} ${sql}`
      return remembered(key, () => judgeQuery(judgeOf(connection), connection, sql, tables))
    },
    async applyRules(connection, sql, rulesFor) {
      const judge = judgeOf(connection)
      const { dialect, databaseId } = connection
      const { complaint, tables } = await remembered(`tables ${dialect} ${sql}`, () => judge.query(connection, sql))
      if (complaint) return refused(complaint)
      const conditions = tables.map(rulesFor)
      if (!conditions.some(({ length }) => length)) return { ok: true, sql, tables }
      if (conditions.flat().some((text) => isBlank(text) || clauseFault(text))) return refused(NOT_APPLICABLE)
      const key = `rules ${dialect} ${databaseId} ${JSON.stringify(conditions)} ${sql}`
      const rewritten = await remembered(key, () => judge.rewrite(connection, sql, conditions, fenceOf(connection)))
      return rewritten.ok ? { ...rewritten, tables } : rewritten
    },
  }
}

/**
 * The gate for the queries of one request, which rejects the first text that exceeds the limit of one request, because
 * all users share the parsers.
 */
export function gateForRequest(gate: Gate, refusal: (message: string) => Error, most = REQUEST_LENGTH): Gate {
  const seen = new Set<string>()
  let length = 0
  const counted =
    <Rest extends unknown[], Verdict>(
      judge: (connection: ConnectionSpec, text: string, ...rest: Rest) => Promise<Verdict>,
    ) =>
    async (connection: ConnectionSpec, text: string, ...rest: Rest): Promise<Verdict> => {
      if (!seen.has(text)) {
        seen.add(text)
        length += text.length
        if (length > most) throw refusal(`The SQL of one request cannot be longer than ${most} characters`)
      }
      return judge(connection, text, ...rest)
    }
  return {
    statement: counted(gate.statement),
    expression: counted(gate.expression),
    query: counted(gate.query),
    condition: counted(gate.condition),
    applyRules: counted(gate.applyRules),
  }
}

const unreadable = ({ name }: TableName) => `Table "${name}" does not exist or may not be read`

/**
 * Whether a query may read a table. The engine's system tables are in the same schema as the embedded tables, so
 * embedded tables are readable only if a list of allowed tables names them. Lists contain names without a schema, also
 * for other databases.
 */
function isReadable(
  connection: ConnectionSpec,
  { catalog, schema, name }: TableName,
  allowed: readonly string[] | null,
): boolean {
  if (allowed === null) return !isEmbedded(connection)
  if (catalog === null && schema?.toLowerCase() === 'scratch') {
    const own = ('scratch' in connection ? connection.scratch : undefined) as Record<string, string> | undefined
    return own !== undefined && Object.hasOwn(own, name.toLowerCase())
  }
  const isPlain = catalog === null && (schema === null || schema.toLowerCase() === 'main')
  return isPlain && allowed.some((known) => known.toLowerCase() === name.toLowerCase())
}
