import { create } from 'zustand'
import { can } from '../api/bootstrap.ts'
import type { Resource } from '../api/list.ts'
import type { UploadKind } from './uploadKinds.ts'

interface Bringing {
  /** data files of one table to upload: `choose` if the user must still select them */
  file: readonly File[] | 'choose' | undefined
  /** file types in the browser's file dialog; default: every kind */
  kind?: UploadKind
  /** a bundle to import; its kind, unless the file contains it */
  bundle: { file: File | 'choose'; resource: Resource } | undefined
  /** whether the server is creating something from a file: until that is done, no other file replaces it */
  isWriting: boolean
}

export const useUpload = create<Bringing>(() => ({ file: undefined, bundle: undefined, isWriting: false }))

/** Opens the dialog; files that are passed are sent at once. */
export function openUpload(file: readonly File[] | 'choose' = 'choose', kind?: UploadKind): void {
  useUpload.setState({ file, bundle: undefined, kind })
}

/** Opens the import dialog. */
export function openImport(file: File | 'choose', resource: Resource = 'dashboard'): void {
  useUpload.setState({ file: undefined, bundle: { file, resource } })
}

/** Whether the user may upload files of some kind. The server decides; this only hides the actions. */
export function canUpload(): boolean {
  const views = ['CsvToDatabaseView', 'ColumnarToDatabaseView', 'ExcelToDatabaseView']
  const mayUse = (view: string) => can('can_this_form_get', view) && can('can_this_form_post', view)
  return can('can_write', 'Dataset') && views.some(mayUse)
}

/** Whether the user may import bundles of some kind. */
export function canImport(): boolean {
  return ['Dashboard', 'Chart', 'Dataset', 'Database'].some((view) => can('can_write', view))
}
