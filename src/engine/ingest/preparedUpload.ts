import type { Reading } from '../../model/upload/upload.ts'
import type { Inspected } from './inspect.ts'
import type { Sheet } from './workbook.ts'

/** A text column that is not read as the engine detects it. */
export interface Correction {
  name: string
  /** The type with which the reader of the file returns it. */
  read: string
  /** The SQL expression that converts the value; absent: it is not converted. */
  value?: string
}

export interface PreparedUpload extends Inspected {
  reading: Reading
  /** All files of a table that consists of several files; `path` is the first one. */
  parts?: readonly string[]
  /** For an Excel file, `path` is its sheet as CSV. */
  sheet?: Sheet
  /** For text: columns that are not read as the engine detects them. */
  corrections?: readonly Correction[]
}
