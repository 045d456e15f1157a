/** A table or a column that the open editor can insert. */
export interface EditorName {
  name: string
  /** the schema of a table, or the table of a column */
  place: string
  /** inserts it into the editor */
  onSelect: () => void
}

/** Lets the palette find names for the editor on the page. */
export interface EditorFinder {
  /** changes when the same text may find other names */
  key: string
  find: (text: string) => Promise<EditorName[]>
}

let current: EditorFinder | undefined
const listeners = new Set<() => void>()

export const editorFinder = (): EditorFinder | undefined => current

export function onEditorChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Offers the names of an editor while it is open. Returns a function that stops this. */
export function offerNames(finder: EditorFinder): () => void {
  current = finder
  for (const listener of listeners) listener()
  return () => {
    if (current !== finder) return
    current = undefined
    for (const listener of listeners) listener()
  }
}
