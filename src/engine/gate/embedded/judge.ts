import type { ConnectionSpec, EnginePool } from '../../contracts.ts'
import { conditionProbe } from '../sql/judge.ts'
import { type Conditions, NOT_APPLICABLE } from '../sql/protocol.ts'
import { openingOf, shownTable } from '../sql/statement.ts'
import type { Judgement, SqlJudge } from '../sqlJudge.ts'
import { EMBEDDED_LEXIS, isSameButFor, spliceConditions } from './rules.ts'
import { conditionComplaint, expressionComplaint, judgeTree, type QueryFindings } from './tree.ts'

const refused = (message: string): { ok: false; message: string } => ({ ok: false, message })

/** Judges the SQL of the embedded engine by the tree that the engine itself parses. */
export function createEmbeddedJudge(pool: Pick<EnginePool, 'parse'>): SqlJudge {
  /** The checked tree of a query. */
  async function judgedTree(
    connection: ConnectionSpec,
    sql: string,
  ): Promise<{ tree: unknown; found: QueryFindings } | { error: string }> {
    const parsed = await pool.parse(connection, sql)
    if ('tree' in parsed) return { tree: parsed.tree, found: judgeTree(parsed.tree) }
    const isOtherKind = parsed.error.includes('Only SELECT statements')
    return { error: isOtherKind ? 'Virtual dataset query must be read-only' : parsed.error }
  }

  async function query(connection: ConnectionSpec, sql: string): Promise<Judgement> {
    const judged = await judgedTree(connection, sql)
    if ('error' in judged) return { complaint: judged.error, tables: [] }
    const tables = judged.found.tables.map(({ catalog, schema, name }) => ({ catalog, schema, name }))
    return { complaint: judged.found.complaint, tables }
  }

  /** null if the conditions cannot be applied with certainty. */
  async function ruledSql(
    connection: ConnectionSpec,
    sql: string,
    conditions: Conditions,
    fence: string,
  ): Promise<string | null> {
    for (const condition of new Set(conditions.flat())) {
      const parsed = await pool.parse(connection, conditionProbe(condition))
      if ('error' in parsed || conditionComplaint(parsed.tree)) return null
    }
    const before = await judgedTree(connection, sql)
    if ('error' in before || before.found.complaint) return null
    const rewritten = spliceConditions(sql, before.found.tables, { conditions, fence })
    if (rewritten === null) return null
    const after = await judgedTree(connection, rewritten)
    return 'tree' in after && isSameButFor(before, after, conditions) ? rewritten : null
  }

  return {
    query,
    async expression(connection, text) {
      // once as it is and once in the parentheses that are added: neither may change its meaning
      for (const sql of [`SELECT ${text}\n`, `SELECT (${text}\n)`]) {
        const parsed = await pool.parse(connection, sql)
        if ('error' in parsed) return parsed.error
        const complaint = expressionComplaint(parsed.tree)
        if (complaint) return complaint
      }
      return null
    },
    async condition(connection, text) {
      const parsed = await pool.parse(connection, conditionProbe(text))
      if ('error' in parsed) return { complaint: parsed.error, tables: [] }
      return { complaint: conditionComplaint(parsed.tree), tables: judgeTree(parsed.tree).tables }
    },
    async statement(connection, text) {
      const opening = openingOf(text, EMBEDDED_LEXIS)
      if (!opening.ok) return opening
      const { kind, sql, inner, tokens } = opening
      if (kind === 'change') return refused('The embedded database is read-only')
      if (kind === 'show') {
        const shown = shownTable(tokens)
        if ('complaint' in shown) return refused(shown.complaint)
        return { ok: true, kind, sql, tables: shown.table ? [shown.table] : [] }
      }
      const { complaint, tables } = await query(connection, inner)
      return complaint ? refused(complaint) : { ok: true, kind: kind === 'explain' ? kind : 'select', sql, tables }
    },
    async rewrite(connection, sql, conditions, fence) {
      const rewritten = await ruledSql(connection, sql, conditions, fence)
      return rewritten === null ? refused(NOT_APPLICABLE) : { ok: true, sql: rewritten }
    },
  }
}
