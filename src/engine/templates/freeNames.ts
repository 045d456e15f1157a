import type { Statement } from './syntax.ts'

/** Names that the language defines in some contexts. */
const SPECIAL = new Set(['loop', 'caller', 'varargs', 'kwargs', 'self', 'super'])

type Tree = Readonly<Record<string, unknown>>
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Names that a template reads and nothing in it defines, in the order of their first use. A name that is assigned
 * anywhere counts as defined everywhere: scopes are not distinguished.
 */
export function freeNames(template: readonly Statement[], known: ReadonlySet<string>): string[] {
  const read = new Set<string>()
  const defined = new Set<string>()

  const define = (target: unknown): void => {
    if (Array.isArray(target)) for (const item of target) define(item)
    if (!isTree(target)) return
    if (typeof target['name'] === 'string') defined.add(target['name'])
    define(target['items'])
  }

  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item)
    if (!isTree(value)) return
    const { kind, name } = value
    if (kind === 'name' && typeof name === 'string') read.add(name)
    if (kind === 'macro') define({ name })
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'target') define(inner)
      else if (key === 'assignments') {
        for (const [target, given] of inner as [unknown, unknown][]) {
          define(target)
          visit(given)
        }
      } else {
        if (key === 'parameters') define(inner)
        visit(inner)
      }
    }
  }

  visit(template)
  return [...read].filter((name) => !known.has(name) && !defined.has(name) && !SPECIAL.has(name))
}
