import { parse } from '@handlebars/parser'

/**
 * The syntax tree of a template, as the parser returns it. The parser's own types do not distinguish the kinds of
 * nodes.
 */
interface Node<T extends string> {
  type: T
  loc: { start: { line: number } }
}

export interface Path extends Node<'PathExpression'> {
  /** begins with `@` */
  data: boolean
  /** number of `../` */
  depth: number
  parts: (string | SubExpression)[]
  original: string
}

export interface Literal
  extends Node<'StringLiteral' | 'NumberLiteral' | 'BooleanLiteral' | 'UndefinedLiteral' | 'NullLiteral'> {
  value?: string | number | boolean
  original?: string | number | boolean
}

interface Arguments {
  params: Expression[]
  hash?: { pairs: { key: string; value: Expression }[] }
}

/** A call of a helper with its arguments. A name without arguments may also be a value. */
export interface Call extends Arguments {
  path: Path | SubExpression | Literal
  loc: Node<string>['loc']
}

export interface SubExpression extends Node<'SubExpression'>, Arguments {
  path: Path | SubExpression
}

export type Expression = Path | SubExpression | Literal

export interface Program extends Node<'Program'> {
  body: Statement[]
  blockParams?: string[]
}

export interface Mustache extends Node<'MustacheStatement'>, Arguments {
  path: Call['path']
  escaped: boolean
}

export interface Block extends Node<'BlockStatement' | 'DecoratorBlock'>, Arguments {
  path: Path
  /** absent for an inverted block without `else` */
  program?: Program
  inverse?: Program
}

export interface Partial extends Node<'PartialStatement' | 'PartialBlockStatement'>, Arguments {
  name: Path | SubExpression | Literal
  /** the content of a partial with a block */
  program?: Program
}

export type Statement =
  | Mustache
  | Block
  | Partial
  | (Node<'ContentStatement'> & { value: string })
  | Node<'CommentStatement'>
  | Node<'Decorator'>

/** Throws the errors of the parser; `syntaxFault` reads them. */
export function parseTemplate(template: string): Program {
  // the declared types have only `type: string`
  return parse(template) as unknown as Program
}

/** The line of a parser's error, and the description of the problem if the parser gives one. */
export function syntaxFault(error: unknown): { line: number; detail: string } {
  const { message, lineNumber } = error as { message: string; lineNumber?: number }
  if (lineNumber !== undefined) return { line: lineNumber, detail: message.replace(/ - \d+:\d+$/, '') }
  return { line: Number(/ on line (\d+)/.exec(message)?.[1] ?? 1), detail: '' }
}
