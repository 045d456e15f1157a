import { type SqlToken, sqlTokens } from './sqlTokens.ts'

/** A table or common table expression that a query reads, with the name that qualifies its columns. */
export interface NamedSource {
  /** its alias, or otherwise its name */
  alias: string
  schema: string | undefined
  table: string
  /** columns of a common table expression or a subquery */
  columns: string[] | undefined
}

/** Words that end the list of tables, and are therefore not aliases. */
const endsSource = new Set(
  'where group order having limit offset union intersect except on using join inner left right full cross natural lateral window qualify fetch for set values select and or as tablesample returning'.split(
    ' ',
  ),
)

/**
 * The tables, aliases and common table expressions in an SQL text, which may be incomplete. Only the tokens are
 * analyzed, because an incomplete text cannot be parsed with a grammar.
 */
export function textNames(sql: string): NamedSource[] {
  const tokens = sqlTokens(sql).filter(({ kind }) => kind !== 'comment')
  const expressions = commonTables(tokens)
  const sources = readTables(tokens).map((source) => ({
    ...source,
    columns: source.columns ?? expressions.find(({ table }) => same(table, source.table))?.columns,
  }))
  const named = [...expressions, ...sources]
  const seen = new Set<string>()
  return named.filter(({ alias, table, schema }) => {
    const key = `${alias}\n${schema ?? ''}\n${table}`.toLowerCase()
    return !seen.has(key) && seen.add(key)
  })
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const isWord = (token: SqlToken | undefined, ...words: string[]) =>
  token?.kind === 'word' && words.includes(token.value.toLowerCase())
const isSign = (token: SqlToken | undefined, sign: string) => token?.kind === 'sign' && token.value === sign
const isName = (token: SqlToken | undefined): token is SqlToken =>
  token !== undefined &&
  (token.kind === 'name' || (token.kind === 'word' && !endsSource.has(token.value.toLowerCase())))

/** `WITH a AS (…), b (x, y) AS (…)` */
function commonTables(tokens: readonly SqlToken[]): NamedSource[] {
  const found: NamedSource[] = []
  for (const [at, token] of tokens.entries()) {
    if (!isWord(token, 'as') || !isSign(tokens[at + 1], '(')) continue
    let name = tokens[at - 1]
    let listed: string[] | undefined
    if (isSign(name, ')')) {
      const open = openingOf(tokens, at - 1)
      listed = namesIn(tokens.slice(open + 1, at - 1))
      name = tokens[open - 1]
    }
    if (!isName(name)) continue
    const body = tokens.slice(at + 2, closingOf(tokens, at + 1))
    if (!body.some((each) => isWord(each, 'select', 'values', 'table'))) continue
    found.push({ alias: name.value, schema: undefined, table: name.value, columns: listed ?? selectedNames(body) })
  }
  return found
}

/** The tables after FROM and JOIN, with their aliases. */
function readTables(tokens: readonly SqlToken[]): NamedSource[] {
  const found: NamedSource[] = []
  for (const [at, token] of tokens.entries()) {
    if (!isWord(token, 'from', 'join', 'update', 'into')) continue
    let next = at + 1
    for (;;) {
      const [source, after] = readSource(tokens, next)
      if (source) found.push(source)
      if (!isSign(tokens[after], ',') || !isWord(token, 'from')) break
      next = after + 1
    }
  }
  return found
}

/** One table or subquery with its alias, and the index of the next token. */
function readSource(tokens: readonly SqlToken[], start: number): [NamedSource | undefined, number] {
  let at = start
  while (isWord(tokens[at], 'only', 'lateral')) at += 1
  if (isSign(tokens[at], '(')) {
    const close = closingOf(tokens, at)
    const [alias, after] = readAlias(tokens, close + 1)
    const columns = selectedNames(tokens.slice(at + 1, close))
    return [alias === undefined ? undefined : { alias, schema: undefined, table: alias, columns }, after]
  }
  const parts: string[] = []
  let part = tokens[at]
  while (isName(part)) {
    parts.push(part.value)
    at += 1
    if (!isSign(tokens[at], '.')) break
    at += 1
    part = tokens[at]
  }
  const table = parts.at(-1)
  if (table === undefined) return [undefined, at]
  const [alias, after] = readAlias(tokens, at)
  return [{ alias: alias ?? table, schema: parts.at(-2), table, columns: undefined }, after]
}

function readAlias(tokens: readonly SqlToken[], at: number): [string | undefined, number] {
  const start = isWord(tokens[at], 'as') ? at + 1 : at
  const token = tokens[start]
  return isName(token) ? [token.value, start + 1] : [undefined, at]
}

/** The names of the columns that a query returns: aliases, and plain columns. */
function selectedNames(body: readonly SqlToken[]): string[] {
  const start = body.findIndex((token) => isWord(token, 'select'))
  if (start < 0) return []
  const items: SqlToken[][] = [[]]
  let depth = 0
  for (const token of body.slice(start + 1)) {
    if (isSign(token, '(')) depth += 1
    if (isSign(token, ')')) depth -= 1
    if (depth === 0 && isWord(token, 'from')) break
    if (depth === 0 && isSign(token, ',')) items.push([])
    else items.at(-1)?.push(token)
  }
  return items.flatMap((item) => {
    const last = item.at(-1)
    return isName(last) && !/^\d/.test(last.value) ? [last.value] : []
  })
}

const namesIn = (tokens: readonly SqlToken[]) => tokens.filter(isName).map(({ value }) => value)

function closingOf(tokens: readonly SqlToken[], open: number): number {
  let depth = 0
  for (let at = open; at < tokens.length; at += 1) {
    if (isSign(tokens[at], '(')) depth += 1
    if (isSign(tokens[at], ')')) depth -= 1
    if (depth === 0) return at
  }
  return tokens.length
}

function openingOf(tokens: readonly SqlToken[], close: number): number {
  let depth = 0
  for (let at = close; at >= 0; at -= 1) {
    if (isSign(tokens[at], ')')) depth += 1
    if (isSign(tokens[at], '(')) depth -= 1
    if (depth === 0) return at
  }
  return -1
}
