import { fail, ok, type Result } from '../../../model/basics/result.ts'

export type FormulaToken =
  | { kind: 'number'; text: string; value: number }
  /** in lower case */
  | { kind: 'name'; text: string }
  | { kind: 'operator'; text: string }

const number = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
const name = /[A-Za-z_][A-Za-z_0-9]*/y
const operator = /==|!=|<=|>=|[-+*/^%<>&|!(),=]/y
const space = /\s*/y

/** Operators that are words. */
const words = new Set(['and', 'or', 'xor', 'mod'])

/** Maximum number of characters of a formula. */
const mostLetters = 10_000

/** The tokens after the first `=`. `==`, `<=`, `>=` and `!=` are recognized first. */
export function readTokens(text: string): Result<FormulaToken[], string> {
  if (text.length > mostLetters) return fail('It is too long.')
  const tokens: FormulaToken[] = []
  let hasStarted = false
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    at += found?.length ?? 0
    return found
  }
  for (;;) {
    take(space)
    if (at >= text.length) return ok(tokens)
    const digits = take(number)
    if (digits !== undefined) {
      tokens.push({ kind: 'number', text: digits, value: Number(digits) })
      continue
    }
    const word = take(name)?.toLowerCase()
    if (word !== undefined) {
      tokens.push({ kind: words.has(word) ? 'operator' : 'name', text: word })
      continue
    }
    const sign = take(operator)
    // the part before it, which may be any text, is only a name for the formula
    if (sign === '=' && !hasStarted) {
      hasStarted = true
      tokens.length = 0
    } else if (sign !== undefined) tokens.push({ kind: 'operator', text: sign })
    else if (!hasStarted && hasAssignment(text, at)) at += 1
    else return fail(`“${String.fromCodePoint(text.codePointAt(at) ?? 0)}” is not expected.`)
  }
}

/** Whether a single `=` follows. */
const hasAssignment = (text: string, from: number) => /(?<![=<>!])=(?!=)/.test(text.slice(from))
