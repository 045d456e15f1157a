import type { Reading } from '../../model/upload/upload.ts'
import type { Inspected } from './inspect.ts'
import type { Sheet } from './workbook.ts'

/** A text column that is not read as the engine detects it. */
export interface Correction {
  name: string
  /** The type that its reader returns. */
  read: string
  /** The correction of this type, if there is one. */
  value?: string
}

export interface PreparedUpload extends Inspected {
  reading: Reading
  /** The files of a table in several of them; `path` is the first. */
  parts?: readonly string[]
  /** For an Excel file, `path` is its sheet as CSV. */
  sheet?: Sheet
  /** For text: columns that are not read as the engine detects them. */
  corrections?: readonly Correction[]
}
