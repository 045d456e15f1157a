import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { Subject } from '../access/subject.ts'
import type { Services } from '../services.ts'
import type { Db, TableName } from '../storage/schema.ts'
import type { SearchedText } from './searchedText.ts'

export type Predicate = Expression<SqlBool>

/** A filter specific to a resource, such as `chart_all_text`. `undefined` means "no filter". */
export interface CustomFilter {
  /** Name of the filter in `_info`. A filter without a name is not listed there. */
  name?: string
  where: (value: unknown, subject: Subject) => Predicate | undefined
}

/** How the standard operators search a column. */
export interface Searchable {
  type: 'text' | 'integer' | 'boolean' | 'time' | 'toOne' | 'toMany'
  /** The column. `toMany` has `holds` instead: the condition that the relation contains this id. */
  column?: RawBuilder<unknown>
  /** The index of a text column. */
  index?: SearchedText
  holds?: (id: number, subject: Subject) => Predicate
}

/** How a column may be searched. */
export interface SearchColumn extends Searchable {
  custom?: Record<string, CustomFilter>
  /** Only later releases of the contract list it in `_info`. */
  isLater?: boolean
}

/** The arguments of a loader. `wanted`: the requested columns (the first parts of dotted names). */
export interface LoadContext {
  db: Db
  subject: Subject
  now: number
  wanted: ReadonlySet<string>
}

/** How one resource is listed. Every allowed column, filter and order is declared here. */
export interface Collection {
  table: TableName
  /** Its name in titles, such as `List Slice`. */
  title: string
  listTitle?: string
  listColumns: readonly string[]
  /** Columns that only later releases of the contract list: they are in a response if they are requested. */
  laterColumns?: readonly string[]
  /** Order column -> the expression to sort by. */
  orderColumns: Record<string, RawBuilder<unknown>>
  /** Order columns that contain names or other texts: they are sorted by the rules of the reader's language. */
  textOrders: readonly string[]
  /** Columns that filters may use. */
  searchColumns: Record<string, SearchColumn>
  /** Default: rows by id, ascending. */
  defaultOrder?: string
  /** Rows with equal values in the order column are sorted newest first, as in the contract's lists of charts. */
  equalsNewestFirst?: boolean
  /** `page_size: -1` returns all rows. */
  uncapped?: boolean
  visible: (services: Services, subject: Subject) => Predicate
  /** Rows by id, each with at least the requested columns; nested relations as objects and lists. */
  load: (ids: number[], context: LoadContext) => Promise<Map<number, Record<string, unknown>>>
}
