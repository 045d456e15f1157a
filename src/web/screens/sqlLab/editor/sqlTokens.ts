/** A token of an SQL text. Words keep their spelling; quoted names have no quotes. */
export interface SqlToken {
  kind: 'word' | 'name' | 'text' | 'comment' | 'sign'
  value: string
  from: number
  to: number
}

const shapes: [SqlToken['kind'], RegExp][] = [
  ['comment', /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y],
  // templates are evaluated by the server, regardless of their content
  ['text', /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|\{#[\s\S]*?#\}/y],
  ['text', /\$([A-Za-z_]\w*)?\$[\s\S]*?(?:\$\1\$|$)/y],
  ['text', /'(?:[^']|'')*(?:'|$)/y],
  ['name', /"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[\p{L}_][^\]\n]*\]/uy],
  ['word', /[\p{L}_][\p{L}\p{N}_$]*|\d[\w.]*/uy],
  ['sign', /[^\s]/uy],
]

/** The tokens of an SQL text in any of the dialects; whitespace is omitted. */
export function sqlTokens(sql: string): SqlToken[] {
  const tokens: SqlToken[] = []
  const blank = /\s+/y
  let at = 0
  while (at < sql.length) {
    blank.lastIndex = at
    const space = blank.exec(sql)
    if (space) {
      at += space[0].length
      continue
    }
    const found = match(sql, at)
    tokens.push(found)
    at = found.to
  }
  return tokens
}

function match(sql: string, at: number): SqlToken {
  for (const [kind, shape] of shapes) {
    shape.lastIndex = at
    const found = shape.exec(sql)?.[0]
    if (found) return { kind, value: kind === 'name' ? unquoted(found) : found, from: at, to: at + found.length }
  }
  return { kind: 'sign', value: sql.charAt(at), from: at, to: at + 1 }
}

function unquoted(name: string): string {
  const quote = name.charAt(0)
  const inner = name.slice(1, name.length > 1 && /["`\]]$/.test(name) ? -1 : undefined)
  return quote === '[' ? inner : inner.replaceAll(quote + quote, quote)
}
