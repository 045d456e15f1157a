/** What an editor gave out comes back to it as its value, later than the next keys on a slow machine. */
export interface Echoes {
  /** The editor's text has become this. */
  given: (text: string) => void
  /** Whether a value is not of the editor's own making: then it takes the place of its text. */
  isNews: (value: string, text: string) => boolean
}

export function createEchoes(): Echoes {
  /** Those that have not come back yet, and the last one that has. */
  let awaited: string[] = []
  return {
    given(text) {
      awaited.push(text)
    },
    isNews(value, text) {
      const at = value === text ? awaited.length : awaited.indexOf(value)
      awaited = at < 0 || value === text ? [value] : awaited.slice(at)
      return at < 0
    },
  }
}
