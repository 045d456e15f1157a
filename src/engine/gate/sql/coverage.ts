import type { Token } from './lexis.ts'
import { CHANGE_GRAMMAR, GRAMMAR, TYPES } from './nodes.ts'
import type { GateProfile } from './profile.ts'
import { isNode, type Judging, type Walked } from './walk.ts'

/**
 * Whether the tree accounts for the whole text. A parser may skip what it does not know; here every name, string and
 * number of the source must occur in the tree, as often as in the text. Only keywords, types and allowed functions need
 * no counterpart.
 */
export function coverageComplaint(
  tokens: readonly Token[],
  tree: unknown,
  walked: Walked,
  profile: GateProfile,
  judging: Judging,
): string | null {
  const leaves = new Map<string, number>()
  collect(tree, leaves)
  let selects = 0
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1]
    const opens = next?.kind === 'symbol' && next.text === '('
    if (token.kind === 'word') {
      const word = token.text.toLowerCase()
      if (word === 'select') selects += 1
      if (opens) {
        const complaint = callComplaint(word, walked, profile)
        if (complaint) return complaint
        if (isExempt(word, profile) && !walked.namesWithColumns.has(word)) continue
      }
      if (GRAMMAR.has(word) || TYPES.has(word) || (judging === 'change' && CHANGE_GRAMMAR.has(word))) {
        take(leaves, word)
        continue
      }
      if (take(leaves, word)) continue
      // CURRENT_DATE and similar functions are calls without parentheses
      if (/^(current|local)/.test(word) && profile.functions.has(word)) continue
      if (profile.lexis.prefixes.includes(token.text.toUpperCase()) && next?.kind === 'text') continue
      return `Not understood near: ${token.text}`
    }
    if (token.kind === 'name' && opens && !walked.namesWithColumns.has(token.text.toLowerCase())) {
      return `Function not allowed: ${token.text}`
    }
    if (token.kind === 'symbol') continue
    const texts = token.kind === 'text' ? spellings(token.text, profile) : [token.text.toLowerCase()]
    if (!texts.some((text) => take(leaves, text.toLowerCase()))) return `Not understood near: ${token.text}`
  }
  return selects === walked.selects ? null : 'The SQL is not understood'
}

const isExempt = (word: string, profile: GateProfile) =>
  profile.functions.has(word) || profile.tableFunctions.has(word) || GRAMMAR.has(word) || TYPES.has(word)

/** A word before a parenthesis is a call, unless the grammar allows it there. */
function callComplaint(word: string, walked: Walked, profile: GateProfile): string | null {
  return isExempt(word, profile) || walked.namesWithColumns.has(word) ? null : `Function not allowed: ${word}`
}

/** The forms in which the parser may return a string: as written, or with its escapes resolved. */
function spellings(text: string, profile: GateProfile): string[] {
  if (!profile.lexis.backslash || !text.includes('\\')) return [text]
  const letters: Record<string, string> = {
    n: '\n',
    t: '\t',
    r: '\r',
    b: '\b',
    f: '\f',
    '0': '\0',
    Z: '\x1a',
    a: '\x07',
    v: '\v',
  }
  const resolved = text.replace(/\\(.)/gs, (_, letter: string) => letters[letter] ?? letter)
  return [text, resolved, text.replaceAll('\\\\', '\\'), text.replace(/\\(.)/gs, '$1')]
}

function take(leaves: Map<string, number>, leaf: string): boolean {
  const count = leaves.get(leaf) ?? 0
  if (count > 0) leaves.set(leaf, count - 1)
  return count > 0
}

const add = (leaves: Map<string, number>, leaf: string) => leaves.set(leaf, (leaves.get(leaf) ?? 0) + 1)

/** Counts every string and number below `value`, in lower case, without comments and positions. */
function collect(value: unknown, leaves: Map<string, number>): void {
  if (typeof value === 'string') {
    const text = value.toLowerCase()
    add(leaves, text)
    for (const word of text.includes(' ') ? text.split(/[^\p{L}\p{N}_$.]+/u) : []) if (word) add(leaves, word)
  } else if (typeof value === 'number') add(leaves, String(value))
  else if (Array.isArray(value)) for (const item of value) collect(item, leaves)
  else if (isNode(value)) {
    for (const [field, inner] of Object.entries(value)) {
      if (!/comments$|^span$|^inferred_type$/.test(field)) collect(inner, leaves)
    }
  }
}
