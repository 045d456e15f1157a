import { sql } from 'kysely'
import { elapsed } from '../../../model/wire/wireTime.ts'
import { findPeople, linkToPerson } from '../../entities/people.ts'
import type { Services } from '../../services.ts'
import type { TableView } from './tableView.ts'

const userColumns = ['first_name', 'last_name', 'username', 'email', 'active', 'roles']
const userOrders = ['first_name', 'last_name', 'username', 'email', 'active']

async function rolesOf({ db }: Services, userIds: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select(['user_id', 'name'])
    .where('user_id', 'in', [0, ...userIds])
    .orderBy('roles.id')
    .execute()
  const names = new Map<number, string[]>()
  for (const { user_id, name } of rows) names.set(user_id, [...(names.get(user_id) ?? []), name])
  return names
}

const users: TableView = {
  url: '/users/api/read',
  name: 'UserDBModelView',
  requires: 'can_list:UserDBModelView',
  labelled: [
    'changed',
    'changed_by_fk',
    'created',
    'created_by_fk',
    'email',
    'first_name',
    'id',
    'last_name',
    'password',
  ],
  labels: {
    active: 'Is Active?',
    changed_by: 'Changed by',
    changed_on: 'Changed on',
    created_by: 'Created by',
    created_on: 'Created on',
    fail_login_count: 'Failed login count',
    get_full_name: 'Full Name',
    last_login: 'Last login',
    login_count: 'Login count',
    roles: 'Role',
    username: 'User Name',
  },
  columns: userColumns,
  orders: userOrders,
  async find(services, _subject, { order, isDescending, offset, limit }) {
    const { db } = services
    const column = order === 'active' ? 'is_active' : ((order ?? 'id') as 'username')
    const { count } = await db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    const found = await db
      .selectFrom('users')
      .select(['id', 'first_name', 'last_name', 'username', 'email', 'is_active'])
      .orderBy(column, isDescending ? 'desc' : 'asc')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute()
    const ids = found.map(({ id }) => id)
    const roles = await rolesOf(services, ids)
    const rows = found.map(({ id, is_active: active, ...user }) => ({ ...user, active, roles: roles.get(id) ?? [] }))
    return { count: Number(count), ids, rows }
  },
}

const rowRules: TableView = {
  url: '/rowlevelsecurityfiltersmodelview/api/read',
  name: 'RowLevelSecurityFiltersModelView',
  requires: 'can_list:RowLevelSecurityFiltersModelView',
  labelled: [
    'changed_by',
    'changed_by_fk',
    'changed_on',
    'clause',
    'created_by',
    'created_by_fk',
    'created_on',
    'creator',
    'description',
    'filter_type',
    'group_key',
    'id',
    'modified',
    'name',
    'roles',
    'tables',
  ],
  columns: ['name', 'filter_type', 'tables', 'roles', 'clause', 'creator', 'modified'],
  orders: ['name', 'filter_type', 'clause', 'modified'],
  async find({ db, now }, _subject, { offset, limit }) {
    const rules = await db.selectFrom('row_rules').selectAll().orderBy('id').execute()
    const shown = rules.slice(offset, offset + limit)
    const [tables, roles, people] = await Promise.all([
      db
        .selectFrom('row_rule_datasets')
        .innerJoin('datasets', 'datasets.id', 'row_rule_datasets.dataset_id')
        .select(['rule_id', 'table_name'])
        .orderBy('datasets.id')
        .execute(),
      db
        .selectFrom('row_rule_roles')
        .innerJoin('roles', 'roles.id', 'row_rule_roles.role_id')
        .select(['rule_id', 'name'])
        .orderBy('roles.id')
        .execute(),
      findPeople(
        db,
        shown.map((rule) => rule.created_by),
      ),
    ])
    const rows = shown.map((rule) => ({
      name: rule.name,
      filter_type: rule.filter_type,
      tables: tables.filter((row) => row.rule_id === rule.id).map((row) => row.table_name),
      roles: roles.filter((row) => row.rule_id === rule.id).map((row) => row.name),
      clause: rule.clause,
      creator: linkToPerson(people, rule.created_by),
      modified: `<span class="no-wrap">${elapsed(rule.changed_on, now())}</span>`,
    }))
    return { count: rules.length, ids: shown.map(({ id }) => id), rows }
  },
}

export const savedQueryLabels = [
  'changed_by',
  'changed_by_fk',
  'created_by',
  'created_by_fk',
  'created_on',
  'database',
  'db_id',
  'description',
  'end_time',
  'extra',
  'extra_json',
  'id',
  'label',
  'last_run',
  'modified',
  'pop_tab_link',
  'rows',
  'schema',
  'sql',
  'sqlalchemy_uri',
  'template_parameters',
  'user',
  'user_email',
  'user_id',
  'uuid',
]

const savedQueries: TableView = {
  url: '/savedqueryviewapi/api/read',
  name: 'SavedQueryViewApi',
  requires: 'can_read:SavedQuery',
  labelled: savedQueryLabels,
  labels: { changed_on: 'Changed on' },
  columns: ['id', 'label', 'sqlalchemy_uri', 'user_email', 'schema', 'description', 'sql', 'extra_json', 'extra'],
  orders: ['label', 'schema', 'description', 'modified'],
  async find({ db }, subject, { offset, limit }) {
    const found = await db
      .selectFrom('saved_queries')
      .leftJoin('databases', 'databases.id', 'saved_queries.db_id')
      .select(['saved_queries.id', 'label', 'schema', 'description', 'sql', 'extra_json', 'databases.sqlalchemy_uri'])
      .where('saved_queries.created_by', '=', subject.user?.id ?? 0)
      .orderBy('saved_queries.id')
      .execute()
    const shown = found.slice(offset, offset + limit)
    const rows = shown.map((row) => ({ ...row, user_email: subject.user?.email ?? '', extra: {} }))
    return { count: found.length, ids: shown.map(({ id }) => id), rows }
  },
}

const pluginColumns = ['name', 'key', 'bundle_url', 'id'] as const

/** Chart types that are loaded at run time. */
const plugins: TableView = {
  url: '/dynamic-plugins/api/read',
  name: 'DynamicPluginsView',
  requires: 'can_read:DynamicPlugin',
  flag: 'DYNAMIC_PLUGINS',
  labelled: [
    'changed_by',
    'changed_by_fk',
    'changed_on',
    'created_by',
    'created_by_fk',
    'created_on',
    'id',
    'key',
    'name',
  ],
  labels: { bundle_url: 'Bundle URL' },
  columns: pluginColumns,
  orders: pluginColumns,
  async find({ db }, _subject, { order, isDescending, offset, limit }) {
    const found = await db
      .selectFrom('dynamic_plugins')
      .select(pluginColumns)
      .orderBy(pluginColumns.find((column) => column === order) ?? 'id', isDescending ? 'desc' : 'asc')
      .execute()
    const rows = found.slice(offset, offset + limit)
    return { count: found.length, ids: rows.map(({ id }) => id), rows }
  },
}

const columnColumns = ['column_name', 'verbose_name', 'type', 'groupby', 'filterable', 'is_dttm']
const metricColumns = ['metric_name', 'verbose_name', 'metric_type']

/** Columns or metrics of the datasets that the reader may see. */
const findParts =
  (table: 'dataset_columns' | 'dataset_metrics', columns: readonly string[]): TableView['find'] =>
  async ({ db, access }, subject, { order, isDescending, offset, limit }) => {
    const wanted = db
      .selectFrom(table as 'dataset_columns')
      .where('dataset_id', 'in', db.selectFrom('datasets').select('id').where(access.visible.datasets(subject)))
    const { count } = await wanted.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    const found = await wanted
      .select(['id', ...columns.map((column) => sql.ref<unknown>(column).as(column))])
      .orderBy(sql.ref(order ?? 'id'), isDescending ? 'desc' : 'asc')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute()
    return { count: Number(count), ids: found.map(({ id }) => id), rows: found.map(({ id: _id, ...row }) => row) }
  }

const columns: TableView = {
  url: '/tablecolumninlineview/api/read',
  name: 'TableColumnInlineView',
  requires: 'can_read:Dataset',
  labelled: [...columnColumns, 'description', 'expression', 'extra', 'python_date_format', 'id'],
  columns: columnColumns,
  orders: columnColumns,
  find: findParts('dataset_columns', columnColumns),
}

const metrics: TableView = {
  url: '/sqlmetricinlineview/api/read',
  name: 'SqlMetricInlineView',
  requires: 'can_read:Dataset',
  labelled: [...metricColumns, 'description', 'expression', 'd3format', 'extra', 'warning_text', 'id'],
  columns: metricColumns,
  orders: metricColumns,
  find: findParts('dataset_metrics', metricColumns),
}

export const otherTables: readonly TableView[] = [users, rowRules, savedQueries, plugins, columns, metrics]
