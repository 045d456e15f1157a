import { can } from '../api/bootstrap.ts'

/** The kinds of files that have a separate permission and a separate address of the older forms. */
export type UploadKind = 'csv' | 'columnar' | 'excel'

const views: Record<UploadKind, string> = {
  csv: 'CsvToDatabaseView',
  columnar: 'ColumnarToDatabaseView',
  excel: 'ExcelToDatabaseView',
}

/** The kinds that the user may upload; not in `uploadState.ts`, which every page loads. */
export const uploadKinds = (): UploadKind[] =>
  can('can_write', 'Dataset')
    ? (['csv', 'columnar', 'excel'] as const).filter((kind) =>
        ['can_this_form_get', 'can_this_form_post'].every((right) => can(right, views[kind])),
      )
    : []
