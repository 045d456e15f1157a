import { firstTokens, type Lexis, type Token } from './sql/lexis.ts'
import { STANDARD_LEXIS } from './sql/profile.ts'

/** Accepts characters and quotes of all databases: the tables are only displayed, so no text needs to be rejected. */
const ANY_LEXIS: Lexis = { ...STANDARD_LEXIS, nameQuotes: '"`', symbols: '{}:$@#?\\' }

/** A table as SQL names it. */
export interface NamedTable {
  catalog: string | null
  schema: string | null
  table: string
}

const isWord = (token: Token | undefined, ...words: string[]) =>
  token?.kind === 'word' && words.includes(token.text.toLowerCase())
const isSymbol = (token: Token | undefined, text: string) => token?.kind === 'symbol' && token.text === text
const isName = (token: Token | undefined): token is Token => token?.kind === 'word' || token?.kind === 'name'

/** Words that may follow FROM and are not tables. */
const NO_TABLE = ['select', 'lateral', 'unnest', 'values', 'table', 'only']

/** Functions whose arguments contain FROM: EXTRACT(year FROM ds). */
const WITH_FROM = ['extract', 'substring', 'trim', 'overlay']

/** Words that begin a list of tables. */
const BEFORE_TABLES = ['from', 'join', 'into', 'update']

/** Number of characters of each SQL text that are read, because lists show many texts at once. */
const READ_LENGTH = 10_000

/** The positions of each FROM that is a part of a function call. One pass, however the parentheses are nested. */
function fromsOfFunctions(tokens: readonly Token[]): Set<number> {
  const found = new Set<number>()
  /** For each open parenthesis: whether it is that of a function call whose FROM has not been read yet. */
  const open: boolean[] = []
  tokens.forEach((token, at) => {
    if (isSymbol(token, '(')) open.push(isWord(tokens[at - 1], ...WITH_FROM))
    else if (isSymbol(token, ')')) open.pop()
    else if (isWord(token, 'select', 'from') && open.length > 0) {
      if (open.at(-1) && isWord(token, 'from')) found.add(at)
      open[open.length - 1] = false
    }
  })
  return found
}

/**
 * The tables after FROM, JOIN, INTO and UPDATE in SQL, without the names that its WITH defines. Read without a parser,
 * for lists that show them; what a statement may read is decided by the gate.
 */
export function namedTables(sql: string): NamedTable[] {
  const tokens = firstTokens(sql.slice(0, READ_LENGTH), ANY_LEXIS, READ_LENGTH)
  const ofFunctions = fromsOfFunctions(tokens)
  const found = new Map<string, NamedTable>()
  const defined = new Set<string>()
  tokens.forEach((token, at) => {
    // a name that WITH defines: `name AS (`
    if (isName(token) && isWord(tokens[at + 1], 'as') && isSymbol(tokens[at + 2], '(')) defined.add(token.text)
    if (!isWord(token, ...BEFORE_TABLES)) return
    if (isWord(tokens[at - 1], 'distinct') || ofFunctions.has(at)) return
    for (let next = at + 1; ; next++) {
      // the next list of tables starts with its own keyword
      if (isWord(tokens[next], ...BEFORE_TABLES)) return
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
