import type { StillInput } from '../contract.ts'

export interface TextLine {
  text: string
  size: number
  isBold: boolean
  /** in px */
  indent: number
}

const sizes = [20, 16, 14]
const BODY = 13
const INDENT = 14

/**
 * The text of Markdown or HTML, simplified: headings, lists and paragraphs in lines of this width. Links become their
 * text, images and HTML are left out.
 */
export function textLines(source: string, room: number, { measure }: Pick<StillInput<unknown>, 'measure'>): TextLine[] {
  return source
    .slice(0, 20_000)
    .replaceAll(/<(style|script)[\s\S]*?<\/\1>/gi, '')
    .replaceAll(/<\/t[dh]>\s*(?=<t[dh])/gi, ' · ')
    .replaceAll(/<br\s*\/?>|<\/(p|div|h\d|li|tr)>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .split('\n')
    .flatMap((line): TextLine[] => {
      const [, marks, title] = /^\s{0,3}(#{1,6})\s+(.*)$/.exec(line) ?? []
      const [, bullet, item] = /^\s*([-*+]|\d+[.)])\s+(.*)$/.exec(line) ?? []
      const size = marks === undefined ? BODY : (sizes[marks.length - 1] ?? BODY)
      const isBold = marks !== undefined
      const plain = withoutMarks(title ?? item ?? line).trim()
      if (plain === '') return []
      const indent = item === undefined ? 0 : INDENT
      const text = item === undefined ? plain : `${/\d/.test(bullet ?? '') ? bullet : '•'} ${plain}`
      const widthOf = (each: string) => measure(each, { size, weight: isBold ? 620 : 420 })
      return wrapped(text, room - indent, widthOf).map((each) => ({ text: each, size, isBold, indent }))
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
