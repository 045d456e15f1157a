import type { DrawInput } from '../contract.ts'
import { textWidth } from '../textWidth.ts'
import { fontSans } from '../theme.ts'
import { h, type SvgNode } from './tree.ts'

const lineHeight = 18
const mostLines = 4

/** A sentence in the middle of a picture, in place of a chart that has nothing to draw. */
export function centeredText(text: string, { theme, size }: Pick<DrawInput<unknown>, 'theme' | 'size'>): SvgNode {
  const lines = wrapped(text, size.width - 24).slice(0, mostLines)
  const top = size.height / 2 - ((lines.length - 1) * lineHeight) / 2
  return h(
    'svg',
    { width: size.width, height: size.height, fontFamily: fontSans, fontSize: 12, fill: theme.text3 },
    lines.map((line, at) =>
      h('text', { x: size.width / 2, y: top + at * lineHeight, dy: '0.35em', textAnchor: 'middle' }, line),
    ),
  )
}

/** Wraps a text in 12 px into lines of at most `room` px; a longer word gets its own line. */
export function wrapped(text: string, room: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && textWidth(`${last} ${word}`) <= room) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
