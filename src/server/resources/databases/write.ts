import { randomUUID } from 'node:crypto'
import { passwordMask } from '../../../model/database/connectionUri.ts'
import type { DatabaseCreate, DatabaseUpdate } from '../../../model/database/databaseForm.ts'
import { AppError } from '../../../model/errors/errors.ts'
import type { Subject } from '../../access/subject.ts'
import { secretsOf } from '../../databases/connections.ts'
import { type ConnectionDraft, shownConnection } from '../../databases/draft.ts'
import { maskedForm, requireTunnels, TUNNEL_SECRET } from '../../databases/sshTunnels.ts'
import { type Author, changed, created, lockRow, recordChange } from '../../entities/changes.ts'
import { notFound, unprocessable } from '../../entities/owners.ts'
import { refuseWithReports } from '../../entities/reports.ts'
import { seal } from '../../entities/secrets.ts'
import type { Services } from '../../services.ts'
import type { Db, RowUpdate } from '../../storage/schema.ts'

type Answer = Record<string, unknown>

/** Connects a database and stores it. */
export async function createDatabase(
  services: Services,
  author: Author,
  body: DatabaseCreate,
): Promise<[number, Answer]> {
  const { db, connectionChecks } = services
  await refuseTakenName(db, body.database_name)
  const asked = connectionChecks.read(body)
  if (!asked) throw unprocessable({ sqlalchemy_uri: ['Field is required'] })
  const draft = await connectionChecks.connect(asked)
  const columns = { ...settingsOf(body), ...connectionColumns(services, draft, body) }
  const row = await db.transaction().execute(async (trx) => {
    const made = await trx
      .insertInto('databases')
      .values({
        ...created(author, body.uuid ?? randomUUID()),
        ...columns,
        database_name: body.database_name,
        backend: draft.dialect.name,
        sqlalchemy_uri: draft.uri,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordChange(trx, author, 'create', { kind: 'Database', id: made.id })
    return made
  })
  const shown = { configuration_method: row.configuration_method, driver: draft.driver, expose_in_sqllab: true }
  return [row.id, { ...shown, ...echo(body), ...shownConnection(row, services.keys.for('secrets')) }]
}

/** Changes a database. Fields that are not in the body are not changed. */
export async function updateDatabase(
  services: Services,
  subject: Subject,
  author: Author,
  id: number,
  body: DatabaseUpdate,
  ifMatch: string | undefined,
): Promise<{ version: number; result: Answer }> {
  const { db, can, connectionChecks } = services
  await can(subject, 'write', { kind: 'Database', id })
  const stored = await db.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirst()
  if (!stored) throw notFound()
  if (body.database_name !== undefined) await refuseTakenName(db, body.database_name, id)
  const asked = stored.is_embedded ? undefined : connectionChecks.read(body, stored)
  const draft = asked && (await connectionChecks.connect(asked).catch(unconnected))
  const row = await db.transaction().execute(async (trx) => {
    const now = await lockRow(trx, 'databases', id, ifMatch)
    if (!now) throw notFound()
    // the checked connection is the one that is stored: another user may have changed the database in the meantime
    if (draft && now.version !== stored.version)
      throw new AppError('GENERIC_COMMAND_ERROR', 409, 'The database was changed in the meantime.')
    const columns: RowUpdate<'databases'> = {
      ...settingsOf(body),
      ...(draft ? connectionColumns(services, draft, body) : {}),
      ...(body.database_name === undefined ? {} : { database_name: body.database_name }),
    }
    await trx
      .updateTable('databases')
      .set({ ...columns, ...changed(author) })
      .where('id', '=', id)
      .execute()
    await recordChange(trx, author, 'update', { kind: 'Database', id })
    return trx.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  })
  const method = { configuration_method: row.configuration_method }
  const result = { ...method, ...echo(body), ...(draft ? shownConnection(row, services.keys.for('secrets')) : {}) }
  return { version: row.version, result }
}

function unconnected(error: unknown): never {
  if (!(error instanceof AppError) || error.code === 'CONNECTION_ACCESS_DENIED_ERROR') throw error
  const message = 'Connection failed, please check your connection settings'
  throw new AppError('GENERIC_COMMAND_ERROR', 422, message, { cause: error })
}

/** Removes the tunnel of a database, which is then reached directly. */
export async function deleteTunnel(services: Services, subject: Subject, author: Author, id: number): Promise<void> {
  const { db, can, keys, flags } = services
  requireTunnels(flags)
  await can(subject, 'write', { kind: 'Database', id })
  const key = keys.for('secrets')
  await db.transaction().execute(async (trx) => {
    const row = await lockRow(trx, 'databases', id)
    const { [TUNNEL_SECRET]: tunnel, ...secrets } = row ? secretsOf(row, key) : {}
    if (tunnel === undefined) throw notFound()
    await trx
      .updateTable('databases')
      .set({ secrets: Object.keys(secrets).length > 0 ? seal(key, secrets) : null, ...changed(author) })
      .where('id', '=', id)
      .execute()
    await recordChange(trx, author, 'update', { kind: 'Database', id })
  })
}

/** Deletes a database that has no datasets. */
export async function deleteDatabase(
  { db, can }: Services,
  subject: Subject,
  author: Author,
  id: number,
): Promise<void> {
  await can(subject, 'read', { kind: 'Database', id })
  await can(subject, 'write', { kind: 'Database', id })
  await db.transaction().execute(async (trx) => {
    const used = await trx.selectFrom('datasets').select('id').where('database_id', '=', id).executeTakeFirst()
    if (used) throw refused('Cannot delete a database that has datasets attached')
    const tables = await trx
      .selectFrom('table_generations')
      .select('id')
      .where('database_id', '=', id)
      .executeTakeFirst()
    if (tables) throw refused('Cannot delete a database that contains uploaded tables')
    await refuseWithReports(trx, 'database_id', [id])
    await trx.deleteFrom('databases').where('id', '=', id).execute()
    await recordChange(trx, author, 'delete', { kind: 'Database', id })
  })
}

const refused = (message: string) => new AppError('GENERIC_COMMAND_ERROR', 422, message)

async function refuseTakenName(db: Db, name: string, own?: number): Promise<void> {
  const same = await db.selectFrom('databases').select('id').where('database_name', '=', name).executeTakeFirst()
  if (same && same.id !== own) {
    throw unprocessable({ database_name: 'A database with the same name already exists.' })
  }
}

function connectionColumns({ keys }: Services, draft: ConnectionDraft, body: DatabaseUpdate): RowUpdate<'databases'> {
  const hasSecrets = Object.keys(draft.secrets).length > 0
  return {
    backend: draft.dialect.name,
    sqlalchemy_uri: draft.uri,
    secrets: hasSecrets ? seal(keys.for('secrets'), draft.secrets) : null,
    ...(body.server_cert === undefined ? {} : { server_cert: body.server_cert || null }),
  }
}

function settingsOf(body: DatabaseUpdate): RowUpdate<'databases'> {
  const { cache_timeout, force_ctas_schema, external_url, extra, configuration_method, ...flags } = body
  const { expose_in_sqllab, allow_run_async, allow_file_upload, allow_ctas, allow_cvas, allow_dml } = flags
  const { impersonate_user, is_managed_externally } = flags
  const given = { cache_timeout, force_ctas_schema, external_url, extra, configuration_method, impersonate_user }
  const all = {
    ...given,
    expose_in_sqllab,
    allow_run_async,
    allow_file_upload,
    allow_ctas,
    allow_cvas,
    allow_dml,
    is_managed_externally,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

/** The body as the response repeats it, without secrets. */
function echo(body: DatabaseUpdate): Answer {
  const { sqlalchemy_uri: _uri, parameters: _p, engine: _e, encrypted_extra, masked_encrypted_extra, ...more } = body
  const { ssh_tunnel: tunnel, ...rest } = more
  const extra = masked_encrypted_extra ?? encrypted_extra
  return {
    ...rest,
    ...(extra === undefined ? {} : { masked_encrypted_extra: extra === '{}' ? extra : passwordMask }),
    ...(tunnel ? { ssh_tunnel: maskedForm(tunnel) } : {}),
  }
}
