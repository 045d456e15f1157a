import type { Reading } from '../../model/upload/upload.ts'
import type { Inspected } from './inspect.ts'
import type { Sheet } from './workbook.ts'

/** A column of text that is not read as the engine would by itself. */
export interface Correction {
  name: string
  /** The type that its reader gives it. */
  read: string
  /** What becomes of that, where something does. */
  value?: string
}

export interface PreparedUpload extends Inspected {
  reading: Reading
  /** Where it is an Excel file: `path` is its sheet as CSV. */
  sheet?: Sheet
  /** Text: columns that are not read as the engine would. */
  corrections?: readonly Correction[]
}
