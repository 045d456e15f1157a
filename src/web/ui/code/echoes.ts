/** An editor receives its own changes back as its value; on a slow machine, this may happen after the next keys. */
export interface Echoes {
  /** Records the new text of the editor. */
  given: (text: string) => void
  /** Whether a value comes from outside of the editor, and therefore replaces the editor's text. */
  isNews: (value: string, text: string) => boolean
}

export function createEchoes(): Echoes {
  /** Texts that were not received back yet, and the last text that was received back. */
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
