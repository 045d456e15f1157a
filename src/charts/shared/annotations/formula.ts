import { fail, ok, type Result } from '../../../model/basics/result.ts'
import { type FormulaToken, readTokens } from './formulaTokens.ts'
import { constants, functions } from './formulaVocabulary.ts'

/** A formula of an annotation layer. `x` is epoch ms on a time axis; the result may be NaN or infinite. */
type Formula = (x: number) => number

/** Why a text is not a formula, as a sentence. */
type FormulaError = string

/**
 * Reads a formula such as `y = 2x + 1`. Only the part after the first `=` counts. Nothing in the text is executed: it
 * becomes a tree of functions of this module.
 */
export function parseFormula(text: string): Result<Formula, FormulaError> {
  const tokens = readTokens(text)
  if (!tokens.ok) return tokens
  try {
    return ok(new Reader(tokens.value).whole())
  } catch (error) {
    if (error instanceof BadFormula) return fail(error.message)
    throw error
  }
}

class BadFormula extends Error {}

type Binary = (left: number, right: number) => number
const truth = (value: boolean) => (value ? 1 : 0)

/** Operators that are read from left to right, from the weakest to the strongest. */
const levels: Record<string, Binary>[] = [
  { or: (left, right) => truth(Boolean(left) || Boolean(right)) },
  { xor: (left, right) => truth(Boolean(left) !== Boolean(right)) },
  { and: (left, right) => truth(Boolean(left) && Boolean(right)) },
  {
    '==': (left, right) => truth(left === right),
    '!=': (left, right) => truth(left !== right),
    '<': (left, right) => truth(left < right),
    '<=': (left, right) => truth(left <= right),
    '>': (left, right) => truth(left > right),
    '>=': (left, right) => truth(left >= right),
  },
  { '|': (left, right) => left | right },
  { '&': (left, right) => left & right },
  { '+': (left, right) => left + right, '-': (left, right) => left - right },
  {
    '*': (left, right) => left * right,
    '/': (left, right) => left / right,
    '%': (left, right) => left % right,
    mod: (left, right) => left % right,
  },
]
const products = levels.length - 1

/** Maximum nesting depth: deeper formulas would exhaust the stack. */
const mostDepth = 100
/** Maximum number of tokens: in longer sums, the nesting of functions would be too deep. */
const mostTokens = 1000

/** Reads tokens by recursive descent. @throws BadFormula */
class Reader {
  private at = 0
  private depth = 0

  private readonly tokens: readonly FormulaToken[]

  constructor(tokens: readonly FormulaToken[]) {
    this.tokens = tokens
    if (tokens.length > mostTokens) throw new BadFormula('It is too long.')
  }

  whole(): Formula {
    const formula = this.operators(0)
    const rest = this.tokens[this.at]
    if (rest) throw new BadFormula(`“${rest.text}” is not expected.`)
    return formula
  }

  private operators(level: number): Formula {
    const operators = levels[level]
    if (!operators) return this.signed()
    let left = this.operators(level + 1)
    for (;;) {
      const operator = this.peekOperator()
      const apply = operator === undefined ? undefined : operators[operator]
      if (apply) this.at += 1
      else if (level !== products || !this.startsOperand()) return left
      const first = left
      const second = this.operators(level + 1)
      // without an operator, two operands are multiplied: 2x, 3(x + 1)
      const combine = apply ?? levels[products]!['*']!
      left = (x) => combine(first(x), second(x))
    }
  }

  /** A sign binds less than a power: -2^2 is -4. */
  private signed(): Formula {
    this.enter()
    const operator = this.peekOperator()
    const isSign = operator === '-' || operator === '+'
    if (isSign) this.at += 1
    const operand = isSign ? this.signed() : this.power()
    this.depth -= 1
    return operator === '-' ? (x) => -operand(x) : operand
  }

  /** Powers are read from right to left, and their exponent may have a sign: 2^-1. */
  private power(): Formula {
    const base = this.factorial()
    if (this.peekOperator() !== '^') return base
    this.at += 1
    const exponent = this.signed()
    return (x) => base(x) ** exponent(x)
  }

  private factorial(): Formula {
    let operand = this.operand()
    while (this.peekOperator() === '!') {
      this.at += 1
      const inner = operand
      operand = (x) => factorialOf(inner(x))
    }
    return operand
  }

  private operand(): Formula {
    const token = this.tokens[this.at]
    if (!token) throw new BadFormula('It is incomplete.')
    this.at += 1
    if (token.kind === 'number') {
      const { value } = token
      return () => value
    }
    if (token.kind === 'name') return this.named(token.text)
    if (token.text !== '(') throw new BadFormula(`“${token.text}” is not expected.`)
    this.enter()
    const inner = this.operators(0)
    this.depth -= 1
    this.close()
    return inner
  }

  private named(name: string): Formula {
    if (name === 'x') return (x) => x
    const constant = constants.get(name)
    if (constant !== undefined) return () => constant
    const known = functions.get(name)
    if (!known) throw new BadFormula(`“${name}” is unknown.`)
    const values = this.peekOperator() === '(' ? this.list() : [this.signed()]
    const [least, most] = known.counts
    if (values.length < least || values.length > most) {
      throw new BadFormula(`“${name}” does not take ${values.length} ${values.length === 1 ? 'value' : 'values'}.`)
    }
    return (x) => known.apply(...values.map((value) => value(x)))
  }

  /** Values in parentheses, separated by commas. */
  private list(): Formula[] {
    this.at += 1
    this.enter()
    const values = [this.operators(0)]
    while (this.peekOperator() === ',') {
      this.at += 1
      values.push(this.operators(0))
    }
    this.depth -= 1
    this.close()
    return values
  }

  private close(): void {
    if (this.peekOperator() !== ')') throw new BadFormula('A “)” is missing.')
    this.at += 1
  }

  private enter(): void {
    this.depth += 1
    if (this.depth > mostDepth) throw new BadFormula('It is nested too deeply.')
  }

  private peekOperator(): string | undefined {
    const token = this.tokens[this.at]
    return token?.kind === 'operator' ? token.text : undefined
  }

  /** Whether the next token can be multiplied with the operand before it. Two numbers in a row are an error. */
  private startsOperand(): boolean {
    const token = this.tokens[this.at]
    return token?.kind === 'name' || (token?.kind === 'operator' && token.text === '(')
  }
}

function factorialOf(value: number): number {
  if (!Number.isInteger(value) || value < 0) return Number.NaN
  // 171! exceeds the largest floating-point number
  if (value > 170) return Number.POSITIVE_INFINITY
  let result = 1
  for (let factor = 2; factor <= value; factor += 1) result *= factor
  return result
}
