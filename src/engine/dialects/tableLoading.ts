import type { TableDetails } from '../contracts.ts'

/** How a file is loaded into a table of a database. */

/** Kinds of columns of a file's table, by the types of the embedded engine. */
export type LoadedKind = 'integer' | 'float' | 'boolean' | 'date' | 'timestamp' | 'text'

export interface TableLoading {
  types: Readonly<Record<LoadedKind, string>>
  decimal(precision: number, scale: number): string
  /** The text after the columns of CREATE TABLE. */
  tail?: string
  /** Times are written as typed values, because plain strings are not accepted. */
  castsTimes?: true
  /** Creating, dropping and renaming tables is part of a transaction (`Engine.load`). */
  isTransactional?: true
  /** Names become lower case. */
  lowersNames?: true
  /** Number of rows in one INSERT. */
  rowsAtOnce: number
  /** Renames a table; `name` is the bare name of `to`. */
  rename(from: string, to: string, name: string): string
  /**
   * Statements that mark a table, before it replaces another table with this mark. Absent: queries cannot fill tables.
   */
  mark?(table: MarkedTable): string[]
  /**
   * One statement that replaces a table with another, and renames the replaced one to a third name. Absent: two
   * renames.
   */
  swap?(staged: string, target: string, old: string): string
}

/** A table that a query has filled, as SQL. */
export interface MarkedTable {
  table: string
  /** Without its schema. */
  name: string
  /** The mark as the name of an index in the schema of the table. */
  index: string
  /** The mark as a literal. */
  comment: string
}

/**
 * Whether a table has the mark of the report that fills it. A table of the same name that another user created does not
 * have it.
 */
export const isMarked = ({ comment, indexes }: Pick<TableDetails, 'comment' | 'indexes'>, mark: string): boolean =>
  comment?.includes(mark) === true || indexes.some(({ name }) => name === mark)

/** For databases that place a new name without a schema in the schema of the table. */
export const alterRename: TableLoading['rename'] = (from, _to, name) => `ALTER TABLE ${from} RENAME TO ${name}`

export const renameBoth: TableLoading['swap'] = (staged, target, old) =>
  `RENAME TABLE ${target} TO ${old}, ${staged} TO ${target}`
