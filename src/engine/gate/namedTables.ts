import { type Lexis, lex, type Token } from './sql/lexis.ts'
import { STANDARD_LEXIS } from './sql/profile.ts'

/** Characters and quotes of all databases: the text is only shown, so nothing needs to be refused. */
const ANY_LEXIS: Lexis = { ...STANDARD_LEXIS, nameQuotes: '"`', symbols: '{}:$@#?\\' }

/** A table as a text names it. */
export interface NamedTable {
  catalog: string | null
  schema: string | null
  table: string
}

const isWord = (token: Token | undefined, ...words: string[]) =>
  token?.kind === 'word' && words.includes(token.text.toLowerCase())
const isSymbol = (token: Token | undefined, text: string) => token?.kind === 'symbol' && token.text === text
const isName = (token: Token | undefined): token is Token => token?.kind === 'word' || token?.kind === 'name'

/** Words that may follow FROM and are no table. */
const NO_TABLE = ['select', 'lateral', 'unnest', 'values', 'table', 'only']

/** Functions whose arguments contain FROM: EXTRACT(year FROM ds). */
const WITH_FROM = ['extract', 'substring', 'trim', 'overlay']

/** Whether a FROM is a part of a function call. */
function isInFunction(tokens: readonly Token[], at: number): boolean {
  let depth = 0
  for (let before = at - 1; before >= 0; before--) {
    if (isSymbol(tokens[before], ')')) depth += 1
    if (isSymbol(tokens[before], '(') && --depth < 0) return isWord(tokens[before - 1], ...WITH_FROM)
    if (depth === 0 && isWord(tokens[before], 'select', 'from')) return false
  }
  return false
}

/**
 * The tables behind FROM, JOIN, INTO and UPDATE in a text, without the names that its WITH defines. Read without a
 * parser, for lists that show them; what a statement may read is decided by the gate.
 */
export function namedTables(sql: string): NamedTable[] {
  const lexed = lex(sql, ANY_LEXIS)
  if (!lexed.ok) return []
  const { tokens } = lexed
  const found = new Map<string, NamedTable>()
  const defined = new Set<string>()
  tokens.forEach((token, at) => {
    // name AS (
    if (isName(token) && isWord(tokens[at + 1], 'as') && isSymbol(tokens[at + 2], '(')) defined.add(token.text)
    if (!isWord(token, 'from', 'join', 'into', 'update')) return
    if (isWord(tokens[at - 1], 'distinct') || isInFunction(tokens, at)) return
    for (let next = at + 1; ; next++) {
      const parts: string[] = []
      for (; isName(tokens[next]); next += 2) {
        parts.push((tokens[next] as Token).text)
        if (!isSymbol(tokens[next + 1], '.')) break
      }
      const isCall = isSymbol(tokens[next + 1], '(')
      const [table, schema = null, catalog = null] = parts.toReversed()
      if (table === undefined || isCall || NO_TABLE.includes(table.toLowerCase())) return
      found.set(JSON.stringify([catalog, schema, table]), { catalog, schema, table })
      // an alias, then perhaps a further table
      next += 1
      if (isWord(tokens[next], 'as')) next += 1
      if (isName(tokens[next]) && isSymbol(tokens[next + 1], ',')) next += 1
      if (!isSymbol(tokens[next], ',')) return
    }
  })
  return [...found.values()].filter(({ schema, table }) => schema !== null || !defined.has(table))
}
