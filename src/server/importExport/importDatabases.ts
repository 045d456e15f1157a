import { isDeepStrictEqual } from 'node:util'
import type { SshTunnel } from '../../engine/contracts.ts'
import { parseDatabaseUri } from '../../engine/dialects/connection.ts'
import { isFileBackend } from '../../engine/dialects/fileBackends.ts'
import type { BundleEntry } from '../../model/bundle/bundle.ts'
import { maskedUri, parseConnectionUri, passwordMask } from '../../model/database/connectionUri.ts'
import type { SshTunnelForm } from '../../model/database/sshTunnelForm.ts'
import { parseObject } from '../../model/wire/json.ts'
import { dialectOfUri, secretsOf, targetOf } from '../databases/connections.ts'
import { isSameServer, requireTunnels, storedTunnel, TUNNEL_SECRET } from '../databases/sshTunnels.ts'
import { EXAMPLES_DATABASE_UUID } from '../embedded/tables.ts'
import { changed, created } from '../entities/changes.ts'
import { seal } from '../entities/secrets.ts'
import { complain, type Decision, decide, extraOrNull, type ImportRun, jsonOrNull } from './order.ts'

/**
 * Imports the databases of a bundle and returns their ids by uuid. The database with the examples' uuid is the embedded
 * one, regardless of its file. File URIs are rejected and never opened.
 */
export async function importDatabases(
  run: ImportRun,
  entries: BundleEntry<'database'>[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const entry of entries) {
    const id = await importDatabase(run, entry)
    if (id !== undefined) ids.set(entry.config.uuid, id)
  }
  return ids
}

async function importDatabase(run: ImportRun, { path, config, extra }: BundleEntry<'database'>) {
  const { trx, order, services, errors } = run
  const existing = await trx
    .selectFrom('databases')
    .select(['id', 'sqlalchemy_uri', 'secrets', 'extra_fields'])
    .where('uuid', '=', config.uuid)
    .executeTakeFirst()
  const decision = await decide(run, 'database', path, existing)
  if (existing && config.uuid === EXAMPLES_DATABASE_UUID) await keepAddress(run, existing, config, decision)
  if (decision === 'keep' || config.uuid === EXAMPLES_DATABASE_UUID) return existing?.id
  if (config.ssh_tunnel && services.flags) requireTunnels(services.flags)
  const uri = parseConnectionUri(config.sqlalchemy_uri)
  if (!uri) {
    complain(errors, path, {
      sqlalchemy_uri: ['Not a connection string: backend+driver://user:password@host/database'],
    })
    return undefined
  }
  if (isFileBackend(uri.backend)) {
    complain(errors, path, { sqlalchemy_uri: ['File databases cannot be imported.'] })
    return undefined
  }
  const key = services.keys.for('secrets')
  const stored = existing ? secretsOf(existing, key) : {}
  const tunnel = config.ssh_tunnel ? importedTunnel(run, path, config.ssh_tunnel, storedTunnel(stored)) : undefined
  const isSame =
    existing !== undefined &&
    isSameTarget(existing.sqlalchemy_uri, config.sqlalchemy_uri) &&
    isSameServer(tunnel?.tunnel, storedTunnel(stored))
  const kept = isSame ? stored : {}
  const password = passwordFor(run, path, config.password, uri.password)
  const missing = [
    ...(password === undefined && kept.password === undefined ? ['Must provide a password for the database'] : []),
    ...(tunnel?.missing ?? []),
  ]
  // the other fields are still checked, so that no new errors appear once the password is given
  if (missing.length > 0) complain(errors, path, { _schema: missing })
  const secrets = {
    ...kept,
    ...(password ? { password } : {}),
    ...(tunnel ? { [TUNNEL_SECRET]: JSON.stringify(tunnel.tunnel) } : {}),
  }
  const taken = await trx
    .selectFrom('databases')
    .select('id')
    .where('database_name', '=', config.database_name)
    .executeTakeFirst()
  if (taken && taken.id !== existing?.id) {
    complain(errors, path, { database_name: ['A database with the same name already exists.'] })
    return undefined
  }
  const columns = {
    database_name: config.database_name,
    backend: dialectOfUri(uri)?.name ?? uri.backend,
    sqlalchemy_uri: uri.withoutPassword,
    secrets: sealed(key, secrets, existing?.secrets ?? null),
    cache_timeout: config.cache_timeout ?? null,
    expose_in_sqllab: config.expose_in_sqllab ?? true,
    allow_run_async: config.allow_run_async ?? false,
    allow_ctas: config.allow_ctas ?? false,
    allow_cvas: config.allow_cvas ?? false,
    allow_dml: config.allow_dml ?? false,
    allow_file_upload: config.allow_file_upload ?? config.allow_csv_upload ?? false,
    impersonate_user: config.impersonate_user ?? false,
    configuration_method: config.configuration_method ?? 'sqlalchemy_form',
    extra: jsonOrNull(storedExtra(config.extra)),
    is_managed_externally: config.is_managed_externally ?? false,
    external_url: config.external_url ?? null,
    extra_fields: extraOrNull(extra),
  }
  if (existing) {
    await trx
      .updateTable('databases')
      .set({ ...columns, ...changed(order.author) })
      .where('id', '=', existing.id)
      .execute()
    return existing.id
  }
  const { id } = await trx
    .insertInto('databases')
    .values({ ...created(order.author, config.uuid), ...columns })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * The embedded database replaces a database on another server. The address and `extra` of the file are stored next to
 * its own values, and exported again, so that the installation that wrote the bundle gets them back unchanged.
 */
async function keepAddress(
  { trx, order: { subject } }: ImportRun,
  existing: { id: number; extra_fields: string | null },
  config: BundleEntry<'database'>['config'],
  decision: Decision,
): Promise<void> {
  const uri = parseConnectionUri(config.sqlalchemy_uri)
  if (!uri || isFileBackend(uri.backend)) return
  const stored = parseObject(existing.extra_fields)
  const mayWrite = !subject || subject.permissions.has('can_write:Database')
  if (decision !== 'replace' && (!mayWrite || 'sqlalchemy_uri' in stored)) return
  const address = maskedUri(uri.withoutPassword, uri.password !== null)
  const fields = { ...stored, sqlalchemy_uri: address, extra: storedExtra(config.extra) ?? {} }
  await trx
    .updateTable('databases')
    .set({ extra_fields: JSON.stringify(fields) })
    .where('id', '=', existing.id)
    .execute()
}

/** `extra` with the current name of the field for upload schemas; some exports have its old name. */
function storedExtra(extra: BundleEntry<'database'>['config']['extra']) {
  if (!extra || !('schemas_allowed_for_csv_upload' in extra)) return extra
  const { schemas_allowed_for_csv_upload: schemas, ...others } = extra
  return { schemas_allowed_for_file_upload: schemas, ...others }
}

/** Whether two URIs have the same target. Secrets are never sent to another server: its owner could read them. */
function isSameTarget(before: string, after: string): boolean {
  const [old, next] = [parseDatabaseUri(before), parseDatabaseUri(after)]
  return old !== null && next !== null && targetOf(old) === targetOf(next)
}

/** The secrets in encrypted form, or null if there are none. Equal secrets keep their stored text. */
function sealed(key: Buffer, secrets: Record<string, string>, stored: string | null): string | null {
  if (Object.keys(secrets).length === 0) return null
  const isStored = stored !== null && isDeepStrictEqual(secretsOf({ secrets: stored }, key), secrets)
  return isStored ? stored : seal(key, secrets)
}

/**
 * The tunnel of a file, with the secrets of the request, or the stored ones of the same SSH server, in place of masks.
 * `missing`: what the request must provide, in the words of the contract.
 */
function importedTunnel({ order }: ImportRun, path: string, form: SshTunnelForm, stored: SshTunnel | undefined) {
  const { server_address: host, server_port: port, username } = form
  const known = stored && isSameServer(stored, { host, port, username }) ? stored : undefined
  const missing: string[] = []
  const secret = (
    given: string | undefined,
    inFile: string | null | undefined,
    before: string | undefined,
    what: string,
  ) => {
    if (given !== undefined) return given
    if (inFile !== passwordMask) return inFile || undefined
    if (before === undefined) missing.push(`Must provide a ${what} for the ssh tunnel`)
    return before
  }
  const password = secret(order.tunnelPasswords?.[path], form.password, known?.password, 'password')
  const privateKey = secret(order.tunnelKeys?.[path], form.private_key, known?.privateKey, 'private key')
  const privateKeyPassword = secret(
    order.tunnelKeyPasswords?.[path],
    form.private_key_password,
    known?.privateKeyPassword,
    'private key password',
  )
  const hostKey = known?.hostKey
  const tunnel: SshTunnel = { host, port, username, password, privateKey, privateKeyPassword, hostKey }
  return { tunnel, missing }
}

/** The database password: from the request, the file or the URI; empty if none is needed, undefined if unknown. */
function passwordFor({ order }: ImportRun, path: string, fromFile: string | null | undefined, fromUri: string | null) {
  const given = order.passwords?.[path] ?? fromFile ?? fromUri
  if (given === null || given === undefined) return ''
  return given === passwordMask ? undefined : given
}
