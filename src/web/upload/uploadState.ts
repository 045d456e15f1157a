import { create } from 'zustand'
import { can } from '../api/bootstrap.ts'

/** The file on its way in: `choose` when the reader has still to pick one. */
export const useUpload = create<{ file: File | 'choose' | undefined }>(() => ({ file: undefined }))

/** Opens the dialog; with a file it is sent at once. */
export function openUpload(file: File | 'choose' = 'choose'): void {
  useUpload.setState({ file })
}

/** Whether the reader may bring files of some kind. The server decides; this only hides. */
export function canUpload(): boolean {
  const views = ['CsvToDatabaseView', 'ColumnarToDatabaseView', 'ExcelToDatabaseView']
  return can('can_write', 'Dataset') && views.some((view) => can('can_this_form_post', view))
}
