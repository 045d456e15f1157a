/** A table or a column that the open editor knows. */
export interface EditorName {
  name: string
  /** the schema of a table, or the table of a column */
  place: string
  /** writes it into the editor */
  onSelect: () => void
}

/** How the palette finds names of the editor on the page. */
export interface EditorFinder {
  /** changes when other names are found for the same text */
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

/** Offers the names of an editor while it is open. Returns a function that ends this. */
export function offerNames(finder: EditorFinder): () => void {
  current = finder
  for (const listener of listeners) listener()
  return () => {
    if (current !== finder) return
    current = undefined
    for (const listener of listeners) listener()
  }
}
