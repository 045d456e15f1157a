import { plainTexts } from '../language/plainTexts.ts'
/** An uploaded file before it becomes a table: how it is read, its content, and which columns are loaded. */

export interface Reading {
  /** CSV: the delimiter; detected if not specified. */
  delimiter?: string
  /** CSV and Excel: whether the first line is a header. */
  hasHeader?: boolean
  encoding?: Encoding
  /** Excel: the sheet; the first by default. */
  sheet?: string
  /** Text and Excel: lines before the header, or before the first row if there is no header. */
  skipRows?: number
  decimal?: '.' | ','
  /** CSV: the thousands separator of the columns that use one, as detected. */
  thousands?: '.' | ','
  /** Texts that mean a missing value. */
  nullValues?: string[]
  /** Whether dates like 05/06/2024 have the day before the month. */
  dayFirst?: boolean
  /** Maximum number of rows to read. */
  maxRows?: number
  /** Types of columns by their names in the file, if they differ from the detected ones. */
  types?: Record<string, ColumnType>
  /** The columns to load, by their names in the file. */
  only?: string[]
  /** Adds a column with this name that numbers the rows from 0. */
  indexName?: string
  /**
   * The column with row labels: it becomes the first column with the name specified here, or is omitted without a name.
   */
  rowLabels?: { column: string; name: string | undefined }
  /** Text: whether spaces after a delimiter are ignored. */
  trimStart?: boolean
  /** Text: whether an empty line is a row without values. */
  keepBlankLines?: boolean
}

export const encodings = ['utf-8', 'utf-16', 'latin-1'] as const
export type Encoding = (typeof encodings)[number]

/** Types that a column can be converted to. */
export const columnTypes = ['VARCHAR', 'BIGINT', 'DOUBLE', 'BOOLEAN', 'DATE', 'TIMESTAMP'] as const
export type ColumnType = (typeof columnTypes)[number]

/** Names of the column types in the interface and in messages. */
export const columnTypeNames: Record<ColumnType, string> = plainTexts({
  VARCHAR: 'Text',
  BIGINT: 'Integer',
  DOUBLE: 'Decimal',
  BOOLEAN: 'True or false',
  DATE: 'Date',
  TIMESTAMP: 'Date and time',
})

export interface ColumnChoice {
  /** The column's name in the file (as in the preview). */
  source: string
  name: string
  /** Set if the type differs from the detected one. */
  type?: ColumnType
  /** `blank`: values of another type become empty. By default, they cause the file to be rejected. */
  others?: 'blank'
  /** The type shown in the preview: if the file turns out to contain text, the user is asked first. */
  seen?: string
}

/** A column that is text because of a few values. */
export interface TextColumn {
  source: string
  /** The common type of all other values of the column, if there is one. */
  type?: ColumnType
  /** The first of these values, and its line (in a sheet: its row). */
  line?: number
  value?: string
  /** Number of these values, if known. */
  count?: number
}

/** What to do if a table with the name exists: reject, replace its rows, or append. */
export const ifExistsChoices = ['fail', 'replace', 'append'] as const
export type IfExists = (typeof ifExistsChoices)[number]

export type UploadFormat = 'csv' | 'json' | 'parquet' | 'xlsx'

export interface PreviewColumn {
  name: string
  /** The name under which the engine reads the column, if `name` differs from it. */
  source?: string
  type: string
  genericType: number
  /** The column's name in the file, if an earlier column has the same name. */
  repeats?: string
}

export interface FilePreview {
  format: UploadFormat
  columns: PreviewColumn[]
  /** The first rows, every value as text. */
  rows: (string | null)[][]
  /** null: unknown before the file is loaded. */
  rowCount: number | null
  isEstimate: boolean
  warnings: string[]
  /** Columns that are text because of a few values; all their other values are numbers or dates. */
  texts: TextColumn[]
  /** Names of an Excel file's sheets. */
  sheets: string[]
  /** The settings with which the file was read, including detected ones. */
  reading: Reading
  /** CSV and Excel: the line (in a sheet: the row) with the column names. */
  namesLine?: number
  /** CSV: number of lines at its start that do not match the table below them. */
  leftOut?: number
}
