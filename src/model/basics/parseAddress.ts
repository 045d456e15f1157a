/** An address of the web, or undefined for any other text: `URL.parse`, which the oldest browsers lack. */
export function parseAddress(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    // the text is not an address: the constructor has no other way to say so
    return undefined
  }
}
