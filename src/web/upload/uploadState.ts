import { create } from 'zustand'
import { can } from '../api/bootstrap.ts'
import type { Resource } from '../api/list.ts'

interface Bringing {
  /** a data file to upload: `choose` if the user must still select a file */
  file: File | 'choose' | undefined
  /** a bundle to import; its kind, unless the file says it */
  bundle: { file: File | 'choose'; resource: Resource } | undefined
  /** the server is creating something from one of them: no other file replaces it until that is done */
  isWriting: boolean
}

export const useUpload = create<Bringing>(() => ({ file: undefined, bundle: undefined, isWriting: false }))

/** Opens the dialog; a given file is sent at once. */
export function openUpload(file: File | 'choose' = 'choose'): void {
  useUpload.setState({ file, bundle: undefined })
}

/** Opens the import dialog. */
export function openImport(file: File | 'choose', resource: Resource = 'dashboard'): void {
  useUpload.setState({ file: undefined, bundle: { file, resource } })
}

/** Whether the user may upload files of some kind. The server decides; this only hides the actions. */
export function canUpload(): boolean {
  const views = ['CsvToDatabaseView', 'ColumnarToDatabaseView', 'ExcelToDatabaseView']
  return can('can_write', 'Dataset') && views.some((view) => can('can_this_form_post', view))
}

/** Whether the user may import bundles of some kind. */
export function canImport(): boolean {
  return ['Dashboard', 'Chart', 'Dataset', 'Database'].some((view) => can('can_write', view))
}
