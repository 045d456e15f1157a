import { parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'

const parser = '@formatjs/icu-messageformat-parser'
/** Replaces the parser in the build: texts that remain at run time have no syntax. */
const plainParser = `export * from '${parser}/no-parser.js'
export function parse(text) {
  if (/[{<]/.test(text)) throw new Error('This text was not compiled: ' + text)
  return [{ type: 0, value: text }]
}`
const plainParserId = '\0sextant:plain-texts'
/** Syntax of ICU messages: arguments, tags, quotes. */
const syntax = /[{<']/

/** A node of a syntax tree. */
export type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** Reads ICU messages during the build, so that pages load no parser: texts with syntax become its elements. */
export function compiledTexts(): Plugin[] {
  return [
    {
      name: 'sextant:plain-texts',
      apply: 'build',
      enforce: 'pre',
      resolveId: {
        filter: { id: new RegExp(`^${parser}$`) },
        handler: (_id, importer) => (importer === plainParserId ? undefined : plainParserId),
      },
      load: { filter: { id: new RegExp(plainParserId) }, handler: () => plainParser },
    },
    {
      name: 'sextant:compiled-texts',
      apply: 'build',
      enforce: 'post',
      transform: {
        filter: { id: { exclude: /node_modules/ }, code: 'defineTexts(' },
        handler(code) {
          return { code: compileDefinitions(code, (text) => this.parse(text) as unknown as Node), map: null }
        },
      },
    },
  ]
}

/**
 * A module whose `defineTexts` calls have elements in place of messages. Only the calls are parsed: the tree of a whole
 * module needs much memory. Throws for a text that is not a literal.
 */
export function compileDefinitions(code: string, parseCode: (code: string) => Node): string {
  const changes = [...code.matchAll(/\bdefineTexts\(/g)].flatMap(({ index }) => {
    const call = code.slice(index, endOfCall(code, index + 'defineTexts('.length))
    const [statement] = parseCode(call)['body'] as [{ expression: { arguments: Node[] } }]
    const texts = statement.expression.arguments[1]
    if (texts?.type !== 'ObjectExpression') return []
    return (texts['properties'] as Node[]).map((property) => {
      const { start, end, text } = compiledProperty(call, property)
      return { start: index + start, end: index + end, text }
    })
  })
  let compiled = code
  for (const { start, end, text } of changes.toSorted((a, b) => b.start - a.start)) {
    compiled = compiled.slice(0, start) + text + compiled.slice(end)
  }
  return compiled
}

/** The end of a call whose arguments start at `from`. Parentheses in texts and comments do not count. */
function endOfCall(code: string, from: number): number {
  const parts = /\/\/.*|\/\*[\s\S]*?\*\/|(["'`])(?:\\.|(?!\1)[\s\S])*\1|[()]/g
  parts.lastIndex = from
  for (let depth = 1; ; ) {
    const part = parts.exec(code)
    if (!part) throw new Error('A call of defineTexts has no end')
    if (part[0] === '(') depth += 1
    if (part[0] === ')') depth -= 1
    if (depth === 0) return parts.lastIndex
  }
}

function compiledProperty(code: string, property: Node) {
  const value = property['value'] as Node | undefined
  const text = value === undefined ? undefined : constantText(value)
  if (value === undefined || text === undefined) {
    throw new Error(`A text is not a literal: ${code.slice(property.start, property.end)}`)
  }
  return { start: value.start, end: value.end, text: JSON.stringify(elements(text)) }
}

/** The elements of a text with syntax; any other text unchanged. */
export const elements = (text: string) => (syntax.test(text) ? parse(text) : text)

/** The text of a literal, of a template without expressions, or of a sum of these. */
export function constantText(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined
  if (node.type === 'TemplateLiteral') {
    const parts = node['quasis'] as { value: { cooked: string } }[]
    return parts.length === 1 ? parts[0]?.value.cooked : undefined
  }
  if (node.type !== 'BinaryExpression') return undefined
  const [left, right] = [constantText(node['left'] as Node), constantText(node['right'] as Node)]
  return left === undefined || right === undefined ? undefined : left + right
}
