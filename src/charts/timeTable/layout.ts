import type { TimeColumn } from './timeColumn.ts'

const widestName = 280
const leastName = 80
/** In a table of this width or less, the columns are closer to each other. */
const narrow = 420
/** At the edges of a table, the texts begin and end where the title of the card does. */
const edge = 12
/** If all columns are visible with lines of this width, lines are not wider than that permits. */
const readable = 90
const leastLine = 48
/** The largest part of a table that a name or line takes if it scrolls. */
const most = 0.45
/** The content fades out at the edge of a table that scrolls. */
const fade = 28

export interface WidthInput {
  /** width of the visible part of the table in px */
  available: number
  columns: readonly TimeColumn[]
  /** width in px of the widest name */
  name: number
  /** width in px of the widest text of each column; ignored for columns of sparklines */
  texts: readonly number[]
}

/** Sizes in px of the parts of a table. */
export interface TimeTableWidths {
  /** the largest width of a name with its padding */
  name: number
  /** by column; undefined if it is not a line */
  lines: (number | undefined)[]
  /** padding to the left and right of each text */
  pad: number
}

/**
 * Lines are as wide as their columns request if there is room. Otherwise they become narrower so that all columns are
 * visible. If that is not enough, a line is so narrow that the first number is visible beside it.
 */
export function timeTableWidths({ available, columns, name: named, texts }: WidthInput): TimeTableWidths {
  const pad = available <= narrow ? 8 : 12
  const last = columns.length - 1
  const margins = columns.map((_, at) => pad + (at === last ? edge : pad))
  const name = Math.min(widestName, Math.max(leastName, Math.floor(available * most)))
  const ofName = Math.min(name, named + edge + pad)
  const isLine = columns.map(({ colType }) => colType === 'spark')
  const numbers = texts.map((width, at) => (isLine[at] ? 0 : width + (margins[at] ?? 0)))
  const wanted = columns.map(({ width }, at) => (isLine[at] ? width : 0))
  const room = available - ofName - sum(numbers) - sum(margins.filter((_, at) => isLine[at]))
  const scale = Math.min(1, room / Math.max(1, sum(wanted)))
  const fits = wanted.every((width) => width * scale >= Math.min(width, readable))
  const first = numbers.find((width) => width > 0) ?? 0
  const largest = Math.min(available * most, available - ofName - first - fade)
  return {
    name,
    pad,
    lines: wanted.map((width, at) => {
      if (!isLine[at]) return undefined
      const scrolling = Math.min(width, Math.max(leastLine, largest - (margins[at] ?? 0)))
      return Math.floor(fits ? width * scale : scrolling)
    }),
  }
}

const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0)
