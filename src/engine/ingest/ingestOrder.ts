import type { ColumnChoice, Reading, UploadFormat } from '../../model/upload/upload.ts'

/** geojson: the points of a feature collection, one row each. */
export type IngestFormat = 'parquet' | 'csv' | 'json' | 'geojson'

/** What a reader of files has to do. */
export interface IngestOrder {
  source: string
  target: string
  format: IngestFormat
  memoryLimitMb: number
  spillFolder: string
  spillLimitMb: number
  /** A file whose rows come first: those of the table to which the new rows are appended. */
  base?: string
  /** For JSON: the columns of a list of objects, with types of the engine. Default: those of the file. */
  columns?: { name: string; type: string }[]
  /** A file from a user: it is checked before it is loaded, by its content and not by its name. */
  upload?: UploadOrder
}

export interface UploadOrder {
  reading: Reading
  /** The columns to load, in this order. Default: all. */
  columns?: ColumnChoice[]
  /** Only files of these formats. Default: any. */
  formats?: UploadFormat[]
  /** Maximum size of a packed file when it is unpacked, in bytes. */
  maxBytes: number
  /** Whether to preview the file, to load it, or to preview it and then load it with what the preview detected. */
  work: 'preview' | 'load' | 'both'
  /** Whether the end of the file has not arrived yet. */
  isGrowing?: boolean
}
