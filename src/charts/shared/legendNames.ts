import type { LegendComponentOption } from 'echarts'
import { interWidth } from './interWidth.ts'
import { iconWidth, itemGaps } from './legendSizes.ts'

/** How the names of a legend are written. */
export interface NameLook {
  /** px for the names of each column; longer ones are shortened */
  widths?: number[]
  /** px that the names of each column take */
  cells?: number[]
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

/** px between a name and the end of its column, in addition to the gap between lines */
const columnGap = 6

/**
 * The fewest columns, thus the longest names, in which these names take at most so many lines: as wide as their names if
 * the line is long enough, otherwise the widest are narrower.
 */
export function columnsOf(texts: string[], line: number, most: number): NameLook | undefined {
  const count = Math.ceil(texts.length / most)
  const room = Math.floor(line - itemGaps.lines * (count - 1) - count * (iconWidth + columnGap))
  if (count < 2 || room < count) return undefined
  const wanted = Array.from({ length: count }, (_, column) =>
    Math.ceil(Math.max(...texts.filter((_text, at) => at % count === column).map(interWidth))),
  )
  // the widest columns share what the others leave
  let [rest, share] = [room, 0]
  for (const [at, width] of wanted.toSorted((one, other) => one - other).entries()) {
    share = Math.max(share, rest / (count - at))
    rest -= width
  }
  // too many names
  if (share < leastColumn && rest < 0) return undefined
  const widths = wanted.map((width) => Math.floor(Math.min(width, share)))
  // the first name of a line does not fit in the line before
  return { widths, cells: widths.map((width, at) => width + columnGap + (at === count - 1 ? Math.max(0, rest) : 0)) }
}

/** The element of a list for the name at a position; the names of each line have the same list. */
export const ofColumn = (px: number[] | undefined, at: number): number =>
  px?.[at % px.length] ?? Number.POSITIVE_INFINITY

/** Names of equal width, so that each page contains only complete entries. */
export function pageCells(texts: string[], room: number): NameLook {
  const gap = itemGaps.line
  const page = Math.max(iconWidth + leastColumn / 2, room - pagerWidth - gap)
  const longest = Math.ceil(texts.reduce((most, text) => Math.max(most, interWidth(text)), 0))
  const entry = iconWidth + Math.min(shortestName + 12, longest)
  const perPage = Math.max(1, Math.floor((page + gap) / (entry + gap)))
  // the next page begins with the first entry that touches the end of this one
  const width = (page - 0.05) / perPage - iconWidth - gap
  return { cells: [width], widths: [width] }
}

/** The part of the legend's option that writes its names. `texts` are what the entries say instead of `names`. */
export function writtenWith(look: NameLook, names: string[], texts: string[]): Partial<LegendComponentOption> {
  const { widths, cells, apart, textStyle, tooltip } = look
  // a text in a style of its own is truncated by ECharts
  const short = textStyle ? texts : shortened(texts, (at) => ofColumn(widths, at))
  const shown = new Map(names.map((name, at) => [name, at]))
  const textOf = (name: string) => short[shown.get(name) ?? -1] ?? name
  const isShort = short.some((text, at) => text !== texts[at])
  const others = { ...(textStyle && { textStyle }), ...((tooltip || isShort) && { tooltip: { show: true } }) }
  if (cells) {
    // braces and bars would end the style: a similar character replaces them
    const formatter = (name: string) =>
      `{c${(shown.get(name) ?? 0) % cells.length}|${textOf(name).replace(/[{}|]/g, '¦')}}`
    const rich = Object.fromEntries(cells.map((width, at) => [`c${at}`, { width }]))
    return { ...others, formatter, textStyle: { rich } }
  }
  if (apart !== undefined) {
    const formatter = (name: string) => `${textOf(name).replace(/\{(?=\w+\|)/g, '¦')}{apart| }`
    return { ...others, formatter, textStyle: { rich: { apart: { width: apart } } } }
  }
  return short.some((text, at) => text !== names[at]) ? { ...others, formatter: textOf } : others
}

/** Names shortened to widths: between words if that tells them apart, or at the front if only their ends differ. */
export function shortened(names: string[], widthAt: (at: number) => number): string[] {
  const count = new Set(names).size
  const cut = (shorten: (name: string, width: number) => string) => {
    const short = names.map((name, at) => (interWidth(name) <= widthAt(at) ? name : shorten(name, widthAt(at))))
    return { short, isTold: new Set(short).size === count }
  }
  const words = cut(cutWords)
  if (words.isTold) return words.short
  const letters = cut(cutLetters)
  if (letters.isTold) return letters.short
  return cut((name, width) => reversed(cutLetters(reversed(name), width))).short
}

const reversed = (name: string) => [...name].reverse().join('')

/** The first words of a name that fit, at least one, without a short one at the end: "Trade and" is "Trade". */
export function firstWords(name: string, most: number, widthOf: (text: string) => number): string {
  let first = ''
  for (const word of name.split(/\s+/)) {
    const longer = first && `${first} ${word}`
    if (widthOf(longer) > most) break
    first = longer || word
  }
  return first.replace(/(?: (?:\p{Ll}{1,3}|with|[^\p{L}\p{N} ]+))+$/u, '')
}

/** The first words of a name, or its first letters. */
function cutWords(name: string, width: number): string {
  const whole = firstWords(name, width - interWidth('…'), interWidth).replace(/[,;:]$/, '')
  const isWord = whole.includes(' ') || whole.length > 4
  return isWord && interWidth(`${whole}…`) <= width ? `${whole}…` : cutLetters(name, width)
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
