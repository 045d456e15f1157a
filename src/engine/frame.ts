/**
 * A table in the engine, by columns. All post-processing takes and gives frames.
 * Times are epoch milliseconds (UTC) as numbers in columns of type `time`. Integers beyond 2^53 are bigint.
 * NaN and null are both "missing" and are kept apart only where an operation says so.
 */
export type Cell = null | number | bigint | string | boolean | Cell[]

export type CellType = 'int' | 'float' | 'text' | 'bool' | 'time' | 'object'

/** A part of a header that is not text keeps its type: a time prints as a date, a float 1 prints as `1.0`. */
export type NamePart = string | number | bigint | boolean | null | { t: number } | { f: number }

/** A list is the levels of a many-level header (after pivot, before flatten); a null level prints as nothing. */
export type ColumnName = string | NamePart[]

export interface Column {
  name: ColumnName
  type: CellType
  values: Cell[]
}

export interface Frame {
  columns: Column[]
  rowCount: number
  /** Names of the header's levels where there is more than one; the metric's level has none. */
  levels?: (string | null)[]
  /** Present once an operation made an index (pivot, resample); `values[level][row]`. */
  index?: { names: (string | null)[]; types: CellType[]; values: Cell[][] }
  /** Rows were reordered or thinned: flatten then adds a column `index`. */
  unnamedIndex?: Cell[]
}
