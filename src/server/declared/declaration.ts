import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { PlanStep } from '../../model/bundle/importPlan.ts'
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

/** The context of a function that computes the value of a field. */
export interface ValueContext {
  db: Db
  subject: Subject
  now: number
}

/** A column of the table, shown, searched, sorted and written under the field's name. */
export interface ColumnField<R> {
  type: 'text' | 'integer' | 'boolean' | 'time'
  /** The column, if it has another name. */
  column?: string
  /** Whether lists are sorted by this field case-insensitively. */
  caseless?: boolean
  /**
   * Whether the text is SQL or other text for programs: it is sorted in the order of the store, whatever the language.
   */
  isCode?: boolean
  /** The value in responses: by default the column's value, a time as ISO text. */
  value?: (row: R, context: ValueContext) => unknown
  /** The error for a value that another row (with the same parent) has. */
  unique?: string
  /** Operators of this field in addition to those of its type. */
  custom?: Record<string, CustomFilter>
}

/** One row of another table, or null. Written as an id. */
export interface ToOneField {
  type: 'toOne'
  /** The column with the id. */
  column: string
  to: TableName
  columns: readonly string[]
  /** The rows of the other table that the subject may see; all by default. */
  visible?: (subject: Subject) => Predicate
  /** The error for an id that does not exist, or that the subject may not see. */
  missing?: string
  /** Whether the error is a string, not a list, as in the contract. */
  isMissingText?: boolean
  custom?: Record<string, CustomFilter>
}

/** Rows of another table. Written as a list of ids, which replaces the previous one. */
export interface ToManyField {
  type: 'toMany'
  through: Relation
  to: TableName
  columns: readonly string[]
  visible?: (subject: Subject) => Predicate
  missing?: string
  custom?: Record<string, CustomFilter>
}

/** Shown, but not a column: computed from the row, or loaded for all rows at once. */
export interface ComputedField<R> {
  type: 'computed'
  value?: (row: R, context: ValueContext) => unknown
  load?: (rows: readonly R[], context: ValueContext) => Promise<(row: R) => unknown>
  /** The value by which lists are sorted if they are sorted by this field. */
  order?: RawBuilder<unknown>
  /** The operators by which rows are searched; `_info` does not list them. */
  custom?: Record<string, CustomFilter>
}

export type Field<R> = ColumnField<R> | ToOneField | ToManyField | ComputedField<R>

/** One change, as passed to its rules. */
export interface Change<R, Body> {
  body: Body
  subject: Subject
  author: Author
  /** Id of the parent, if rows have parents. */
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

/**
 * Errors by field; fields without errors may be present. For some errors, the contract has a string instead of a list.
 */
export type Faults = Record<string, string | string[] | FieldErrors | undefined>

export interface Rules<R, Body> {
  /** Columns whose values the fields do not determine directly: a time sent as text, the hash of a password. */
  values?: (body: Body, change: Change<R, Body>) => Partial<R> | Promise<Partial<R>>
  /** Errors found by checks that need more than the store: they run before the transaction. */
  judge?: (services: Services, change: Change<R, Body>) => Promise<Faults>
  /** Errors in the resulting row, checked in the transaction. May throw its own AppError. */
  check?: (db: Db, next: Partial<R>, change: Change<R, Body>) => Promise<Faults> | Faults
  /** Writes dependent rows in the transaction. */
  written?: (trx: Trx, written: Written<R, Body>, change: Change<R, Body>) => Promise<void>
  /** Throws if these rows may not be deleted; checked in the transaction. */
  remove?: (trx: Trx, ids: readonly number[]) => Promise<void>
  /** Runs at the end of every transaction that created, changed or deleted something. */
  changed?: (trx: Trx) => Promise<void>
}

/**
 * How the rows of a resource are exported to YAML files and imported from them, on their own and in bundles of
 * everything. The table needs a uuid. An import follows `create`, `rules` and `policy` as POST and PUT do.
 */
export interface BundleDeclaration<R, Body extends object> {
  /** Name in the ZIP: `saved_query_export_20240101T000000.zip`. */
  name: string
  /** Name in the error message `Error importing saved_queries`. */
  title: string
  /** Its name in the metadata of a bundle: `SavedQuery`. */
  type: string
  folder: string
  /** The column with the id of the database that is exported with a row. */
  database?: string & keyof R
  /** The schema of a file, without its uuid. */
  file: z.ZodObject
  /** Path of a row's file in the folder, without `.yaml`. */
  path: (row: R, database: { database_name: string } | undefined) => string
  /** The content of a file, without its uuid, version and database. */
  write: (row: R) => Record<string, unknown>
  /** The body of the POST that would create a file's row, without the database. */
  read: (file: Record<string, unknown>) => Body
  /** The name of its objects in import plans; without it, imports have no plan. */
  planned?: { kind: PlanStep['kind']; nameOf: (file: unknown) => string | undefined }
}

/**
 * How clients of very old versions create, read, change and delete the rows: by forms, one row in each response. The
 * permissions are `can_list`, `can_show`, `can_add`, `can_edit` and `can_delete` on `view`.
 */
export interface ModelFormsDeclaration {
  /** `/dynamic-plugins/api` */
  path: string
  /** `DynamicPluginsView` */
  name: string
  /** `DynamicPlugin` */
  view: string
  /** Fields of a row; the first one names it. */
  columns: readonly string[]
  /** Columns with a label, and labels that do not follow from the names. */
  labelled: readonly string[]
  labels?: Readonly<Record<string, string>>
}

type Call = 'list' | 'item' | 'info' | 'create' | 'update' | 'delete' | 'export' | 'import'

/**
 * An API resource with the standard operations. What is not declared does not exist: without `create` there is no POST.
 */
export interface Declaration<Table extends TableName, Body extends object> {
  /**
   * `/api/v1/annotation_layer`; with a parent it contains the parent's id:
   * `/api/v1/annotation_layer/:layer/annotation`.
   */
  path: string
  table: Table
  /** Name in the audit log: `RowRule:7`, `row_rule_create`. */
  kind: string
  /** View of the resource in permissions: `Annotation`. */
  view: string
  /** Name of the resource in titles: `List Annotation Layer`. */
  title: string
  /** Names of rows in messages: `Deleted 1 rule`, `Deleted 2 rules`. */
  names: { one: string; many: string }
  /** Names of the permissions on the view, if they are not `can_read`, `can_write` and `can_export`. */
  requires?: Partial<Record<Call, string>>
  /** Permission pairs that the contract does not have. */
  permissions?: readonly ViewPermissions[]
  menu?: MenuEntry
  /** The feature flag without which the addresses and the menu entry of the resource do not exist. */
  flag?: string
  /** Whether the resource is enabled; if not, every call responds with 404 for an unknown address. */
  isOn?: (services: Services) => boolean
  /**
   * Set if each row belongs to one row of the other table `table`: `param` is the name of that row's id in the address.
   */
  parent?: { param: string; column: string & keyof Row<Table>; table: TableName; missing?: () => Error }
  /** Whether the table lacks uuid, version, owners and times. */
  isPlainTable?: boolean
  /**
   * Whether responses contain only `count`, `ids` and `result`, or `id` and `result`, and no metadata. There is no
   * `_info` then.
   */
  isBare?: boolean
  /** Whether `_info` is missing, as in the contract for some resources. */
  hasNoInfo?: boolean

  fields: Record<string, Field<Row<Table>>>
  /** Columns of a list, nested ones with dots (`changed_by.first_name`), in the order of responses. */
  list: readonly string[]
  /** Columns that only later releases of the contract list: they are in a response if they are requested. */
  laterColumns?: readonly string[]
  /** Columns of one item; undefined: there is no route for an item. */
  show?: readonly string[]
  order: readonly string[]
  search: readonly string[]
  /** By default, rows are sorted by id, ascending. */
  defaultOrder?: string
  /** Pickers of `related/{column}`. */
  related?: readonly RelatedColumn[]
  /** Columns of `distinct/{column}`. */
  distinct?: readonly string[]
  /** A row in responses, with all columns of list and item. */
  row: z.ZodObject

  /** Rows that a subject may see and change. Default: all rows may be seen, and all visible ones changed. */
  policy?: { visible?: (subject: Subject) => Predicate; writable?: (subject: Subject) => Predicate }
  /** Bodies of POST and PUT. `_info` describes the forms from these schemas, unless `forms` is set. */
  create?: z.ZodType<Body>
  update?: z.ZodType<Partial<Body>>
  forms?: () => FormFields
  /** Status of an invalid body; 400 by default. */
  invalid?: 422
  /** The response of creating and changing, and its schema; `{id, result: body}` by default. */
  answers?: {
    create?: {
      /** `{id, result}` by default */ schema?: z.ZodType
      of: (written: Written<Row<Table>, Body>) => object
    }
    update?: {
      /** `{id, result}` by default */ schema?: z.ZodType
      of: (written: Written<Row<Table>, Partial<Body>>) => object
    }
  }
  isDeletable?: boolean
  rules?: Rules<Row<Table>, Partial<Body>>
  favourites?: StarClass
  bundle?: BundleDeclaration<Row<Table>, Body>
  modelForms?: ModelFormsDeclaration
  /** Routes beyond the standard ones. */
  more?: Resource
}
