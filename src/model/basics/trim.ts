/**
 * Texts without what stands at their ends, in one walk. A pattern like `/\s+$/` begins again at each blank within a text,
 * which takes minutes where somebody sends a million of them.
 */

/** `dropped` is of one character. */
export function trimmedEnd(text: string, dropped: RegExp): string {
  let end = text.length
  while (end > 0 && dropped.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** `dropped` is of one character. */
export function trimmedBoth(text: string, dropped: RegExp): string {
  let start = 0
  while (start < text.length && dropped.test(text.charAt(start))) start++
  return trimmedEnd(text.slice(start), dropped)
}
