import { conditionProbe } from '../sql/judge.ts'
import {
  type Conditions,
  type JudgeRequest,
  NOT_APPLICABLE,
  type ReaderAnswer,
  type ReaderAnswers,
  type StatementVerdict,
} from '../sql/protocol.ts'
import { openingOf, shownTable } from '../sql/statement.ts'
import { EMBEDDED_LEXIS, isSameButFor, spliceConditions } from './rules.ts'
import { conditionComplaint, expressionComplaint, judgeTree, type QueryFindings } from './tree.ts'

type Parse = (sql: string) => Promise<{ tree: unknown } | { error: string }>

const refused = (message: string): { ok: false; message: string } => ({ ok: false, message })

/** Judges the SQL of the embedded engine by the tree that the engine itself parses. Runs in the child that parses. */
export function createEmbeddedJudge(parse: Parse): (request: JudgeRequest) => Promise<ReaderAnswer> {
  /** The checked tree of a query. */
  async function judgedTree(sql: string): Promise<{ tree: unknown; found: QueryFindings } | { error: string }> {
    const parsed = await parse(sql)
    if ('tree' in parsed) return { tree: parsed.tree, found: judgeTree(parsed.tree) }
    const isOtherKind = parsed.error.includes('Only SELECT statements')
    return { error: isOtherKind ? 'Virtual dataset query must be read-only' : parsed.error }
  }

  async function query(sql: string): Promise<ReaderAnswers['query']> {
    const judged = await judgedTree(sql)
    if ('error' in judged) return { complaint: judged.error, tables: [] }
    const tables = judged.found.tables.map(({ catalog, schema, name }) => ({ catalog, schema, name }))
    return { complaint: judged.found.complaint, tables }
  }

  async function expression(text: string): Promise<string | null> {
    // as written, and in the parentheses that are added later: these may not change the meaning
    for (const sql of [`SELECT ${text}\n`, `SELECT (${text}\n)`]) {
      const parsed = await parse(sql)
      if ('error' in parsed) return parsed.error
      const complaint = expressionComplaint(parsed.tree)
      if (complaint) return complaint
    }
    return null
  }

  async function condition(text: string): Promise<ReaderAnswers['condition']> {
    const parsed = await parse(conditionProbe(text))
    if ('error' in parsed) return { complaint: parsed.error, tables: [] }
    const { tables } = judgeTree(parsed.tree)
    return {
      complaint: conditionComplaint(parsed.tree),
      tables: tables.map(({ catalog, schema, name }) => ({ catalog, schema, name })),
    }
  }

  async function statement(text: string): Promise<StatementVerdict> {
    const opening = openingOf(text, EMBEDDED_LEXIS)
    if (!opening.ok) return opening
    const { kind, sql, inner, tokens } = opening
    if (kind === 'change') return refused('The embedded database is read-only')
    if (kind === 'show') {
      const shown = shownTable(tokens)
      if ('complaint' in shown) return refused(shown.complaint)
      return { ok: true, kind, sql, tables: shown.table ? [shown.table] : [] }
    }
    const { complaint, tables } = await query(inner)
    return complaint ? refused(complaint) : { ok: true, kind: kind === 'explain' ? kind : 'select', sql, tables }
  }

  /** The query with the conditions applied to its tables; null if this is not possible with certainty. */
  async function ruledSql(sql: string, conditions: Conditions, fence: string): Promise<string | null> {
    for (const text of new Set(conditions.flat())) {
      const parsed = await parse(conditionProbe(text))
      if ('error' in parsed || conditionComplaint(parsed.tree)) return null
    }
    const before = await judgedTree(sql)
    if ('error' in before || before.found.complaint) return null
    const rewritten = spliceConditions(sql, before.found.tables, { conditions, fence })
    if (rewritten === null) return null
    const after = await judgedTree(rewritten)
    return 'tree' in after && isSameButFor(before, after, conditions) ? rewritten : null
  }

  return async (request) => {
    switch (request.kind) {
      case 'expression':
        return { complaint: await expression(request.text) }
      case 'condition':
        return condition(request.text)
      case 'query':
        return query(request.sql)
      case 'statement':
        return statement(request.sql)
      case 'rewrite': {
        const rewritten = await ruledSql(request.sql, request.conditions, request.fence)
        return rewritten === null ? refused(NOT_APPLICABLE) : { ok: true, sql: rewritten }
      }
    }
  }
}
