import type { TitleComponentOption } from 'echarts'
import { written } from '../../model/language/written.ts'
import type { DrawInput } from './contract.ts'
import { linesOf } from './textWidth.ts'

type Place = Pick<DrawInput<unknown>, 'theme' | 'size'>

const lineHeight = 14
const gap = 4
const mostLines = 2
/** Below this height, the note of a chart has only one line, because the chart needs the space. */
const twoLinesFrom = 150

const noteHeightOf = (lines: number) => lines * lineHeight + gap

/** Height of a note of one line below a chart. */
export const noteHeight = noteHeightOf(1)

/** A line below a chart that says what the chart cannot show. */
export function note(sentence: string, place: Place): TitleComponentOption {
  const text = shownSentence(sentence)
  return titleOf(text, linesOf(text, widthOf(place), 1), place)
}

/** A sentence in the language of the reader, with thousands separators in its numbers. */
export const shownSentence = (sentence: string) =>
  written.translate(sentence).replaceAll(/\d{4,}/g, (digits) => Number(digits).toLocaleString(written.language))

const widthOf = ({ size }: Place) => Math.max(40, size.width)

/** `name` is the complete text: if the drawn one is truncated, the page offers it next to the picture. */
const titleOf = (text: string, lines: string[], { theme, size }: Place): TitleComponentOption => ({
  name: text,
  text: lines.join('\n'),
  left: 0,
  bottom: 0,
  padding: 0,
  textStyle: {
    color: theme.text3,
    fontSize: 11,
    fontWeight: 'normal',
    lineHeight,
    width: widthOf({ theme, size }),
    overflow: 'truncate',
  },
})

/** The lines below a chart for several sentences, and their height. Without sentences the height is 0. */
export function notesBelow(
  sentences: (string | false)[],
  place: Place,
): { option: { title?: TitleComponentOption }; height: number } {
  const text = sentences.flatMap((sentence) => (sentence ? [shownSentence(sentence)] : [])).join('; ')
  if (text === '') return { option: {}, height: 0 }
  const lines = linesOf(text, widthOf(place), place.size.height < twoLinesFrom ? 1 : mostLines)
  return { option: { title: titleOf(text, lines, place) }, height: noteHeightOf(lines.length) }
}
