import { readableOn } from '../color/readable.ts'
import { firstWords } from '../legendNames.ts'
import { labelWidth } from '../textWidth.ts'

/** In such a chart, names are short, and the title of the value axis is above the plot. */
export const isNarrowChart = ({ width }: { width: number }): boolean => width < 280

/** The color of a name: names that had to move apart are told by it, not by their position. */
export const nameColor = (color: string, ground: string): string => readableOn(color, ground, 4.5)

/** The names at the ends of lines, and the width reserved for them; 0 if there are none. */
export interface EndNames {
  room: number
  texts: string[]
  fontSize: number
}

/** px from the end of a line to its name, and to the edge of the chart. */
const around = 13
/** Maximum of this room in px, and as a part of a wide chart. */
const most = { px: 170, part: 0.16 }
/** The estimate of widths is conservative. */
const measured = 0.95
const fonts = { usual: 11, small: 10 }
const lineHeight = 12
/** The part of the width for names: the axis takes another tenth, the plot the rest. */
const parts = { besideLegend: 0.26, alone: 0.265, narrow: 0.36 }

/**
 * Names are wrapped to as few lines as their room requires, up to three: a part of a name rarely tells it from others.
 * A narrow chart has space for the first words only.
 */
export function endNames(names: string[], size: { width: number; height: number }, hasLegend: boolean): EndNames {
  const isNarrow = isNarrowChart(size)
  const part = isNarrow ? parts.narrow : hasLegend ? parts.besideLegend : parts.alone
  const room = Math.floor(Math.min(Math.max(most.px, size.width * most.part), size.width * part))
  if (isNarrow) {
    const share = fonts.small / fonts.usual
    const texts = shortNames(names, (room - around) / share)
    return { texts, room: Math.min(room, Math.ceil(widest(texts) * share) + around), fontSize: fonts.small }
  }
  const lines = [1, 2, 3].filter((each) => each === 1 || names.length * each * lineHeight < size.height * 0.7)
  const drawn = lines.map((each) => names.map((name) => wrapped(name, Math.min(each, linesIn(name, room - around)))))
  const texts = drawn.find((some) => widest(some) + around <= room) ?? drawn.at(-1) ?? names
  return { texts, room: Math.min(room, Math.ceil(widest(texts)) + around), fontSize: fonts.usual }
}

const widthOf = (text: string) => labelWidth(text) * measured

const widest = (texts: string[]) => Math.max(...texts.flatMap((text) => text.split('\n')).map(widthOf))

/** A sentence of more words does not fit anyway, and has too many ways to be wrapped. */
const mostWords = 12

/** The number of lines that a text needs in this width; any number if one of its words is wider. */
function linesIn(text: string, width: number): number {
  const rows = filled(text.split(/\s+/), width)
  return rows.includes('') ? Number.POSITIVE_INFINITY : rows.length
}

/** A text on up to this many lines, as narrow as possible, wrapped between words. */
function wrapped(text: string, lines: number): string {
  const words = text.split(/\s+/)
  if (lines === 1 || words.length > mostWords) return text
  const parts = words.flatMap((_word, from) =>
    words.slice(from).map((_other, count) => words.slice(from, from + count + 1)),
  )
  const fitting = parts
    .map((part) => widthOf(part.join(' ')))
    .toSorted((one, other) => one - other)
    .map((width) => filled(words, width))
    .find((rows) => rows.length <= lines && !rows.includes(''))
  return fitting?.join('\n') ?? text
}

/** Words in lines of at most `width` px; an empty line if a word is longer. */
function filled(words: string[], width: number): string[] {
  const rows: string[] = []
  for (const word of words) {
    const longer = rows.length === 0 ? word : `${rows.at(-1)} ${word}`
    if (widthOf(word) > width) return ['']
    if (rows.length > 0 && widthOf(longer) <= width) rows[rows.length - 1] = longer
    else rows.push(word)
  }
  return rows
}

/** The first words of each name that fit; complete names if these would not tell them apart. */
function shortNames(names: string[], width: number): string[] {
  const texts = names.map((name) => (widthOf(name) <= width ? name : firstWords(name, width, widthOf)))
  return new Set(texts).size === new Set(names).size ? texts : names
}
