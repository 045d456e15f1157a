/** Letters of about the same width at 12 px, by that width; capitals and all others have one each. */
const widths: [letters: RegExp, width: number][] = [
  [/[.,:;'|ijlI! ]/, 3.8],
  [/[rtf()[\]/"_1-]/, 5.2],
  [/[kxzavsycJL7?]/, 6.9],
  [/[mwM]/, 10.6],
  [/[W@%—…]/, 12],
  [/[A-Z]/, 8.8],
]

/**
 * Rough width in px of a text of 12 px in Inter, a little on the safe side: good enough to reserve room where nothing
 * can be measured.
 */
export function textWidth(text: string): number {
  let width = 0
  for (const char of text) {
    width += char.codePointAt(0)! > 0x2e80 ? 12 : (widths.find(([letters]) => letters.test(char))?.[1] ?? 7.4)
  }
  return width
}

/** The text, cut with an ellipsis where it is wider than `room` px at `fontSize`. */
export function cutText(text: string, room: number, fontSize = 12): string {
  const scale = fontSize / 12
  if (textWidth(text) * scale <= room) return text
  const chars = [...text]
  while (chars.length > 1 && textWidth(`${chars.join('')}…`) * scale > room) chars.pop()
  return `${chars.join('').trimEnd()}…`
}
