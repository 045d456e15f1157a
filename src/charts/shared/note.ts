import type { TitleComponentOption } from 'echarts'
import type { DrawInput } from './contract.ts'

type Place = Pick<DrawInput<unknown>, 'theme' | 'size'>

/** Height of a note below a chart. */
export const noteHeight = 18

/** A line below a chart, for what the chart cannot show. */
export const note = (text: string, { theme, size }: Place): TitleComponentOption => ({
  text,
  left: 0,
  bottom: 0,
  padding: 0,
  textStyle: {
    color: theme.text3,
    fontSize: 11,
    fontWeight: 'normal',
    lineHeight: 14,
    width: Math.max(40, size.width),
    overflow: 'truncate',
  },
})

/** The line below a chart for several sentences, and its height. Without a sentence there is no line. */
export function notesBelow(
  sentences: (string | false)[],
  place: Place,
): { option: { title?: TitleComponentOption }; height: number } {
  const text = sentences.filter(Boolean).join('; ')
  return text === '' ? { option: {}, height: 0 } : { option: { title: note(text, place) }, height: noteHeight }
}

/** What a chart says that has no place for values below zero; false if it has none. */
export function belowZeroText(values: readonly (number | null)[], thing = 'value'): string | false {
  const count = values.filter((value) => value !== null && value < 0).length
  return (
    count > 0 && (count === 1 ? `1 ${thing} below zero is not shown` : `${count} ${thing}s below zero are not shown`)
  )
}
