import { foldedName } from './foldedName.ts'
import { isSystemTable, judgeChange, judgeQuery, type Parse, SEVERAL } from './judge.ts'
import { type Lexis, lex, type Token } from './lexis.ts'
import type { GateProfile } from './profile.ts'
import type { StatementKind, StatementVerdict, TableName } from './protocol.ts'

const refuse = (message: string): StatementVerdict => ({ ok: false, message })

export type Opening =
  | { ok: true; kind: 'query' | 'explain' | 'show' | 'change'; sql: string; inner: string; tokens: Token[] }
  | { ok: false; message: string }

const EXPLAIN_WORDS = new Set(['analyze', 'verbose', 'query', 'plan', 'extended', 'distributed', 'logical'])
const CHANGE_WORDS = new Set(['insert', 'update', 'delete'])
const SHOW_WORDS = new Set(['show', 'describe', 'desc'])

/** The first keyword of a statement, which determines the rules for the rest. */
export function openingOf(text: string, lexis: Lexis): Opening {
  const lexed = lex(text, lexis)
  if (!lexed.ok) return lexed
  const tokens = [...lexed.tokens]
  const isEnd = (token: Token | undefined) => token?.kind === 'symbol' && token.text === ';'
  while (isEnd(tokens.at(-1))) tokens.pop()
  if (tokens.some(isEnd)) return { ok: false, message: SEVERAL }
  const last = tokens.at(-1)
  if (!last) return { ok: false, message: 'The SQL statement is empty' }
  const sql = text.slice(0, last.end)
  const word = wordAt(tokens, 0)
  if (SHOW_WORDS.has(word)) return { ok: true, kind: 'show', sql, inner: sql, tokens }
  if (CHANGE_WORDS.has(word)) return { ok: true, kind: 'change', sql, inner: sql, tokens }
  if (word !== 'explain') return { ok: true, kind: 'query', sql, inner: sql, tokens }
  let at = 1
  while (EXPLAIN_WORDS.has(wordAt(tokens, at))) at += 1
  return { ok: true, kind: 'explain', sql, inner: sql.slice(tokens[at]?.start ?? sql.length), tokens }
}

const wordAt = (tokens: readonly Token[], at: number): string => {
  const token = tokens[at]
  return token?.kind === 'word' ? token.text.toLowerCase() : ''
}

/** What SHOW may show. Privileges, sessions, settings and queries of other users are excluded. */
const SHOWN = new Set(
  'tables views schemas databases catalogs columns fields index indexes indices keys create functions partitions'.split(
    ' ',
  ),
)
const SHOW_GRAMMAR = new Set(['full', 'extended', 'table', 'view', 'from', 'in', 'like', 'all'])

/** The table or schema of SHOW or DESCRIBE, or an error. */
export function shownTable(tokens: readonly Token[]): { table: TableName | null } | { complaint: string } {
  const complaint = 'This kind of statement is not allowed'
  const isShow = wordAt(tokens, 0) === 'show'
  const names: string[] = []
  let isShown = !isShow
  for (const [index, token] of tokens.entries()) {
    if (index === 0 || token.kind === 'text') continue
    const word = wordAt(tokens, index)
    if (token.kind === 'symbol') {
      if (token.text !== '.') return { complaint }
    } else if (token.kind === 'number') return { complaint }
    else if (isShow && !isShown && !SHOW_GRAMMAR.has(word)) {
      if (!SHOWN.has(word)) return { complaint }
      isShown = true
    } else if (token.kind === 'name' || !SHOW_GRAMMAR.has(word)) names.push(token.text)
  }
  if (!isShown || names.length > 3) return { complaint }
  const [name, schema, catalog] = names.toReversed()
  return { table: name === undefined ? null : { name, schema: schema ?? null, catalog: catalog ?? null } }
}

/** Checks one statement of any kind; the caller decides which kinds may run. */
export function judgeStatement(text: string, profile: GateProfile, parse: Parse): StatementVerdict {
  const opening = openingOf(text, profile.lexis)
  if (!opening.ok) return opening
  const { kind, sql, inner, tokens } = opening
  if (kind === 'show') {
    const shown = shownTable(tokens)
    if ('complaint' in shown) return refuse(shown.complaint)
    const tables = shown.table ? [shown.table] : []
    if (tables.some((table) => isSystemTable(table, profile) || profile.systemSchemas.has(foldedName(table.name)))) {
      return refuse('System tables cannot be shown')
    }
    return { ok: true, kind, sql, tables }
  }
  if (kind === 'change') {
    const { complaint, tables, kind: change } = judgeChange(inner, profile, parse)
    return complaint ? refuse(complaint) : { ok: true, kind: change as StatementKind, sql, tables: tables.map(nameOf) }
  }
  const { complaint, tables } = judgeQuery(inner, profile, parse)
  if (complaint) return refuse(complaint === READ_ONLY ? 'This kind of statement is not allowed' : complaint)
  return { ok: true, kind: kind === 'explain' ? 'explain' : 'select', sql, tables: tables.map(nameOf) }
}

const READ_ONLY = 'Virtual dataset query must be read-only'
const nameOf = ({ catalog, schema, name }: TableName): TableName => ({ catalog, schema, name })
