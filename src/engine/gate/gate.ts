import { LRUCache } from 'lru-cache'
import type { ConnectionSpec, EnginePool, SqlVerdict } from '../contracts.ts'
import { clauseFault, isBlank, readsFromSomewhere } from './clause.ts'
import { expressionComplaint, queryComplaint } from './tree.ts'

/** How many texts of SQL are remembered; a dashboard has some dozens. */
const REMEMBERED_VERDICTS = 5_000
/** How many characters of SQL are remembered in all. */
const REMEMBERED_CHARACTERS = 8_000_000
/** Longest expression; what people write is some hundred characters. */
const EXPRESSION_LENGTH = 65_536

export interface Gate {
  /**
   * Judges a text that is to be one scalar expression. In an adhoc column the contract refuses FROM and JOIN altogether.
   */
  expression(connection: ConnectionSpec, text: string, isAdhocColumn: boolean): Promise<SqlVerdict>
  /** Judges the SQL of a virtual dataset: one SELECT over these tables. */
  query(connection: ConnectionSpec, sql: string, tables: readonly string[]): Promise<SqlVerdict>
}

const ALLOWED: SqlVerdict = { ok: true }
const verdict = (message: string | null): SqlVerdict => (message === null ? ALLOWED : { ok: false, message })

/**
 * The gate that every text of SQL written by a person passes before it becomes part of a query. It decides on the
 * engine's own parse; verdicts are remembered by text. Engine faults (a child that dies) pass through as rejections.
 */
export function createGate(pool: Pick<EnginePool, 'parse'>): Gate {
  const verdicts = new LRUCache<string, Promise<SqlVerdict>>({
    max: REMEMBERED_VERDICTS,
    maxSize: REMEMBERED_CHARACTERS,
    sizeCalculation: (_, key) => key.length,
  })
  const remembered = (key: string, decide: () => Promise<SqlVerdict>): Promise<SqlVerdict> => {
    const known = verdicts.get(key)
    if (known) return known
    const decision = decide()
    verdicts.set(key, decision)
    // a child that failed says nothing about the text
    decision.catch(() => verdicts.delete(key))
    return decision
  }

  async function judgeExpression(
    connection: ConnectionSpec,
    text: string,
    isAdhocColumn: boolean,
  ): Promise<SqlVerdict> {
    if (text.length > EXPRESSION_LENGTH) return verdict(`Custom SQL fields cannot be longer than ${EXPRESSION_LENGTH}`)
    const fault = clauseFault(text)
    if (fault) return verdict(fault)
    if (isBlank(text)) return verdict('Custom SQL fields cannot be empty')
    if (text.includes('\0')) return verdict('Custom SQL fields cannot contain NUL characters')
    if (isAdhocColumn && readsFromSomewhere(text)) return verdict('Custom SQL fields cannot contain sub-queries.')
    // once as it stands and once in the parentheses that it will get: neither may change what it is
    for (const sql of [`SELECT ${text}\n`, `SELECT (${text}\n)`]) {
      const parsed = await pool.parse(connection, sql)
      if ('error' in parsed) return verdict(parsed.error)
      const complaint = expressionComplaint(parsed.tree)
      if (complaint) return verdict(complaint)
    }
    return ALLOWED
  }

  async function judgeQuery(connection: ConnectionSpec, sql: string, tables: readonly string[]): Promise<SqlVerdict> {
    if (!sql.trim()) return verdict('Virtual dataset query cannot be empty')
    if (sql.includes('\0')) return verdict('Virtual dataset query cannot contain NUL characters')
    const parsed = await pool.parse(connection, sql)
    if ('error' in parsed) {
      const isOtherKind = parsed.error.includes('Only SELECT statements')
      return verdict(isOtherKind ? 'Virtual dataset query must be read-only' : parsed.error)
    }
    const complaint = queryComplaint(parsed.tree, new Set(tables))
    if (complaint === 'Clause contains multiple statements') {
      return verdict('Virtual dataset query cannot consist of multiple statements')
    }
    return verdict(complaint)
  }

  return {
    expression(connection, text, isAdhocColumn) {
      const key = `${connection.dialect} ${isAdhocColumn} ${text}`
      return remembered(key, () => judgeExpression(connection, text, isAdhocColumn))
    },
    query(connection, sql, tables) {
      const key = `${connection.databaseId} ${connection.dataVersion} ${sql}`
      return remembered(key, () => judgeQuery(connection, sql, tables))
    },
  }
}
