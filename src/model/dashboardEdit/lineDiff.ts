/** Texts compared by lines. Pure. */

import { diffArrays } from 'diff'

/**
 * Maximum number of added and removed entries that are searched for in two lists. If there are more, everything from
 * the first to the last difference counts as changed.
 */
const MOST_CHANGES = 1_000

export interface Line {
  text: string
  mark: 'same' | 'added' | 'removed'
}

/** The longest sequence that two lists have in common, as pairs of indexes. */
export function commonPairs(a: readonly string[], b: readonly string[]): [number, number][] {
  const changes = diffArrays([...a], [...b], { maxEditLength: MOST_CHANGES })
  if (!changes) return commonEnds(a, b)
  const pairs: [number, number][] = []
  let [left, right] = [0, 0]
  for (const { added, removed, count } of changes) {
    if (added) right += count
    else if (removed) left += count
    else for (let at = 0; at < count; at++) pairs.push([left++, right++])
  }
  return pairs
}

function commonEnds(a: readonly string[], b: readonly string[]): [number, number][] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const pairs: [number, number][] = Array.from({ length: start }, (_, at) => [at, at])
  for (let at = end; at > 0; at--) pairs.push([a.length - at, b.length - at])
  return pairs
}

/** The lines of both texts; added and removed lines are marked. */
export function markedLines(before: string, after: string): Line[] {
  const [old, now] = [linesOf(before), linesOf(after)]
  const lines: Line[] = []
  const put = (texts: string[], mark: Line['mark']) => lines.push(...texts.map((text) => ({ text, mark })))
  let [left, right] = [0, 0]
  for (const [a, b] of [...commonPairs(old, now), [old.length, now.length] as const]) {
    put(old.slice(left, a), 'removed')
    put(now.slice(right, b), 'added')
    put(now.slice(b, b + 1), 'same')
    ;[left, right] = [a + 1, b + 1]
  }
  return lines
}

/** Replaces the lines of the base text from `from` (inclusive) to `to` (exclusive). */
interface Hunk {
  from: number
  to: number
  lines: string[]
}

/**
 * Merges two versions of a text with a common base; undefined if they differ in the same or adjacent lines. Equal
 * changes appear once.
 */
export function mergeLines(theirs: string, mine: string, base: string): string | undefined {
  const past = linesOf(base)
  const [left, right] = [hunksOf(past, linesOf(theirs)), hunksOf(past, linesOf(mine))]
  const own = left.filter((hunk) => !right.some((other) => isAlike(hunk, other)))
  const touches = (hunk: Hunk) => right.some(({ from, to }) => from <= hunk.to && hunk.from <= to)
  if (own.some(touches)) return undefined
  const lines = [...past]
  for (const hunk of [...own, ...right].toSorted((a, b) => b.from - a.from))
    lines.splice(hunk.from, hunk.to - hunk.from, ...hunk.lines)
  return lines.join('\n')
}

function hunksOf(past: readonly string[], now: readonly string[]): Hunk[] {
  const hunks: Hunk[] = []
  let [from, start] = [0, 0]
  for (const [a, b] of [...commonPairs(past, now), [past.length, now.length] as const]) {
    if (a > from || b > start) hunks.push({ from, to: a, lines: now.slice(start, b) })
    ;[from, start] = [a + 1, b + 1]
  }
  return hunks
}

const isAlike = (a: Hunk, b: Hunk) =>
  a.from === b.from &&
  a.to === b.to &&
  a.lines.length === b.lines.length &&
  a.lines.every((text, at) => text === b.lines[at])

const linesOf = (text: string) => (text === '' ? [] : text.split('\n'))
