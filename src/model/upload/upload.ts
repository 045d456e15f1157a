/** An uploaded file on its way to a table: how it is read, what is in it, what of it is kept. */

export interface Reading {
  /** CSV: what separates values; found by looking where it is not said. */
  delimiter?: string
  /** CSV and Excel: whether the first line holds the names. */
  hasHeader?: boolean
  encoding?: Encoding
  /** Excel: which sheet, the first unless said. */
  sheet?: string
  /** Text and Excel: lines before the names, or before the first row where there are none. */
  skipRows?: number
  decimal?: '.' | ','
  /** CSV: what parts the thousands of numbers in columns that are written so; found by looking. */
  thousands?: '.' | ','
  /** Texts that stand for no value. */
  nullValues?: string[]
  /** Days before months in dates like 05/06/2024. */
  dayFirst?: boolean
  /** No more rows than these. */
  maxRows?: number
  /** Types of columns by their names in the file, where they differ from the detected ones. */
  types?: Record<string, ColumnType>
  /** The columns to keep, by their names in the file. */
  only?: string[]
  /** A column of this name that counts the rows from 0. */
  indexName?: string
  /** The column that labels the rows: it comes first under the name given here, or is left out where none is given. */
  rowLabels?: { column: string; name: string | undefined }
  /** Text: blanks after a delimiter do not belong to the value. */
  trimStart?: boolean
  /** Text: a line without anything is a row without values. */
  keepBlankLines?: boolean
}

export const encodings = ['utf-8', 'utf-16', 'latin-1'] as const
export type Encoding = (typeof encodings)[number]

/** Types that a column can be read as, whatever was detected. */
export const columnTypes = ['VARCHAR', 'BIGINT', 'DOUBLE', 'BOOLEAN', 'DATE', 'TIMESTAMP'] as const
export type ColumnType = (typeof columnTypes)[number]

/** What they are called where they are chosen, and in what is said of them. */
export const columnTypeNames: Record<ColumnType, string> = {
  VARCHAR: 'Text',
  BIGINT: 'Integer',
  DOUBLE: 'Decimal',
  BOOLEAN: 'True or false',
  DATE: 'Date',
  TIMESTAMP: 'Date and time',
}

export interface ColumnChoice {
  /** As the file calls it (in the preview). */
  source: string
  name: string
  /** Where it differs from the detected one. */
  type?: ColumnType
  /** What becomes of values that are not of the type: a refusal, unless they are to be left blank. */
  others?: 'blank'
  /** The type that its owner was shown: where the file turns out to hold text instead, he is asked first. */
  seen?: string
}

/** A column that is text because of single values. */
export interface TextColumn {
  source: string
  /** The type of all its other values, where they share one. */
  type?: ColumnType
  /** The first of them, and its line (of a sheet: its row). */
  line?: number
  value?: string
  /** How many there are, where it is known. */
  count?: number
}

/** What becomes of a table that has the name already: nothing and a refusal, other rows, or more rows. */
export const ifExistsChoices = ['fail', 'replace', 'append'] as const
export type IfExists = (typeof ifExistsChoices)[number]

export type UploadFormat = 'csv' | 'json' | 'parquet' | 'xlsx'

export interface PreviewColumn {
  name: string
  /** Under which it is read, where that is another name. */
  source?: string
  type: string
  genericType: number
}

export interface FilePreview {
  format: UploadFormat
  columns: PreviewColumn[]
  /** The first rows, every value as text. */
  rows: (string | null)[][]
  /** null: not known before it is read. */
  rowCount: number | null
  isEstimate: boolean
  warnings: string[]
  /** Columns of numbers and days, but for single values. */
  texts: TextColumn[]
  /** Names of an Excel file's sheets. */
  sheets: string[]
  /** What was assumed. */
  reading: Reading
  /** CSV and Excel: the line (of a sheet: the row) that holds the names. */
  namesLine?: number
  /** CSV: lines at its beginning that do not fit the table below them. */
  leftOut?: number
}
