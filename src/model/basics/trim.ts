/**
 * Trims texts in one pass. A pattern like `/\s+$/` starts again at each space within a text, which takes minutes for a
 * text with a million of them.
 */

/** `dropped` is a single character. */
export function trimmedEnd(text: string, dropped: RegExp): string {
  let end = text.length
  while (end > 0 && dropped.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** `dropped` is a single character. */
export function trimmedBoth(text: string, dropped: RegExp): string {
  let start = 0
  while (start < text.length && dropped.test(text.charAt(start))) start++
  return trimmedEnd(text.slice(start), dropped)
}
