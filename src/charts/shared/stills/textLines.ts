import type { StillInput } from '../contract.ts'

export interface TextLine {
  text: string
  size: number
  isBold: boolean
  /** in px */
  indent: number
  /** the bullet or number of a list item, on its first line; it ends this many px before the text */
  mark?: { text: string; gap: number }
  /** px between the line and the previous one */
  gap: number
}

const sizes = [20, 16, 14]
const BODY = 13
/** In px, as in the styles of the page. */
const INDENT = 20
const MARK_GAP = 7
/** px before a heading, a paragraph, and what follows a heading */
const gaps = { heading: 16, paragraph: 10, afterHeading: 6 }

/**
 * The text of Markdown or HTML, simplified to headings, list items and paragraphs, wrapped to `room` px. Links become
 * their text; images and HTML tags are left out. `body` is the font size of normal text in px.
 */
export function textLines(
  source: string,
  room: number,
  { measure }: Pick<StillInput<unknown>, 'measure'>,
  body = BODY,
): TextLine[] {
  /** what the next line follows */
  let before: 'start' | 'heading' | 'text' | 'blank' = 'start'
  return source
    .slice(0, 20_000)
    .replaceAll(/<(style|script)[\s\S]*?<\/\1>/gi, '')
    .replaceAll(/<h([1-6])\b[^>]*>/gi, (_, level: string) => `\n${'#'.repeat(Number(level))} `)
    .replaceAll(/<li\b[^>]*>/gi, '\n- ')
    .replaceAll(/<\/t[dh]>\s*(?=<t[dh])/gi, ' · ')
    .replaceAll(/<br\s*\/?>|<\/(p|div|h\d|li|tr)>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .split('\n')
    .flatMap((line): TextLine[] => {
      const [, marks, title] = /^\s{0,3}(#{1,6})\s+(.*)$/.exec(line) ?? []
      const [, bullet, item] = /^\s*([-*+]|\d+[.)])\s+(.*)$/.exec(line) ?? []
      const size = marks === undefined ? body : (sizes[marks.length - 1] ?? body)
      const isBold = marks !== undefined
      const plain = withoutMarks(title ?? item ?? line).trim()
      if (plain === '') {
        if (before === 'text') before = 'blank'
        return []
      }
      const first =
        before === 'start'
          ? 0
          : isBold
            ? gaps.heading
            : before === 'heading'
              ? gaps.afterHeading
              : before === 'blank'
                ? gaps.paragraph
                : 0
      before = isBold ? 'heading' : 'text'
      const indent = item === undefined ? 0 : INDENT
      const mark = item === undefined ? undefined : /\d/.test(bullet ?? '') ? bullet : '•'
      const widthOf = (each: string) => measure(each, { size, weight: isBold ? 620 : 420 })
      return wrapped(plain, room - indent, widthOf).map((each, at) => ({
        text: each,
        size,
        isBold,
        indent,
        ...(at === 0 && mark !== undefined && { mark: { text: mark, gap: MARK_GAP } }),
        gap: at === 0 ? first : 0,
      }))
    })
}

const withoutMarks = (text: string) =>
  text
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/(\*\*|__|`|~~)/g, '')
    .replaceAll(/(^|\W)[*_](\S[^*_]*)[*_](?=\W|$)/g, '$1$2')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

function wrapped(text: string, room: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(`${last} ${word}`) <= room) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
