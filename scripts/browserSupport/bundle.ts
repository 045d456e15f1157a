import { parseAst } from 'vite'
import { type Feature, globalMember, lackedBy, type Use } from './compat.ts'

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** A member of a global object of the language or of browsers: minifiers rename neither. */
function featureOf(node: Node): Feature | undefined {
  if (node.type !== 'MemberExpression' || node['computed'] === true) return undefined
  const { object, property } = node
  if (!isNode(object) || object.type !== 'Identifier' || !isNode(property)) return undefined
  return globalMember(String(object['name']), String(property['name']))
}

/**
 * Finds features in a built script, including packages, that one of the oldest browsers lacks. There are no types, so
 * only members of globals (`Promise.try`) are found; the stories run the rest.
 */
export function bundleUses(file: string, code: string): Use[] {
  const uses: Use[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item)
    if (!isNode(value)) return
    const feature = featureOf(value)
    if (feature && lackedBy({ feature }).length > 0) {
      uses.push({ file, line: code.slice(0, value.start).split('\n').length, feature })
    }
    for (const child of Object.values(value)) if (typeof child === 'object') visit(child)
  }
  visit(parseAst(code))
  return uses
}

/**
 * Lines of a built module with a top-level await. Safari then runs a module that is imported twice at once before the
 * modules that it imports (https://bugs.webkit.org/show_bug.cgi?id=242740): a menu that is opened while it is being
 * preloaded breaks the page.
 */
export function topLevelAwaits(code: string): number[] {
  const lines: number[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item)
    if (!isNode(value) || /Function/.test(value.type)) return
    if (value.type === 'AwaitExpression' || (value.type === 'ForOfStatement' && value['await'] === true)) {
      lines.push(code.slice(0, value.start).split('\n').length)
    }
    for (const child of Object.values(value)) if (typeof child === 'object') visit(child)
  }
  visit(parseAst(code))
  return lines
}
