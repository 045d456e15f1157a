import { labelWidth, linesOf } from '../shared/textWidth.ts'

/** In px; between axes that are closer, numbers would be in the middle of the lines. */
const wideStep = 160
const headingLine = 13
/** px of the numbers above and below narrow axes */
const endHeight = 15
/** px between an axis and its labels */
export const labelGap = 8

export interface ParaPlace {
  left: number
  right: number
  top: number
  bottom: number
  /** px between two axes */
  step: number
  /** only the ends of the axes have numbers, above and below the axes */
  isNarrow: boolean
  /** px of a number */
  labelRoom: number
  headings: string[]
  /** px between an axis and its heading */
  headingGap: number
}

interface Texts {
  headings: string[]
  /** the labels of the first axis, if it has names instead of numbers */
  series: string[] | undefined
  /** the labels of the last axis in this many px */
  last: (room: number) => string[]
}

const widest = (texts: string[]) => texts.reduce((most, text) => Math.max(most, labelWidth(text)), 0)

/** The place of the axes. Names are left of the first axis; headings above the axes have up to two lines. */
export function placeOf(
  { width, height }: { width: number; height: number },
  { headings, series, last }: Texts,
): ParaPlace {
  const gaps = Math.max(1, headings.length - 1)
  const share = width / Math.max(1, headings.length)
  const forNames = series === undefined ? 0 : Math.min(width * 0.25, widest(series) + labelGap + 6)
  const left = Math.max(forNames, Math.min(share / 2, labelWidth(headings[0] ?? '') / 2 + 2, 60), 12)
  const isNarrow = (width - left - 40) / gaps < wideStep
  const labelRoom = Math.max(16, (width - left - 30) / gaps - (isNarrow ? 6 : 12))
  const ends = widest(last(labelRoom))
  const heading = Math.min(share, labelWidth(headings.at(-1) ?? '')) / 2 + 2
  const right = Math.min(share, Math.max(isNarrow ? ends / 2 + 2 : ends + labelGap + 6, heading))
  const step = (width - left - right) / gaps
  const lines = headings.map((text, at) => {
    const before = at === 0 ? left : step / 2
    const after = at === headings.length - 1 ? right : step / 2
    return linesOf(text, 2 * Math.min(before, after) - 4, height < 120 ? 1 : 2)
  })
  const headingGap = isNarrow ? endHeight + 3 : 10
  return {
    left,
    right,
    top: headingGap + Math.max(1, ...lines.map(({ length }) => length)) * headingLine + 4,
    bottom: isNarrow ? endHeight : 10,
    step,
    isNarrow,
    labelRoom,
    headings: lines.map((each) => each.join('\n')),
    headingGap,
  }
}
