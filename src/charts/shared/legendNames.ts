import type { LegendComponentOption } from 'echarts'
import { interWidth } from './interWidth.ts'

/** How the names of a legend are written. */
export interface NameLook {
  /** px for a name; longer ones are shortened */
  width?: number
  /** px of each name in a legend of columns or pages */
  cell?: number
  /** px after each name: the gap of ECharts applies to lines as well */
  apart?: number
  textStyle?: LegendComponentOption['textStyle']
  tooltip?: { show: true }
}

/** A name of less than this many px in a column cannot be recognized. */
const leastColumn = 60
/** The space that ECharts reserves for the arrows and the number between them. */
const pagerWidth = 54.78
const shortestName = 84

/** The number of lines of entries that are as wide as given. */
export function wrappedLines(entries: number[], width: number, gap: number): number {
  let lines = 1
  let used = 0
  for (const entry of entries) {
    if (used > 0 && used + entry > width) {
      lines += 1
      used = 0
    }
    used += entry + gap
  }
  return lines
}

/** The fewest columns, thus the longest names, in which this many names take at most so many lines. */
export function fittingColumns(count: number, line: number, most: number): number | undefined {
  if (most === 0) return undefined
  const columns = Math.ceil(count / most)
  return columns >= 2 && line / columns - 23 >= leastColumn ? columns : undefined
}

/** Names of equal width, so that each page contains only complete entries. */
export function pageCells(texts: string[], room: number, { icon, gap }: { icon: number; gap: number }): NameLook {
  const page = Math.max(icon + leastColumn / 2, room - pagerWidth - gap)
  const longest = Math.ceil(texts.reduce((most, text) => Math.max(most, interWidth(text)), 0))
  const entry = icon + Math.min(shortestName + 12, longest)
  const perPage = Math.max(1, Math.floor((page + gap) / (entry + gap)))
  // the next page begins with the first entry that touches the end of this one
  const width = (page - 0.05) / perPage - icon - gap
  return { cell: width, width }
}

/** The part of the legend's option that writes its names. `texts` are what the entries say instead of `names`. */
export function writtenWith(look: NameLook, names: string[], texts: string[]): Partial<LegendComponentOption> {
  const { width = Number.POSITIVE_INFINITY, cell, apart, textStyle, tooltip } = look
  // a text in a style of its own is truncated by ECharts
  const short = textStyle ? texts : shortened(texts, width)
  const shown = new Map(names.map((name, at) => [name, short[at] ?? name]))
  const textOf = (name: string) => shown.get(name) ?? name
  const isShort = short.some((text, at) => text !== texts[at])
  const others = { ...(textStyle && { textStyle }), ...((tooltip || isShort) && { tooltip: { show: true } }) }
  if (cell !== undefined) {
    // braces and bars would end the style: a similar character replaces them
    const formatter = (name: string) => `{name|${textOf(name).replace(/[{}|]/g, '¦')}}`
    return { ...others, formatter, textStyle: { rich: { name: { width: cell } } } }
  }
  if (apart !== undefined) {
    const formatter = (name: string) => `${textOf(name).replace(/\{(?=\w+\|)/g, '¦')}{apart| }`
    return { ...others, formatter, textStyle: { rich: { apart: { width: apart } } } }
  }
  return short.some((text, at) => text !== names[at]) ? { ...others, formatter: textOf } : others
}

/** Names shortened to a width: between words if that tells them apart, or at the front if only their ends differ. */
export function shortened(names: string[], width: number): string[] {
  const count = new Set(names).size
  const cut = (shorten: (name: string) => string) => {
    const short = names.map((name) => (interWidth(name) <= width ? name : shorten(name)))
    return { short, isTold: new Set(short).size === count }
  }
  const words = cut((name) => shortName(name, width))
  if (words.isTold) return words.short
  const letters = cut((name) => cutLetters(name, width))
  if (letters.isTold) return letters.short
  return cut((name) => reversed(cutLetters(reversed(name), width))).short
}

const reversed = (name: string) => [...name].reverse().join('')

/** The first words of a name, without a short one at the end ("Trade and" is "Trade"); or its first letters. */
function shortName(name: string, width: number): string {
  // no letter is narrower than 2 px: the rest of a long text cannot fit
  const words = name.slice(0, Math.ceil(width / 2)).split(' ')
  for (let count = words.length - 1; count > 0; count -= 1) {
    const first = words.slice(0, count)
    while (first.length > 1 && /^(?:\p{Ll}{1,3}|\P{L}+)$/u.test(first.at(-1)!)) first.pop()
    const whole = first.join(' ').replace(/[,;:]$/, '')
    // two words without a mark say more than one with it
    const short = interWidth(`${whole}…`) <= width ? `${whole}…` : whole
    if (interWidth(short) <= width && (count > 1 || whole.length > 4)) return short
  }
  return cutLetters(name, width)
}

function cutLetters(name: string, width: number): string {
  let [start, used] = ['', interWidth('…')]
  // a name may be long: only its beginning is read
  for (const letter of name) {
    used += interWidth(letter)
    if (start !== '' && used > width) break
    start += letter
  }
  return `${start.trimEnd()}…`
}
