import { cutText, textWidth } from '../../charts/shared/textWidth.ts'

/** The style of titles in charts. */
export const titleStyle = { size: 13, weight: 620 }

const lineHeight = 18
const mostLines = 3
/** px between the chart and the edges of the image. */
export const sheetMargin = 12
/** px between title and chart. */
const gap = 4
/** px from the top of a line to the baseline. */
const baseline = 13

export interface Heading {
  /** px from the top of the image to the chart */
  height: number
  /** position of each line, on its baseline */
  lines: { text: string; x: number; y: number }[]
}

/** The title in an image of this width, broken between words; text beyond three lines is truncated. */
export function headingOf(title: string, width: number): Heading {
  const lines = titleLines(title, width - 2 * sheetMargin)
  return {
    height: sheetMargin + (lines.length === 0 ? 0 : lines.length * lineHeight + gap),
    lines: lines.map((text, index) => ({ text, x: sheetMargin, y: sheetMargin + index * lineHeight + baseline })),
  }
}

function titleLines(title: string, room: number): string[] {
  const fits = (text: string) => textWidth(text) * (titleStyle.size / 12) <= room
  const lines: string[] = []
  for (const word of title.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1)
    if (last !== undefined && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  const rest = lines.splice(mostLines - 1).join(' ')
  return [...lines, ...(rest === '' ? [] : [rest])].map((line) => cutText(line, room, titleStyle.size))
}
