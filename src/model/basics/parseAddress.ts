/** Parses a URL; undefined if the text is not one. The oldest supported browsers lack `URL.parse`. */
export function parseAddress(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    // the constructor throws if the text is not a URL
    return undefined
  }
}
