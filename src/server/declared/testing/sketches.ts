import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { isoText, person } from '../../../model/wire/answers.ts'
import { id, text } from '../../../model/wire/fields.ts'
import { parseObject } from '../../../model/wire/json.ts'
import { visible } from '../../access/access.ts'
import { hashPassword } from '../../access/passwords.ts'
import { seesAllData } from '../../access/subject.ts'
import { anyContains } from '../../listing/filters.ts'
import type { Db } from '../../storage/schema.ts'
import { declareResource } from '../declareResource.ts'
import { changeFields, user } from '../fields.ts'

/** Resources that exist only in tests, on their own tables. They are of kinds that the product does not have. */

const entity = `id integer primary key autoincrement, uuid text not null, version integer not null default 1,
  created_on bigint not null, changed_on bigint not null, created_by integer, changed_by integer`

const statements = [
  `create table sketch_reports (${entity}, type text not null, name text not null, active boolean not null default 0,
    crontab text not null, dashboard_id integer, extra text)`,
  'create table sketch_report_owners (report_id integer, user_id integer, primary key (report_id, user_id))',
  'create table sketch_recipients (id integer primary key, report_id integer, type text, config text)',
]

/** Creates the tables; the store of a test is deleted with them. */
export async function createSketchTables(db: Db): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  // an entry for the table exists from the start, so that recorded calls can set the id of its first row
  for (const table of ['sketch_reports']) {
    await sql`insert into sqlite_sequence (name, seq) values (${table}, 0)`.execute(db)
  }
}

/** The types contain only the product's tables; these have the columns of an entity too. */
const sketchTable = (name: string) => name as 'annotation_layers'
const ref = (column: string): RawBuilder<unknown> => sql.ref(column)
const allText = (...columns: string[]) => ({
  name: 'All Text',
  where: (value: unknown) => anyContains(columns.map(ref), value),
})

type Stored = Record<string, unknown> & { id: number }
/** A row of a table that the types do not contain. */
const stored = (row: object) => row as Stored

/** The response of the contract's generic PUT has no id. */
const changedAnswer = z.strictObject({ result: z.record(z.string(), z.unknown()) })

const reportBody = z.strictObject({
  type: z.enum(['Alert', 'Report']),
  name: text(1, 150),
  active: z.boolean().optional(),
  crontab: z.string().refine((crontab) => crontab.trim().split(/\s+/).length === 5, 'Cron expression is not valid'),
  dashboard: id.nullish(),
  owners: z.array(id).optional(),
  recipients: z
    .array(z.strictObject({ type: z.enum(['Email', 'Slack']), recipient_config_json: z.looseObject({}) }))
    .optional(),
})

/** Owners, dependent rows in another table, a name that is unique per type, no separate permission to see all rows. */
export const reports = declareResource({
  path: '/api/v1/sketch/report',
  table: sketchTable('sketch_reports'),
  kind: 'ReportSchedule',
  view: 'ReportSchedule',
  title: 'Report Schedule',
  names: { one: 'report schedule', many: 'report schedules' },
  fields: {
    id: { type: 'integer' },
    name: { type: 'text', custom: { report_all_text: allText('sketch_reports.name') } },
    type: { type: 'text' },
    active: { type: 'boolean', value: (row) => Boolean(stored(row)['active']) },
    crontab: { type: 'text' },
    crontab_humanized: { type: 'computed', value: (row) => `at ${stored(row)['crontab']}`, order: ref('crontab') },
    dashboard_id: { type: 'integer' },
    dashboard: {
      type: 'toOne',
      column: 'dashboard_id',
      to: 'dashboards',
      columns: ['id', 'dashboard_title'],
      visible: visible.dashboards,
      missing: 'Dashboard does not exist',
    },
    extra: { type: 'computed', value: (row) => parseObject(stored(row)['extra'] as string | null) },
    owners: {
      type: 'toMany',
      through: { table: sketchTable('sketch_report_owners'), key: 'report_id', other: 'user_id' },
      to: 'users',
      columns: ['id', 'first_name', 'last_name'],
      missing: 'Owners are invalid',
    },
    recipients: {
      type: 'computed',
      async load(rows, { db }) {
        const ids = rows.map((row) => row.id)
        const { rows: all } = await sql<{ id: number; report_id: number; type: string; config: string }>`
          select * from sketch_recipients where report_id in (${sql.join(ids)})`.execute(db)
        return (row) =>
          all
            .filter(({ report_id }) => report_id === row.id)
            .map((each) => ({ id: each.id, type: each.type, recipient_config_json: each.config }))
      },
    },
    ...changeFields,
  },
  list: [
    'active',
    'changed_on',
    'crontab',
    'crontab_humanized',
    'dashboard_id',
    'id',
    'name',
    'owners.id',
    'recipients.id',
    'recipients.type',
    'type',
  ],
  show: [
    'active',
    'crontab',
    'dashboard.id',
    'dashboard.dashboard_title',
    'extra',
    'id',
    'name',
    'owners.id',
    'owners.first_name',
    'recipients.id',
    'recipients.type',
    'recipients.recipient_config_json',
    'type',
  ],
  order: ['active', 'crontab_humanized', 'name', 'changed_on'],
  search: ['name', 'active', 'owners', 'type', 'dashboard_id'],
  defaultOrder: 'name',
  related: ['owners', 'chart', 'dashboard', 'database', 'created_by', 'changed_by'],
  row: z.strictObject({
    id: z.int(),
    name: z.string(),
    type: z.string(),
    active: z.boolean(),
    crontab: z.string(),
    crontab_humanized: z.string(),
    dashboard_id: z.int().nullable(),
    dashboard: z.strictObject({ id: z.int(), dashboard_title: z.string().nullable() }).nullable(),
    extra: z.record(z.string(), z.unknown()),
    owners: z.array(person),
    recipients: z.array(z.strictObject({ id: z.int(), type: z.string(), recipient_config_json: z.string() })),
    changed_on: isoText,
  }),
  policy: {
    visible: (subject) => (seesAllData(subject) ? sql<SqlBool>`1 = 1` : owned(subject.user?.id)),
    writable: (subject) => (subject.isAdmin ? sql<SqlBool>`1 = 1` : owned(subject.user?.id)),
  },
  create: reportBody,
  update: reportBody.partial(),
  rules: {
    judge: async (_services, { body }) => ({
      name: body.name?.startsWith(' ') ? ['A name begins with a letter'] : undefined,
    }),
    async check(db, next, { stored: before }) {
      const { name, type } = stored(next)
      const { rows } = await sql`select 1 from sketch_reports where name = ${name} and type = ${type}
        and id <> ${before?.id ?? 0}`.execute(db)
      return rows.length > 0 ? { name: [`A report named "${String(name)}" already exists`] } : {}
    },
    async written(trx, { id: reportId, body }) {
      if (!body.recipients) return
      await sql`delete from sketch_recipients where report_id = ${reportId}`.execute(trx)
      for (const { type, recipient_config_json } of body.recipients) {
        await sql`insert into sketch_recipients (report_id, type, config)
          values (${reportId}, ${type}, ${JSON.stringify(recipient_config_json)})`.execute(trx)
      }
    },
  },
  isDeletable: true,
})

const owned = (userId: number | undefined) =>
  sql<SqlBool>`exists (select 1 from sketch_report_owners held
    where held.report_id = sketch_reports.id and held.user_id = ${userId ?? 0})`

const userBody = z.strictObject({
  active: z.boolean().optional(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  password: z.string(),
  roles: z.array(id),
  username: z.string(),
})

/** Custom permission names on a view that the contract does not have, a password that is never shown, a menu entry. */
export const users = declareResource({
  path: '/api/v1/sketch/users',
  table: 'users',
  kind: 'User',
  view: 'User',
  title: 'User',
  names: { one: 'user', many: 'users' },
  requires: {
    list: 'can_get',
    item: 'can_get',
    info: 'can_info',
    create: 'can_post',
    update: 'can_put',
    delete: 'can_delete',
  },
  permissions: [
    { view: 'User', names: 'can_get can_info can_post can_put can_delete', roles: [] },
    { view: 'Users', names: 'menu_access', roles: ['Alpha'] },
  ],
  menu: { under: 'Security', name: 'Users', label: 'Users', icon: 'fa-user', url: '/users/' },
  fields: {
    id: { type: 'integer' },
    active: { type: 'boolean', column: 'is_active' },
    username: { type: 'text', unique: 'Username already exists' },
    first_name: { type: 'text' },
    last_name: { type: 'text' },
    email: { type: 'text' },
    login_count: { type: 'integer' },
    roles: {
      type: 'toMany',
      through: { table: 'user_roles', key: 'user_id', other: 'role_id' },
      to: 'roles',
      columns: ['id', 'name'],
      missing: 'One or more roles do not exist',
    },
    creator: user('created_by'),
  },
  list: ['active', 'email', 'first_name', 'id', 'last_name', 'login_count', 'roles.id', 'roles.name', 'username'],
  show: ['active', 'email', 'id', 'roles.name', 'username'],
  order: ['username', 'email'],
  search: ['username', 'email', 'active', 'roles', 'creator'],
  related: ['roles'],
  row: z.strictObject({
    active: z.boolean(),
    email: z.string(),
    first_name: z.string(),
    id: z.int(),
    last_name: z.string(),
    login_count: z.int(),
    roles: z.array(z.strictObject({ id: z.int(), name: z.string() })),
    username: z.string(),
  }),
  create: userBody,
  update: userBody.partial(),
  answers: {
    create: { schema: z.strictObject({ id: z.int() }), of: (written) => ({ id: written.id }) },
    update: { schema: changedAnswer, of: ({ body }) => ({ result: { ...body, password: undefined } }) },
  },
  rules: {
    values: async ({ password }) => (password === undefined ? {} : { password_hash: await hashPassword(password) }),
  },
  isDeletable: true,
})
