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

function letterWidth(letter: string): number {
  if (letter.codePointAt(0)! > 0x2e80) return 12
  const known = met.get(letter)
  if (known !== undefined) return known
  const width = widths.find(([letters]) => letters.test(letter))?.[1] ?? 7.4
  met.set(letter, width)
  return width
}

/**
 * Approximate width in px of a text of 12 px in Inter, slightly overestimated: sufficient to reserve space where text
 * cannot be measured.
 */
export function textWidth(text: string): number {
  let width = 0
  for (const letter of text) width += letterWidth(letter)
  return width
}

/** The same for axis labels and value labels, which have a font size of 11 px. */
export const labelWidth = (text: string): number => textWidth(text) * (11 / 12)

/** The text, truncated with an ellipsis if it is wider than `room` px at `fontSize`. */
export function cutText(text: string, room: number, fontSize = 12): string {
  const scale = fontSize / 12
  if (textWidth(text) * scale <= room) return text
  let [start, width] = ['', letterWidth('…')]
  // a text may be long: only its beginning is read
  for (const letter of text) {
    width += letterWidth(letter)
    if (start !== '' && width * scale > room) break
    start += letter
  }
  return `${start.trimEnd()}…`
}
