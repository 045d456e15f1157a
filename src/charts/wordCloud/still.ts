import { readableOn } from '../shared/color/readable.ts'
import type { DrawInput } from '../shared/contract.ts'
import { shownSentence } from '../shared/note.ts'
import { h, type SvgNode } from '../shared/svg/tree.ts'
import { fontSans } from '../shared/theme.ts'
import { layOutWithNote, readWords, type Word } from './layout.ts'
import type { WordCloudForm } from './query.ts'

/** Font size in px from which WCAG requires less contrast. */
const largeText = 24

export const noNumbers = 'A word cloud needs a metric with numbers: every value of this one is empty.'

type Cloud = ReturnType<typeof layOutWithNote>

/**
 * Words as SVG with real text. The same data always results in the same image. `all`: the number of words in the
 * data.
 */
export function cloudSvg(
  cloud: Cloud,
  all: number,
  { color, theme, size }: Pick<DrawInput<WordCloudForm>, 'color' | 'theme' | 'size'>,
): SvgNode {
  const { width, height } = size
  // words that were laid out in a larger area are scaled down
  const scale = cloud.width / width
  return h(
    'svg',
    { width, height, viewBox: `0 0 ${cloud.width} ${height * scale}`, fontFamily: fontSans, fontWeight: 560 },
    cloud.words.map((word, at) =>
      h(
        'text',
        {
          'data-word': at,
          transform: `translate(${word.x},${word.y}) rotate(${word.rotation})`,
          textAnchor: 'middle',
          dy: '0.33em',
          fontSize: word.fontSize.toFixed(1),
          fill: readableOn(color(word.text), theme.surface, word.fontSize >= largeText ? 3 : 4.5),
        },
        word.text,
      ),
    ),
    cloud.words.length < all &&
      h(
        'text',
        { x: 0, y: (height - 4) * scale, fontSize: 11 * scale, fontWeight: 420, fill: theme.text3 },
        shownSentence(`${cloud.words.length} of ${all} words fit`),
      ),
  )
}

export function still(input: DrawInput<WordCloudForm>): SvgNode | string {
  const { formData: form, size } = input
  const words: Word[] = readWords(input)
  if (words.length === 0) return noNumbers
  return cloudSvg(layOutWithNote(words, form.rotation, size), words.length, input)
}
