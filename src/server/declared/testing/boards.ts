import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { id, text } from '../../../model/wire/fields.ts'
import { visible } from '../../access/access.ts'
import { safeName } from '../../importExport/exportBundle.ts'
import type { Db } from '../../storage/schema.ts'
import { declareResource } from '../declareResource.ts'
import { changeFields } from '../fields.ts'

/** A resource that exists only in tests: its rows have an owner, may be shared, and refer to dashboards. */

const statements = [
  `create table sketch_boards (id integer primary key autoincrement, uuid text not null unique,
    version integer not null default 1, created_on bigint not null, changed_on bigint not null, created_by integer,
    changed_by integer, name text not null, is_shared boolean not null default 0, owner_id integer, cover_id integer)`,
  `create table sketch_board_dashboards (board_id integer, dashboard_id integer,
    primary key (board_id, dashboard_id))`,
]

/** Creates the tables; the store of a test is deleted with them. */
export async function createBoardTables(db: Db): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** The types contain only the product's tables; these have the columns of an entity too. */
const sketchTable = (name: string) => name as 'annotation_layers'

interface Stored {
  id: number
  name: string
  is_shared: unknown
  owner_id: number | null
}
/** A row of a table that the types do not contain. */
const stored = (row: object) => row as Stored

const body = z.strictObject({
  name: text(1, 100),
  is_shared: z.boolean().optional(),
  owner: id.optional(),
  cover: id.nullish(),
  dashboards: z.array(id).optional(),
})

const owned = (userId: number | undefined) => sql<SqlBool>`sketch_boards.owner_id = ${userId ?? 0}`
const dashboardColumns = ['id', 'dashboard_title'] as const
const dashboard = z.strictObject({ id: z.int(), dashboard_title: z.string().nullable() })

/**
 * Everybody sees shared rows, and owners change them. Of the related dashboards, users see only those that they may
 * see.
 */
export const boards = declareResource({
  path: '/api/v1/board',
  table: sketchTable('sketch_boards'),
  kind: 'Board',
  view: 'Board',
  title: 'Board',
  names: { one: 'board', many: 'boards' },
  permissions: [{ view: 'Board', names: 'can_read can_write can_export', roles: ['Alpha', 'Gamma'] }],
  fields: {
    id: { type: 'integer' },
    name: { type: 'text', unique: 'Name must be unique' },
    is_shared: { type: 'boolean', value: (row) => Boolean(stored(row).is_shared) },
    owner: {
      type: 'toOne',
      column: 'owner_id',
      to: 'users',
      columns: ['id', 'username'],
      missing: 'Owner does not exist',
    },
    cover: {
      type: 'toOne',
      column: 'cover_id',
      to: 'dashboards',
      columns: dashboardColumns,
      visible: visible.dashboards,
      missing: 'Dashboard does not exist',
    },
    dashboards: {
      type: 'toMany',
      through: { table: sketchTable('sketch_board_dashboards'), key: 'board_id', other: 'dashboard_id' },
      to: 'dashboards',
      columns: dashboardColumns,
      visible: visible.dashboards,
      missing: 'Dashboards are invalid',
    },
    ...changeFields,
  },
  list: ['id', 'name', 'is_shared', 'owner.id', 'owner.username', 'dashboards.id'],
  show: ['id', 'name', 'is_shared', 'owner.id', 'cover.id', 'dashboards.id'],
  order: ['name'],
  search: ['name'],
  row: z.strictObject({
    id: z.int(),
    name: z.string(),
    is_shared: z.boolean(),
    owner: z.strictObject({ id: z.int(), username: z.string() }).nullable(),
    cover: dashboard.nullable(),
    dashboards: z.array(dashboard),
  }),
  policy: {
    visible: (subject) =>
      subject.isAdmin ? sql<SqlBool>`1 = 1` : sql<SqlBool>`(is_shared = ${true} or ${owned(subject.user?.id)})`,
    writable: (subject) => (subject.isAdmin ? sql<SqlBool>`1 = 1` : owned(subject.user?.id)),
  },
  create: body,
  update: body.partial(),
  rules: {
    // whoever creates a row owns it, unless the body names another owner
    values: ({ owner }, { stored: before, author }) =>
      (before || owner !== undefined ? {} : { owner_id: author.userId }) as object,
    judge: async (_services, { body: { name } }) => ({
      name: name?.startsWith(' ') ? ['A name begins with a letter'] : undefined,
    }),
    check: (_db, next) => (stored(next).name === 'Forbidden' ? { name: ['This name is reserved'] } : {}),
  },
  isDeletable: true,
  bundle: {
    name: 'board',
    title: 'boards',
    type: 'Board',
    folder: 'boards',
    file: z.object({ name: z.string(), is_shared: z.boolean().nullish(), owner: z.int().nullish() }),
    path: (row) => `${safeName(stored(row).name)}_${row.id}`,
    write: (row) => ({ name: stored(row).name, is_shared: Boolean(stored(row).is_shared) }),
    read: ({ name, is_shared, owner }) => ({
      name: name as string,
      ...(typeof is_shared === 'boolean' ? { is_shared } : {}),
      ...(typeof owner === 'number' ? { owner } : {}),
    }),
  },
})
