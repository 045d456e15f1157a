import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { FieldErrors } from '../../model/wire/fields.ts'
import type { ViewPermissions } from '../access/permissions.ts'
import type { Subject } from '../access/subject.ts'
import type { Author } from '../entities/changes.ts'
import type { Relation } from '../entities/owners.ts'
import type { CustomFilter, Predicate } from '../listing/collection.ts'
import type { StarClass } from '../listing/favourites.ts'
import type { FormFields } from '../listing/info.ts'
import type { RelatedColumn } from '../listing/related.ts'
import type { MenuEntry } from '../menu.ts'
import type { Resource } from '../resource.ts'
import type { Services } from '../services.ts'
import type { Db, Row, TableName, Trx } from '../storage/schema.ts'

/** What computes the value of a field for many rows. */
export interface ValueContext {
  db: Db
  subject: Subject
  now: number
}

/** A column of the table, shown, searched, sorted and written under the field's name. */
export interface ColumnField<R> {
  type: 'text' | 'integer' | 'boolean' | 'time'
  /** The column, where it is called otherwise. */
  column?: string
  /** Sorts without regard to case. */
  caseless?: boolean
  /** What answers show: the column's value unless said, a time as ISO text. */
  value?: (row: R, context: ValueContext) => unknown
  /** The complaint about a value that another row (of the same parent) has. */
  unique?: string
  /** Operators of its own beside those of its type. */
  custom?: Record<string, CustomFilter>
}

/** One row of another table, or null. Written as its id. */
export interface ToOneField {
  type: 'toOne'
  /** The column that holds the id. */
  column: string
  to: TableName
  columns: readonly string[]
  /** The rows of the other table that the subject may see; all unless said. */
  visible?: (subject: Subject) => Predicate
  /** The error for an id that does not exist, or that the subject may not see. */
  missing?: string
  custom?: Record<string, CustomFilter>
}

/** Rows of another table. Written as a list of ids, which replaces the one before. */
export interface ToManyField {
  type: 'toMany'
  through: Relation
  to: TableName
  columns: readonly string[]
  visible?: (subject: Subject) => Predicate
  missing?: string
  custom?: Record<string, CustomFilter>
}

/** What is shown and is no column: computed from the row, or loaded for all rows at once. */
export interface ComputedField<R> {
  type: 'computed'
  value?: (row: R, context: ValueContext) => unknown
  load?: (rows: readonly R[], context: ValueContext) => Promise<(row: R) => unknown>
  /** What sorting by it compares. */
  order?: RawBuilder<unknown>
}

export type Field<R> = ColumnField<R> | ToOneField | ToManyField | ComputedField<R>

/** One change as its rules see it. */
export interface Change<R, Body> {
  body: Body
  subject: Subject
  author: Author
  /** Id of the parent, where rows have one. */
  parent: number | undefined
  /** The row before the change; undefined for a new one. */
  stored: R | undefined
}

/** The outcome of a change. */
export interface Written<R, Body> {
  id: number
  body: Body
  row: R
  parent: number | undefined
}

/** Complaints by field; a field without any may be named. */
export type Faults = Record<string, string[] | FieldErrors | undefined>

export interface Rules<R, Body> {
  /** Columns that the fields do not give, or give otherwise: a time as text, the hash of a password. */
  values?: (body: Body, change: Change<R, Body>) => Partial<R> | Promise<Partial<R>>
  /** Complaints that need more than the store: asked before the transaction. */
  judge?: (services: Services, change: Change<R, Body>) => Promise<Faults>
  /** Complaints about what the row will be, asked in the transaction. May throw an AppError of its own. */
  check?: (db: Db, next: Partial<R>, change: Change<R, Body>) => Promise<Faults> | Faults
  /** Other rows that belong to it, written in the transaction. */
  written?: (trx: Trx, written: Written<R, Body>, change: Change<R, Body>) => Promise<void>
  /** Throws where these rows may not go; asked in the transaction. */
  remove?: (trx: Trx, ids: readonly number[]) => Promise<void>
  /** Ends every transaction that created, changed or deleted something. */
  changed?: (trx: Trx) => Promise<void>
}

/** How the rows of a resource are written to YAML files, and read from them. The table needs a uuid. */
export interface BundleDeclaration<R> {
  /** Of the ZIP: `saved_query_export_20240101T000000.zip`. */
  name: string
  /** In the complaint `Error importing saved_queries`. */
  title: string
  /** What the metadata of a bundle calls it: `SavedQuery`. */
  type: string
  folder: string
  /** The column with the id of the database that goes along. */
  database?: string & keyof R
  /** What a file must hold, its uuid aside. */
  file: z.ZodObject
  /** Path of a row's file in the folder, without `.yaml`. */
  path: (row: R, database: { database_name: string } | undefined) => string
  /** What a file says, without uuid, version and database. */
  write: (row: R) => Record<string, unknown>
  /** The columns that a file sets, without the database. */
  read: (file: Record<string, unknown>) => Partial<R>
}

type Call = 'list' | 'item' | 'info' | 'create' | 'update' | 'delete' | 'export' | 'import'

/** An API resource with the plain habits. What is not declared does not exist: no `create`, no POST. */
export interface Declaration<Table extends TableName, Body extends object> {
  /** `/api/v1/annotation_layer`; that of rows with a parent holds its id: `/api/v1/annotation_layer/:layer/annotation`. */
  path: string
  table: Table
  /** In the audit log: `RowRule:7`, `row_rule_create`. */
  kind: string
  /** View of its permissions: `Annotation`. */
  view: string
  /** As titles name it: `List Annotation Layer`. */
  title: string
  /** As messages name it: `Deleted 1 rule`, `Deleted 2 rules`. */
  names: { one: string; many: string }
  /** Names of the permissions on the view, where they are not `can_read`, `can_write` and `can_export`. */
  requires?: Partial<Record<Call, string>>
  /** Permission pairs that the contract's table lacks. */
  permissions?: readonly ViewPermissions[]
  menu?: MenuEntry
  /** Whether it is there at all; without it every call answers that the address is unknown. */
  isOn?: (services: Services) => boolean
  /** Its rows belong to one row of another table, whose id stands in the address under this name. */
  parent?: { param: string; column: string & keyof Row<Table>; table: TableName; missing?: () => Error }
  /** The table has no uuid, version, authors and times. */
  isPlainTable?: boolean
  /** Answers carry `count`, `ids` and `result`, or `id` and `result`, and no metadata. Without `_info`. */
  isBare?: boolean

  fields: Record<string, Field<Row<Table>>>
  /** Columns of a list, dotted ones nested (`changed_by.first_name`), in the order in which answers name them. */
  list: readonly string[]
  /** Columns of one item; none: there is no call for one. */
  show?: readonly string[]
  order: readonly string[]
  search: readonly string[]
  /** Without one, rows come by id, ascending. */
  defaultOrder?: string
  /** Pickers of `related/{column}`. */
  related?: readonly RelatedColumn[]
  /** Columns of `distinct/{column}`. */
  distinct?: readonly string[]
  /** A row as answers show it, with all columns of list and item. */
  row: z.ZodObject

  /** Rows that a subject sees and may change; both are all rows unless said, what may be changed among what is seen. */
  policy?: { visible?: (subject: Subject) => Predicate; writable?: (subject: Subject) => Predicate }
  /** Bodies of POST and PUT. `_info` describes its forms by them, unless `forms` does. */
  create?: z.ZodType<Body>
  update?: z.ZodType<Partial<Body>>
  forms?: () => FormFields
  /** Status of a body that does not fit; 400 unless said. */
  invalid?: 422
  /** What creating and changing answer; `{id, result: body}` unless said. */
  answers?: {
    create?: (written: Written<Row<Table>, Body>) => object
    update?: (written: Written<Row<Table>, Partial<Body>>) => object
  }
  isDeletable?: boolean
  rules?: Rules<Row<Table>, Partial<Body>>
  favourites?: StarClass
  bundle?: BundleDeclaration<Row<Table>>
  /** Calls that are not plain. */
  more?: Resource
}
