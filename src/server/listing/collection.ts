import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { Subject } from '../access/subject.ts'
import type { Services } from '../services.ts'
import type { Db, TableName } from '../storage/schema.ts'

export type Predicate = Expression<SqlBool>

/** A filter of a product's own: `chart_all_text`. `undefined` means "no filter". */
export interface CustomFilter {
  /** How `_info` calls it. */
  name: string
  where: (value: unknown, subject: Subject) => Predicate | undefined
}

/** What kind of search the standard operators make of a column. */
export interface Searchable {
  type: 'text' | 'integer' | 'boolean' | 'time' | 'toOne' | 'toMany'
  /** The column, or for toMany the condition that the relation holds this id. */
  column?: RawBuilder<unknown>
  holds?: (id: number, subject: Subject) => Predicate
}

/** How a column may be searched. */
export interface SearchColumn extends Searchable {
  custom?: Record<string, CustomFilter>
}

/** What a loader gets: which of the listed columns are wanted (roots of dotted names). */
export interface LoadContext {
  db: Db
  subject: Subject
  now: number
  wanted: ReadonlySet<string>
}

/** How one resource is listed: everything that may be asked of it is declared here, nothing else can be. */
export interface Collection {
  table: TableName
  /** As titles name it: `List Slice`. */
  title: string
  listTitle?: string
  listColumns: readonly string[]
  /** Order column -> what it sorts by. */
  orderColumns: Record<string, RawBuilder<unknown>>
  /** Columns that filters may name. */
  searchColumns: Record<string, SearchColumn>
  /** Without one, rows come by id, ascending. */
  defaultOrder?: string
  /** Rows that an order column does not tell apart come newest first, as the contract's lists of charts have it. */
  equalsNewestFirst?: boolean
  /** `page_size: -1` gives all rows. */
  uncapped?: boolean
  visible: (services: Services, subject: Subject) => Predicate
  /** Rows by id, each with at least the wanted columns; nested relations as objects and lists. */
  load: (ids: number[], context: LoadContext) => Promise<Map<number, Record<string, unknown>>>
}
