import { sql } from 'kysely'
import { z } from 'zod'
import {
  DatabaseItemAnswer,
  DatabaseRow,
  DatabaseUseAnswer,
  FunctionNamesAnswer,
  SchemasAnswer,
  SelectStarAnswer,
  TablesAnswer,
} from '../../../model/database/databaseAnswers.ts'
import { flagOf, integer, objectOf, QueryViolation, textOf } from '../../../model/wire/listQuery.ts'
import type { Subject } from '../../access/subject.ts'
import { notFound } from '../../entities/owners.ts'
import { relatedObjects } from '../../entities/relatedObjects.ts'
import { readQ } from '../../listing/list.ts'
import { addReadRoutes, idParams, qParam } from '../../listing/readRoutes.ts'
import type { Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { functionNames } from '../../sqlLab/editorDialect.ts'
import { databaseCollection, databaseItem } from './collection.ts'
import { databaseConnectRoutes } from './connectRoutes.ts'
import { askRemote, remoteSchemas, remoteTableList, remoteTableStatement, type TablesAsked } from './remoteTables.ts'
import { addTableRoutes } from './tableRoutes.ts'
import { embeddedSchema, tableList, tableStatement, visibleTables } from './tables.ts'

const path = '/api/v1/database'
const config = { requires: 'can_read:Database' } as const
const tableParams = idParams.extend({ table: z.string() })
const schemaParams = tableParams.extend({ schema: z.string() })

/** `/api/v1/database`: list, item, and the schemas and tables of a database. */
export const databaseRoutes: Resource = (app, services) => {
  const { db, can } = services
  const mayRead = (subject: Subject, id: number) => can(subject, 'read', { kind: 'Database', id })

  const showTable = async (subject: Subject, id: number, table: string, schema: string) => {
    const remote = await askRemote(services, subject, id)
    return remote ? remoteTableStatement(remote, table, schema) : tableStatement(services, subject, id, table, schema)
  }

  addReadRoutes(app, services, {
    path,
    view: 'Database',
    collection: databaseCollection,
    permissions: ['can_export', 'can_write', 'can_read'],
    forms: { add: {}, edit: {} },
    related: ['created_by', 'changed_by'],
    row: DatabaseRow,
  })

  databaseConnectRoutes(app, services)

  const itemConfig = { ...config, answer: DatabaseItemAnswer }
  async function item(subject: Subject, id: number) {
    await mayRead(subject, id)
    const row = await db.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw notFound()
    return { id, result: databaseItem(row, subject, services.keys.for('secrets')) }
  }
  app.get(`${path}/:id`, { config: itemConfig, schema: { params: idParams } }, ({ subject, params: { id } }) =>
    item(subject, id),
  )

  // a call of later releases: the item of the contract, for users who may change connections
  app.get(
    `${path}/:id/connection`,
    { config: { requires: 'can_write:Database', answer: DatabaseItemAnswer }, schema: { params: idParams } },
    ({ subject, params: { id } }) => item(subject, id),
  )

  // a call of later releases: a connection reads only the catalog that its address names
  app.get(
    `${path}/:id/catalogs/`,
    { config: { ...config, answer: SchemasAnswer }, schema: { params: idParams, querystring: qParam } },
    async ({ subject, params: { id } }) => {
      await mayRead(subject, id)
      return { result: [] }
    },
  )

  app.get(
    `${path}/:id/schemas/`,
    { config: { ...config, answer: SchemasAnswer }, schema: { params: idParams, querystring: qParam } },
    async ({ subject, params: { id }, query }) => {
      const force = readQ(query.q, (q) => flagOf(objectOf(q), 'force')) ?? false
      await mayRead(subject, id)
      const remote = await askRemote(services, subject, id)
      if (remote) return { result: await remoteSchemas(remote, force) }
      const tables = await visibleTables(services, subject, id)
      return { result: tables.length > 0 ? [embeddedSchema] : [] }
    },
  )

  app.get(
    `${path}/:id/tables/`,
    { config: { ...config, answer: TablesAnswer }, schema: { params: idParams, querystring: qParam } },
    async ({ subject, params: { id }, query }) => {
      const wanted = readQ(query.q, tablesAsked)
      await mayRead(subject, id)
      const remote = await askRemote(services, subject, id)
      return remote ? remoteTableList(remote, wanted) : tableList(services, subject, id, wanted)
    },
  )

  addTableRoutes(app, services)

  app.get(
    `${path}/:id/select_star/:table/`,
    { config: { ...config, answer: SelectStarAnswer }, schema: { params: tableParams } },
    async ({ subject, params: { id, table } }) => {
      await mayRead(subject, id)
      return { result: await showTable(subject, id, table, '') }
    },
  )

  app.get(
    `${path}/:id/select_star/:table/:schema/`,
    { config: { ...config, answer: SelectStarAnswer }, schema: { params: schemaParams } },
    async ({ subject, params: { id, table, schema } }) => {
      await mayRead(subject, id)
      return { result: await showTable(subject, id, table, schema) }
    },
  )

  app.get(
    `${path}/:id/function_names/`,
    { config: { ...config, answer: FunctionNamesAnswer }, schema: { params: idParams } },
    async ({ subject, params: { id } }) => {
      await mayRead(subject, id)
      const { dialect } = await services.connections.of(id, null)
      return { function_names: functionNames(dialect) }
    },
  )

  app.get(
    `${path}/:id/related_objects/`,
    { config: { ...config, answer: DatabaseUseAnswer }, schema: { params: idParams } },
    async ({ subject, params: { id } }) => {
      await mayRead(subject, id)
      const ofDatabase = sql`charts.datasource_id in (select datasets.id from datasets where datasets.database_id = ${id})`
      const related = await relatedObjects(services, subject, ofDatabase)
      return { ...related, sqllab_tab_states: await tabsOn(services, subject, id) }
    },
  )
}

/** Tabs of SQL Lab on a database, which lose it when it is deleted. Those of other users are only counted. */
async function tabsOn({ db }: Services, subject: Subject, id: number) {
  const tabs = await db
    .selectFrom('tab_states')
    .select(['id', 'label', 'active', 'user_id'])
    .where('database_id', '=', id)
    .execute()
  const own = tabs.filter((tab) => tab.user_id === subject.user?.id)
  return { count: tabs.length, result: own.map(({ user_id: _user, ...tab }) => tab) }
}

/** Maximum number of tables on one page. */
const MOST_TABLES = 1000

/** The schema whose tables are requested; our own pages also send a part of the name, and the page. */
function tablesAsked(q: unknown): TablesAsked {
  const options = objectOf(q)
  const schema = textOf(options, 'schema_name')
  if (schema === undefined) throw new QueryViolation("'schema_name' is a required property")
  const pageSize = integer(options, 'page_size')
  return {
    schema,
    force: flagOf(options, 'force') ?? false,
    filter: textOf(options, 'filter') ?? '',
    page: Math.max(0, integer(options, 'page') ?? 0),
    pageSize: pageSize === undefined ? undefined : Math.max(1, Math.min(pageSize, MOST_TABLES)),
  }
}
