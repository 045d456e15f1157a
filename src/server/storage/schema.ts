import type { Insertable, Kysely, Selectable, Transaction, Updateable } from 'kysely'
import type { AccessTables } from './tables/access.ts'
import type { BackgroundTables } from './tables/background.ts'
import type { DashboardTables } from './tables/dashboards.ts'
import type { DataTables } from './tables/data.ts'
import type { GeneralTables } from './tables/general.ts'
import type { OrganizingTables } from './tables/organizing.ts'
import type { SqlLabTables } from './tables/sqlLab.ts'

/**
 * The metadata store, the same on SQLite and PostgreSQL. Times are UTC epoch milliseconds, JSON is text that the
 * entity's schema parses, booleans are booleans (see `booleans.ts`). `extra_fields` is a JSON object with the fields of
 * an imported file that this version does not know; an export writes them again.
 */
export interface Tables
  extends AccessTables,
    DataTables,
    DashboardTables,
    OrganizingTables,
    SqlLabTables,
    BackgroundTables,
    GeneralTables {}

export type TableName = keyof Tables

/** A connection or a transaction of the metadata store. */
export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>

type KeysOfType<Row, Type> = { [Key in keyof Row]-?: Row[Key] extends Type ? Key : never }[keyof Row]
type BooleanColumnOf<Table> = KeysOfType<Selectable<Table>, boolean> & string
/** Names of all boolean columns. A name has the same type in every table. */
export type BooleanColumn = { [Name in keyof Tables]: BooleanColumnOf<Tables[Name]> }[keyof Tables]

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>
export type RowUpdate<Name extends keyof Tables> = Updateable<Tables[Name]>
