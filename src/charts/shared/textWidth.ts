/** Letters grouped by their approximate width at 12 px; capitals and all other characters have one width each. */
const widths: [letters: RegExp, width: number][] = [
  [/[.,:;'|ijlI! ]/, 3.8],
  [/[rtf()[\]/"_1-]/, 5.2],
  [/[kxzavsycJL7?]/, 6.9],
  [/[mwM]/, 10.6],
  [/[W@%—…]/, 12],
  [/[A-Z]/, 8.8],
]

/** Cache of letter widths: a chart may have ten thousand names. */
const met = new Map<string, number>()

export function letterWidth(letter: string): number {
  if (letter.codePointAt(0)! > 0x2e80) return 12
  const known = met.get(letter)
  if (known !== undefined) return known
  const width = widths.find(([letters]) => letters.test(letter))?.[1] ?? 7.4
  met.set(letter, width)
  return width
}

/**
 * Approximate width in px of text at 12 px in Inter, slightly overestimated: sufficient to reserve space where text
 * cannot be measured.
 */
export function textWidth(text: string): number {
  let width = 0
  for (const letter of text) width += letterWidth(letter)
  return width
}

/** The same as `textWidth` for axis labels and value labels, which have a font size of 11 px. */
export const labelWidth = (text: string): number => textWidth(text) * (11 / 12)

/** The text, truncated with an ellipsis if it is wider than `room` px at `fontSize`. */
export function cutText(text: string, room: number, fontSize = 12): string {
  const scale = fontSize / 12
  if (textWidth(text) * scale <= room) return text
  let [start, width] = ['', letterWidth('…')]
  // the text may be long: the loop ends where the space ends
  for (const letter of text) {
    width += letterWidth(letter)
    if (start !== '' && width * scale > room) break
    start += letter
  }
  return `${start.trimEnd()}…`
}

/** A label in at most `most` lines of at most `room` px. The last one is truncated if there were more. */
export function linesOf(text: string, room: number, most: number): string[] {
  const lines: string[] = []
  let words = text.split(' ')
  while (words.length > 0 && lines.length < most - 1) {
    let count = 1
    while (count < words.length && labelWidth(words.slice(0, count + 1).join(' ')) <= room) count += 1
    lines.push(cutText(words.slice(0, count).join(' '), room, 11))
    words = words.slice(count)
  }
  return words.length === 0 ? lines : [...lines, cutText(words.join(' '), room, 11)]
}
