import { type SqlBool, sql } from 'kysely'
import { findPeople } from '../../entities/people.ts'
import { changeFields } from '../../listing/changeFields.ts'
import type { Collection, LoadContext } from '../../listing/collection.ts'
import type { Db } from '../../storage/schema.ts'

const listColumns = [
  'id',
  'name',
  'filter_type',
  'tables.id',
  'tables.schema',
  'tables.table_name',
  'roles.id',
  'roles.name',
  'group_key',
  'clause',
  'description',
  'changed_by.id',
  'changed_by.first_name',
  'changed_by.last_name',
  'changed_on_delta_humanized',
]

/** Columns of one rule's answer. */
export const rowRuleShowColumns = [
  'id',
  'name',
  'description',
  'filter_type',
  'tables.id',
  'tables.schema',
  'tables.table_name',
  'roles.id',
  'roles.name',
  'group_key',
  'clause',
]

const column = (name: string) => sql.ref(`row_rules.${name}`)
const text = (name: string) => ({ type: 'text', column: column(name) }) as const

/** Lists of row rules: what may be shown, ordered and searched. */
export const rowRuleCollection: Collection = {
  table: 'row_rules',
  title: 'Row Level Security Filter',
  listColumns,
  orderColumns: {
    name: sql`lower(row_rules.name)`,
    filter_type: column('filter_type'),
    clause: column('clause'),
    group_key: column('group_key'),
    changed_on_delta_humanized: column('changed_on'),
  },
  searchColumns: {
    name: text('name'),
    description: text('description'),
    filter_type: text('filter_type'),
    group_key: text('group_key'),
    clause: text('clause'),
    created_by: { type: 'toOne', column: column('created_by') },
    changed_by: { type: 'toOne', column: column('changed_by') },
    tables: {
      type: 'toMany',
      holds: (id) =>
        sql<SqlBool>`exists (select 1 from row_rule_datasets where rule_id = row_rules.id and dataset_id = ${id})`,
    },
    roles: {
      type: 'toMany',
      holds: (id) =>
        sql<SqlBool>`exists (select 1 from row_rule_roles where rule_id = row_rules.id and role_id = ${id})`,
    },
  },
  visible: ({ access }, subject) => access.visible.rowRules(subject),
  load: loadRowRules,
}

async function loadRowRules(ids: number[], { db, now }: LoadContext) {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('row_rules').selectAll().where('id', 'in', ids).execute()
  const people = await findPeople(
    db,
    rows.map((row) => row.changed_by),
  )
  const [tables, roles] = await Promise.all([tablesOf(db, ids), rolesOf(db, ids)])
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        ...changeFields(row, people, now),
        tables: tables.filter(({ rule_id }) => rule_id === row.id),
        roles: roles.filter(({ rule_id }) => rule_id === row.id),
      },
    ]),
  )
}

const tablesOf = (db: Db, ids: number[]) =>
  db
    .selectFrom('row_rule_datasets')
    .innerJoin('datasets', 'datasets.id', 'row_rule_datasets.dataset_id')
    .select(['rule_id', 'datasets.id', 'datasets.schema', 'datasets.table_name'])
    .where('rule_id', 'in', ids)
    .orderBy('datasets.id')
    .execute()

const rolesOf = (db: Db, ids: number[]) =>
  db
    .selectFrom('row_rule_roles')
    .innerJoin('roles', 'roles.id', 'row_rule_roles.role_id')
    .select(['rule_id', 'roles.id', 'roles.name'])
    .where('rule_id', 'in', ids)
    .orderBy('roles.id')
    .execute()
