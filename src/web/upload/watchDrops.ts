import { canImport, canUpload, openImport, openUpload, useUpload } from './uploadState.ts'

/** The kind of a dragged file: data to explore, or a bundle to import. */
export type Dropped = 'data' | 'bundle'

const zipType = /^application\/(x-)?zip(-compressed)?$/

/**
 * The kind of a dragged file, of which only the type is known. For users who may import, a ZIP is a bundle, and so is
 * any other file if they may not upload data.
 */
function kindOf({ items, types }: DataTransfer): Dropped | undefined {
  if (!types.includes('Files') || useUpload.getState().isWriting) return undefined
  const isZip = [...items].some(({ type }) => zipType.test(type))
  return (isZip || !canUpload()) && canImport() ? 'bundle' : canUpload() ? 'data' : undefined
}

const isZip = ({ name, type }: File) => zipType.test(type) || /\.zip$/i.test(name)

/**
 * Watches files that are dragged over the window, on any page: `onOver` receives their kind, and dropping them opens
 * their dialog. Not in `useWindowDrop.ts`, which every page loads. Returns a function that stops it.
 */
export function watchDrops(onOver: (kind: Dropped | undefined) => void): () => void {
  // Entering a child fires a leave event on its parent: only the last leave event is relevant.
  let depth = 0
  // otherwise the browser would open the file instead of the page
  const takeOver = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
  }
  const onEnter = (event: DragEvent) => {
    // if the page has just changed under the file, it may be dropped without another dragover event
    takeOver(event)
    const kind = event.dataTransfer ? kindOf(event.dataTransfer) : undefined
    if (kind === undefined) return
    depth += 1
    onOver(kind)
  }
  const onLeave = (event: DragEvent) => {
    if (!event.dataTransfer || kindOf(event.dataTransfer) === undefined) return
    depth = Math.max(0, depth - 1)
    if (depth === 0) onOver(undefined)
  }
  const onDragOver = (event: DragEvent) => {
    takeOver(event)
    // the file was over the page before this listener existed
    if (depth === 0) onEnter(event)
  }
  const onDrop = (event: DragEvent) => {
    depth = 0
    onOver(undefined)
    const kind = event.dataTransfer ? kindOf(event.dataTransfer) : undefined
    const files = [...(event.dataTransfer?.files ?? [])]
    const [file] = files
    if (kind === undefined || event.defaultPrevented) return
    event.preventDefault()
    if (!file) return
    if (kind === 'bundle' || (isZip(file) && canImport())) openImport(file)
    else openUpload(files)
  }
  window.addEventListener('dragenter', onEnter)
  window.addEventListener('dragleave', onLeave)
  window.addEventListener('dragover', onDragOver)
  window.addEventListener('drop', onDrop)
  return () => {
    window.removeEventListener('dragenter', onEnter)
    window.removeEventListener('dragleave', onLeave)
    window.removeEventListener('dragover', onDragOver)
    window.removeEventListener('drop', onDrop)
  }
}
