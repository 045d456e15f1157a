const narrow = /[.,:;'|ijl! ]/
const wide = /[mwM%]/
const widest = /[W@—]/

/**
 * Rough width in px of a text of 12 px in Inter, a little on the safe side: good enough to reserve room where nothing
 * can be measured.
 */
export function textWidth(text: string): number {
  let width = 0
  for (const char of text) {
    if (char.codePointAt(0)! > 0x2e80) width += 12
    else if (narrow.test(char)) width += 3.8
    else if (wide.test(char)) width += 10.6
    else if (widest.test(char)) width += 12.4
    else width += char >= 'A' && char <= 'Z' ? 8.8 : 7.2
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
