/**
 * A table in the engine, by column. Post-processing takes and returns frames.
 * Times are epoch milliseconds (UTC) as numbers in columns of type `time`. Integers beyond 2^53 are bigint.
 * NaN and null both mean "missing" and are distinguished only where an operation says so.
 */
export type Cell = null | number | bigint | string | boolean | Cell[]

export type CellType = 'int' | 'float' | 'text' | 'bool' | 'time' | 'object'

/** A part of a header that is not text keeps its type: a time is printed as a date, a float 1 as `1.0`. */
export type NamePart = string | number | bigint | boolean | null | { t: number } | { f: number }

/**
 * A list contains the levels of a multi-level header (after pivot, before flatten); a null level is printed as an empty
 * string.
 */
export type ColumnName = string | NamePart[]

export interface Column {
  name: ColumnName
  type: CellType
  values: Cell[]
}

export interface Frame {
  columns: Column[]
  rowCount: number
  /** Names of the header's levels if there are several; the level of the metrics has no name. */
  levels?: (string | null)[]
  /** Present if an operation created an index (pivot, resample); `values[level][row]`. */
  index?: { names: (string | null)[]; types: CellType[]; values: Cell[][] }
  /** Set if rows were reordered or removed: flatten then adds a column `index`. */
  unnamedIndex?: Cell[]
}
