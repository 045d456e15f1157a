import { create } from 'zustand'
import { can } from '../api/bootstrap.ts'
import type { Resource } from '../api/list.ts'

interface Bringing {
  /** data on their way in: `choose` when the reader has still to pick a file */
  file: File | 'choose' | undefined
  /** a bundle to import; of what kind it is, unless it says so itself */
  bundle: { file: File | 'choose'; resource: Resource } | undefined
  /** the server makes something of one of them: no other takes its place until that is done */
  isWriting: boolean
}

export const useUpload = create<Bringing>(() => ({ file: undefined, bundle: undefined, isWriting: false }))

/** Opens the dialog; with a file it is sent at once. */
export function openUpload(file: File | 'choose' = 'choose'): void {
  useUpload.setState({ file, bundle: undefined })
}

/** Opens the dialog that imports a bundle. */
export function openImport(file: File | 'choose', resource: Resource = 'dashboard'): void {
  useUpload.setState({ file: undefined, bundle: { file, resource } })
}

/** Whether the reader may bring files of some kind. The server decides; this only hides. */
export function canUpload(): boolean {
  const views = ['CsvToDatabaseView', 'ColumnarToDatabaseView', 'ExcelToDatabaseView']
  return can('can_write', 'Dataset') && views.some((view) => can('can_this_form_post', view))
}

/** Whether the reader may import bundles of some kind. */
export function canImport(): boolean {
  return ['Dashboard', 'Chart', 'Dataset'].some((view) => can('can_write', view))
}
