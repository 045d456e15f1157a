import { create } from 'zustand'
import { can } from '../api/bootstrap.ts'
import type { Resource } from '../api/list.ts'

/** The kinds of files that have a permission, and an address of the older forms, of their own. */
export type UploadKind = 'csv' | 'columnar' | 'excel'

const uploadViews: Record<UploadKind, string> = {
  csv: 'CsvToDatabaseView',
  columnar: 'ColumnarToDatabaseView',
  excel: 'ExcelToDatabaseView',
}

interface Bringing {
  /** data files of one table to upload: `choose` if the user must still select them */
  file: readonly File[] | 'choose' | undefined
  /** what the browser offers to select; default: every kind */
  kind?: UploadKind
  /** a bundle to import; its kind, unless the file says it */
  bundle: { file: File | 'choose'; resource: Resource } | undefined
  /** the server is creating something from one of them: no other file replaces it until that is done */
  isWriting: boolean
}

export const useUpload = create<Bringing>(() => ({ file: undefined, bundle: undefined, isWriting: false }))

/** Opens the dialog; given files are sent at once. */
export function openUpload(file: readonly File[] | 'choose' = 'choose', kind?: UploadKind): void {
  useUpload.setState({ file, bundle: undefined, kind })
}

/** Opens the import dialog. */
export function openImport(file: File | 'choose', resource: Resource = 'dashboard'): void {
  useUpload.setState({ file: undefined, bundle: { file, resource } })
}

/** The kinds of files that the user may upload. The server decides; this only hides the actions. */
export const uploadKinds = (): UploadKind[] =>
  can('can_write', 'Dataset')
    ? (['csv', 'columnar', 'excel'] as const).filter((kind) => can('can_this_form_post', uploadViews[kind]))
    : []

export const canUpload = (): boolean => uploadKinds().length > 0

/** Whether the user may import bundles of some kind. */
export function canImport(): boolean {
  return ['Dashboard', 'Chart', 'Dataset', 'Database'].some((view) => can('can_write', view))
}
