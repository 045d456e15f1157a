import { syntaxFault } from './fault.ts'

export type TokenKind = 'data' | 'printBegin' | 'printEnd' | 'blockBegin' | 'blockEnd' | 'name' | 'string' | 'integer'
export interface Token {
  kind: TokenKind | 'float' | 'operator' | 'end'
  text: string
}

const NAMES: Partial<Record<Token['kind'], string>> = {
  printBegin: 'begin of print statement',
  printEnd: 'end of print statement',
  blockBegin: 'begin of statement block',
  blockEnd: 'end of statement block',
  data: 'template data / text',
  end: 'end of template',
}

/** The name of a token in error messages. */
export const tokenName = ({ kind, text }: Token): string => NAMES[kind] ?? text

const OPERATOR = /\/\/|\*\*|==|!=|>=|<=|[+\-*/%~[\](){}=><.:|,;]/y
const FLOAT = /(?:\d+_)*\d+(?:(?:\.(?:\d+_)*\d+)?[eE][+-]?(?:\d+_)*\d+|\.(?:\d+_)*\d+)/y
const INTEGER = /0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|0[xX](?:_?[\da-fA-F])+|[1-9](?:_?\d)*|0(?:_?0)*/y
const NAME = /[\p{L}_][\p{L}\p{N}_]*/uy
const STRING = /'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"/y
const SPACE = /\s+/y
const RAW = /^\{%([-+]?)\s*raw\s*(-?)%\}/
const END_RAW = /\{%([-+]?)\s*endraw\s*([-+]?)%\}/g
const CLOSERS: Record<string, string> = { '(': ')', '[': ']', '{': '}' }

function match(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0]
}

/** Splits a template into tokens and applies white space control. @throws TemplateFault */
export function tokenise(template: string): Token[] {
  // as in Jinja: line ends are one character, and a final one is dropped
  const source = template.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '')
  const tokens: Token[] = []
  let at = 0
  let trimNext = false
  const data = (text: string, trimEnd: boolean) => {
    let kept = trimNext ? text.trimStart() : text
    if (trimEnd) kept = kept.trimEnd()
    trimNext = false
    if (kept) tokens.push({ kind: 'data', text: kept })
  }
  while (at < source.length) {
    const open = nextOpening(source, at)
    const sign = source[open + 2]
    data(source.slice(at, open), sign === '-')
    if (open === source.length) break
    const rest = RAW.exec(source.slice(open, open + 200))
    if (rest) {
      END_RAW.lastIndex = open + rest[0].length
      const end = END_RAW.exec(source)
      if (!end) throw syntaxFault('Missing end of raw directive')
      trimNext = rest[2] === '-'
      data(source.slice(open + rest[0].length, end.index), end[1] === '-')
      trimNext = end[2] === '-'
      at = END_RAW.lastIndex
    } else if (source[open + 1] === '#') {
      const end = source.indexOf('#}', open + 2)
      if (end < 0) throw syntaxFault('Missing end of comment tag')
      trimNext = source[end - 1] === '-'
      at = end + 2
    } else {
      const isPrint = source[open + 1] === '{'
      tokens.push({ kind: isPrint ? 'printBegin' : 'blockBegin', text: source.slice(open, open + 2) })
      const inside = tokeniseInside(source, open + (sign === '-' || sign === '+' ? 3 : 2), isPrint, tokens)
      trimNext = inside.trim
      at = inside.at
    }
  }
  tokens.push({ kind: 'end', text: '' })
  return tokens
}

function nextOpening(source: string, from: number): number {
  for (let at = source.indexOf('{', from); at >= 0; at = source.indexOf('{', at + 1)) {
    const next = source[at + 1]
    if (next === '{' || next === '%' || next === '#') return at
  }
  return source.length
}

function tokeniseInside(
  source: string,
  from: number,
  isPrint: boolean,
  tokens: Token[],
): { at: number; trim: boolean } {
  const close = isPrint ? '}}' : '%}'
  const open: string[] = []
  let at = from
  while (at < source.length) {
    at += match(SPACE, source, at)?.length ?? 0
    if (open.length === 0) {
      const sign = source[at] === '-' || source[at] === '+' ? 1 : 0
      if (source.startsWith(close, at + sign)) {
        tokens.push({ kind: isPrint ? 'printEnd' : 'blockEnd', text: close })
        return { at: at + sign + 2, trim: source[at] === '-' }
      }
    }
    if (at >= source.length) break
    const token = tokenAt(source, at)
    if (!token) throw syntaxFault(`unexpected char ${JSON.stringify(source[at]).replaceAll('"', "'")} at ${at}`)
    if (token.kind === 'operator') balance(token.text, open)
    at += token.text.length
    tokens.push(token.kind === 'string' ? { kind: 'string', text: unescape(token.text.slice(1, -1)) } : token)
  }
  return { at, trim: false }
}

function tokenAt(source: string, at: number): Token | undefined {
  const float = match(FLOAT, source, at)
  if (float) return { kind: 'float', text: float }
  const integer = match(INTEGER, source, at)
  if (integer) return { kind: 'integer', text: integer }
  const name = match(NAME, source, at)
  if (name) return { kind: 'name', text: name }
  const string = match(STRING, source, at)
  if (string) return { kind: 'string', text: string }
  const operator = match(OPERATOR, source, at)
  return operator ? { kind: 'operator', text: operator } : undefined
}

function balance(operator: string, open: string[]): void {
  if (operator in CLOSERS) open.push(CLOSERS[operator] as string)
  else if (operator === ')' || operator === ']' || operator === '}') {
    const expected = open.pop()
    if (!expected) throw syntaxFault(`unexpected '${operator}'`)
    if (expected !== operator) throw syntaxFault(`unexpected '${operator}', expected '${expected}'`)
  }
}

const ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
}

const unescape = (text: string): string =>
  text.replaceAll(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{1,3})|([^]))/g,
    (all, two?: string, four?: string, eight?: string, octal?: string, one?: string) => {
      const hex = two ?? four ?? eight
      if (hex) return codePoint(Number.parseInt(hex, 16))
      if (octal) return codePoint(Number.parseInt(octal, 8))
      return ESCAPES[one ?? ''] ?? all
    },
  )

function codePoint(code: number): string {
  if (code > 0x10ffff) throw syntaxFault('illegal Unicode character')
  return String.fromCodePoint(code)
}
