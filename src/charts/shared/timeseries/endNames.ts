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
  /** px from the end of a line to its name. Between them is a line to a name that had to move. */
  distance: number
}

const distance = 9
/** These px, and those to the edge of the chart. */
const around = distance + 7
/** Maximum of this room in px, and as a part of a wide chart. */
const most = { px: 170, part: 0.16 }
/** The estimate of widths is conservative. */
const measured = 0.95
const fonts = { usual: 11, small: 10 }
/** px of a chart that can spare a third of its width for names */
const roomy = 400
/** The part of the width for names: the axis takes another tenth, the plot the rest. */
const parts = { besideLegend: 0.26, alone: 0.33, close: 0.28, narrow: 0.36 }

/**
 * Each name takes one line, so that it can be beside the end of its own line. Names that are too long are shortened.
 */
export function endNames(names: string[], size: { width: number; height: number }, hasLegend: boolean): EndNames {
  const isNarrow = isNarrowChart(size)
  const part = isNarrow ? parts.narrow : hasLegend ? parts.besideLegend : size.width < roomy ? parts.close : parts.alone
  const room = Math.floor(Math.min(Math.max(most.px, size.width * most.part), size.width * part))
  const fontSize = isNarrow ? fonts.small : fonts.usual
  const share = fontSize / fonts.usual
  const texts = shortNames(names, (room - around) / share)
  return { texts, room: Math.min(room, Math.ceil(widest(texts) * share) + around), fontSize, distance }
}

const widthOf = (text: string) => labelWidth(text) * measured

const widest = (texts: string[]) => Math.max(...texts.map(widthOf))

/** The first words of each name that fit; complete names if these would not tell them apart, which are then truncated. */
function shortNames(names: string[], width: number): string[] {
  const short = (name: string) => {
    const first = `${firstWords(name, width - widthOf('…'), widthOf)}…`
    // a word that is too long is truncated when it is drawn
    return first === '…' || widthOf(first) > width ? name : first
  }
  const texts = names.map((name) => (widthOf(name) <= width ? name : short(name)))
  return new Set(texts).size === new Set(names).size ? texts : names
}
