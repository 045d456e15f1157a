import { type SqlBool, sql } from 'kysely'
import { parseDatabaseUri } from '../../../engine/dialects/connection.ts'
import { parseObject } from '../../../model/wire/json.ts'
import { isoTime } from '../../../model/wire/wireTime.ts'
import { has, type Subject } from '../../access/subject.ts'
import { dialectOfUri, secretsOf } from '../../databases/connections.ts'
import { dialectOfEngine, shownConnection } from '../../databases/draft.ts'
import { masked } from '../../databases/secrets.ts'
import { shownTunnel, storedTunnel } from '../../databases/sshTunnels.ts'
import { databaseSwitches } from '../../entities/databaseSwitches.ts'
import { engineInformation } from '../../entities/datasetObject.ts'
import { findPeople } from '../../entities/people.ts'
import { changeFields, nameOrder } from '../../listing/changeFields.ts'
import type { Collection, LoadContext, SearchColumn } from '../../listing/collection.ts'
import type { Row } from '../../storage/schema.ts'
import { parametersSchema } from './available.ts'

const listColumns = [
  'allow_file_upload',
  'allow_ctas',
  'allow_cvas',
  'allow_dml',
  'allow_run_async',
  'allows_cost_estimate',
  'allows_subquery',
  'allows_virtual_table_explore',
  'backend',
  'changed_on',
  'changed_on_delta_humanized',
  'created_by.first_name',
  'created_by.last_name',
  'database_name',
  'explore_database_id',
  'expose_in_sqllab',
  'extra',
  'force_ctas_schema',
  'id',
  'uuid',
  'disable_data_preview',
  'engine_information',
]

const column = (name: string) => sql.ref(`databases.${name}`)
const flag = (name: string): SearchColumn => ({ type: 'boolean', column: column(name) })

/** Lists of databases. Columns with secrets are not shown and cannot be searched or sorted. */
export const databaseCollection: Collection = {
  table: 'databases',
  title: 'Database',
  listColumns,
  orderColumns: {
    allow_file_upload: column('allow_file_upload'),
    allow_dml: column('allow_dml'),
    allow_run_async: column('allow_run_async'),
    changed_on: column('changed_on'),
    changed_on_delta_humanized: column('changed_on'),
    'created_by.first_name': sql.raw(nameOrder('databases', 'created_by', 'first_name')),
    database_name: sql`lower(databases.database_name)`,
    expose_in_sqllab: column('expose_in_sqllab'),
  },
  textOrders: ['created_by.first_name', 'database_name'],
  searchColumns: {
    allow_ctas: flag('allow_ctas'),
    allow_cvas: flag('allow_cvas'),
    allow_dml: flag('allow_dml'),
    allow_file_upload: {
      ...flag('allow_file_upload'),
      custom: {
        upload_is_enabled: { name: 'Upload Enabled', where: () => sql<SqlBool>`databases.allow_file_upload = ${true}` },
      },
    },
    allow_run_async: flag('allow_run_async'),
    cache_timeout: { type: 'integer', column: column('cache_timeout') },
    changed_by: { type: 'toOne', column: column('changed_by') },
    changed_on: { type: 'time', column: column('changed_on') },
    created_by: { type: 'toOne', column: column('created_by') },
    created_on: { type: 'time', column: column('created_on') },
    database_name: { type: 'text', column: column('database_name') },
    expose_in_sqllab: flag('expose_in_sqllab'),
    external_url: { type: 'text', column: column('external_url') },
    force_ctas_schema: { type: 'text', column: column('force_ctas_schema') },
    impersonate_user: flag('impersonate_user'),
    is_managed_externally: flag('is_managed_externally'),
    uuid: { type: 'text', column: column('uuid') },
  },
  uncapped: true,
  visible: ({ access }, subject) => access.visible.databases(subject),
  load: loadDatabases,
}

async function loadDatabases(ids: number[], { db, now, subject }: LoadContext) {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('databases').selectAll().where('id', 'in', ids).execute()
  if (rows.length === 0) return new Map()
  const people = await findPeople(
    db,
    rows.map((row) => row.created_by),
  )
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...databaseFields(row, subject),
        ...changeFields(row, people, now),
        changed_on: isoTime(row.changed_on),
      },
    ]),
  )
}

/** The `extra` of a database without settings. */
const noSettings = JSON.stringify({
  metadata_params: {},
  engine_params: {},
  metadata_cache_timeout: {},
  schemas_allowed_for_file_upload: [],
})

/** Users who may not change a database do not see its engine parameters, which may contain passwords. */
function shownExtra(extra: string, subject: Subject): string {
  if (has(subject, 'can_write:Database')) return extra
  const { engine_params: _engine, metadata_params: _metadata, ...rest } = parseObject(extra)
  return JSON.stringify({ ...rest, engine_params: {}, metadata_params: {} })
}

function databaseFields(row: Row<'databases'>, subject: Subject) {
  return {
    id: row.id,
    uuid: row.uuid,
    database_name: row.database_name,
    backend: row.backend,
    expose_in_sqllab: row.expose_in_sqllab,
    allow_file_upload: row.allow_file_upload,
    allow_ctas: row.allow_ctas,
    allow_cvas: row.allow_cvas,
    allow_dml: row.allow_dml,
    allow_run_async: row.allow_run_async,
    ...databaseSwitches(row),
    force_ctas_schema: row.force_ctas_schema,
    engine_information: engineInformation(row.backend),
    extra: shownExtra(row.extra ?? noSettings, subject),
  }
}

/** One database in the format of its own response; passwords are masked. */
export function databaseItem(row: Row<'databases'>, subject: Subject, key: Buffer) {
  const tunnel = storedTunnel(secretsOf(row, key))
  const fields = databaseFields(row, subject)
  const { allows_cost_estimate: _c, allows_subquery: _s, allows_virtual_table_explore: _v, ...shown } = fields
  const { explore_database_id: _e, disable_data_preview: _d, ...result } = shown
  return {
    ...result,
    driver: driverOf(row),
    cache_timeout: row.cache_timeout,
    configuration_method: row.configuration_method,
    impersonate_user: row.impersonate_user,
    is_managed_externally: row.is_managed_externally,
    masked_encrypted_extra: row.is_embedded ? null : masked(secretsOf(row, key).encrypted_extra),
    parameters: {},
    parameters_schema: schemaOf(row),
    server_cert: row.server_cert,
    ...shownConnection(row, key),
    ...(tunnel ? { ssh_tunnel: shownTunnel(row.id, tunnel) } : {}),
  }
}

function schemaOf(row: Row<'databases'>): object {
  const dialect = dialectOfEngine(parseDatabaseUri(row.sqlalchemy_uri)?.backend ?? '')
  return dialect ? parametersSchema(dialect) : {}
}

const driverOf = (row: Row<'databases'>) => /^[^+:]+\+([^:]+):/.exec(row.sqlalchemy_uri)?.[1] ?? defaultDriver(row)

function defaultDriver(row: Row<'databases'>): string {
  const uri = parseDatabaseUri(row.sqlalchemy_uri)
  return (uri && dialectOfUri(uri)?.connection.drivers[0]) ?? row.backend
}
