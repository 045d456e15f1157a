import { X509Certificate } from 'node:crypto'
import type { ConnectionSpec } from '../../engine/contracts.ts'
import {
  type ConnectionOptions,
  type DatabaseUri,
  formatDatabaseUri,
  parseDatabaseUri,
} from '../../engine/dialects/connection.ts'
import type { Dialect } from '../../engine/dialects/dialect.ts'
import { maskedUri, passwordMask } from '../../model/database/connectionUri.ts'
import type { ConnectionForm } from '../../model/database/databaseForm.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { Row } from '../storage/schema.ts'
import { dialectOfUri, driverMissing, secretsOf, specOf, targetOf, withConnectArgs } from './connections.ts'
import { unmasked } from './secrets.ts'
import { isSameServer, storedTunnel, TUNNEL_SECRET, tunnelOf } from './sshTunnels.ts'

/** A connection as sent in a request, with stored secrets in place of their mask. */
export interface ConnectionDraft {
  dialect: Dialect
  spec: ConnectionSpec
  /** Without secrets. */
  uri: string
  driver: string
  secrets: Record<string, string>
}

type Stored = Pick<Row<'databases'>, 'id' | 'sqlalchemy_uri' | 'secrets' | 'server_cert' | 'extra'>

const INVALID_URI =
  'Invalid connection string, a valid string usually follows: backend+driver://user:password@database-host/database-name'

const wrong = (field: string, message: string) =>
  new AppError('GENERIC_COMMAND_ERROR', 400, message, { fields: { [field]: [message] } })

const MASK_WITHOUT_SECRET =
  'The password is masked, but the host, port, user or driver differs from the stored connection. Please enter the password.'

const maskedOnly = (field: string) =>
  new AppError('GENERIC_COMMAND_ERROR', 422, MASK_WITHOUT_SECRET, { fields: { [field]: [MASK_WITHOUT_SECRET] } })

/**
 * The connection of a form; undefined if the form does not contain one.
 * @throws AppError 400 for an invalid address, 422 for one that cannot be connected
 */
export function draftOf(form: ConnectionForm, key: Buffer, stored?: Stored): ConnectionDraft | undefined {
  const uri = uriOf(form)
  const extra = form.masked_encrypted_extra ?? form.encrypted_extra ?? undefined
  const isSame = form.server_cert === undefined && extra === undefined && !form.ssh_tunnel
  if (!uri && (!stored || isSame)) return undefined
  const before = stored ? parseDatabaseUri(stored.sqlalchemy_uri) : null
  const given = uri ?? before
  if (!given) return undefined
  const dialect = dialectOfUri(given)
  // tables of the embedded engine are created by uploads, never from a file path in a request
  if (!dialect || dialect.gate === 'engine') throw driverMissing(given.backend)
  const oldTunnel = stored && storedTunnel(secretsOf(stored, key))
  const tunnel = form.ssh_tunnel ? tunnelOf(form.ssh_tunnel, oldTunnel) : oldTunnel
  // the SSH server decides which server receives the secrets: a different SSH server does not get the stored secrets
  const isSameTarget = before !== null && targetOf(before) === targetOf(given) && isSameServer(tunnel, oldTunnel)
  const known = stored && isSameTarget ? secretsOf(stored, key) : {}
  if (stored?.secrets && !isSameTarget && !uri) throw maskedOnly('sqlalchemy_uri')
  const certificate = form.server_cert === undefined ? (stored?.server_cert ?? null) : form.server_cert || null
  if (certificate) checkCertificate(certificate)
  const { encrypted_extra: _extra, ...kept } = known
  const { uri: plain, secrets } = uri
    ? split(dialect, uri, { known, parameters: parametersOf(form) })
    : { uri: given, secrets: { ...kept } }
  const encrypted = encryptedExtra(extra, known.encrypted_extra)
  if (encrypted) secrets.encrypted_extra = encrypted
  if (tunnel) secrets[TUNNEL_SECRET] = JSON.stringify(tunnel)
  const spec = specOf(withConnectArgs(plain, form.extra ?? stored?.extra ?? null), {
    databaseId: stored?.id ?? 0,
    secrets,
    serverCertificate: certificate,
  })
  return {
    dialect,
    spec,
    uri: formatDatabaseUri(plain),
    driver: plain.driver ?? dialect.connection.drivers[0] ?? '',
    secrets,
  }
}

const parametersOf = ({ configuration_method, engine, parameters }: ConnectionForm): ConnectionOptions =>
  configuration_method === 'dynamic_form' && engine && parameters ? parameters : {}

function uriOf(form: ConnectionForm): DatabaseUri | null {
  if (form.configuration_method === 'dynamic_form' && form.engine && form.parameters) {
    return uriOfParameters(form.engine, form.driver ?? null, form.parameters)
  }
  if (form.sqlalchemy_uri === undefined) return null
  const uri = parseDatabaseUri(form.sqlalchemy_uri)
  if (!uri) throw wrong('sqlalchemy_uri', INVALID_URI)
  return uri
}

/** The address built from an engine and its parameters. @throws AppError 422 for an engine without parameters */
export function uriOfParameters(engine: string, driver: string | null, parameters: ConnectionOptions): DatabaseUri {
  const dialect = dialectOfEngine(engine)
  if (!dialect) {
    throw new AppError('GENERIC_DB_ENGINE_ERROR', 422, `Engine "${engine}" cannot be configured through parameters.`, {
      level: 'error',
    })
  }
  return { ...dialect.connection.toUri(parameters), driver }
}

/**
 * The dialect of an engine whose connection can be entered in a form. A database in a file is connected by its address.
 */
export function dialectOfEngine(engine: string): Dialect | undefined {
  const dialect = dialectOfUri({ backend: engine })
  return dialect?.connection.isFile ? undefined : dialect
}

/**
 * An address without its secrets, and the secrets. Secrets that an address cannot contain are in the form parameters.
 * @throws AppError 422 if a mask has no stored secret
 */
function split(
  dialect: Dialect,
  uri: DatabaseUri,
  { known, parameters }: { known: Record<string, string>; parameters: ConnectionOptions },
): { uri: DatabaseUri; secrets: Record<string, string> } {
  const options = dialect.connection.fromUri(uri)
  const secrets: Record<string, string> = {}
  for (const { name, isSecret } of dialect.connection.fields) {
    const value = options[name] ?? parameters[name]
    if (!isSecret || typeof value !== 'string' || value === '') continue
    const secret = value === passwordMask ? known[name] : value
    if (secret === undefined) throw maskedOnly('sqlalchemy_uri')
    secrets[name] = secret
    options[name] = undefined
  }
  const plain = dialect.connection.toUri(options)
  return { uri: { ...plain, backend: uri.backend, driver: uri.driver, password: null }, secrets }
}

function encryptedExtra(sent: string | undefined, stored: string | undefined): string | undefined {
  if (sent === undefined || sent === '' || sent === '{}') return sent === undefined ? stored : undefined
  const value = unmasked(JSON.parse(sent), stored === undefined ? undefined : JSON.parse(stored))
  if (value === undefined) throw maskedOnly('masked_encrypted_extra')
  return JSON.stringify(value)
}

function checkCertificate(pem: string): void {
  try {
    new X509Certificate(pem)
  } catch {
    throw wrong('server_cert', 'Invalid certificate')
  }
}

/** The fields of a connection in responses: its masked address and, for a server, its parameters. */
export function shownConnection(row: Pick<Row<'databases'>, 'sqlalchemy_uri' | 'secrets'>, key: Buffer) {
  const secrets = secretsOf(row, key)
  const uri = parseDatabaseUri(row.sqlalchemy_uri)
  const dialect = uri && dialectOfUri(uri)
  const sqlalchemy_uri = maskedUri(row.sqlalchemy_uri, 'password' in secrets)
  if (!uri || !dialect || !dialectOfEngine(uri.backend)) return { sqlalchemy_uri }
  const shown: ConnectionOptions = dialect.connection.fromUri(uri)
  for (const { name, isSecret } of dialect.connection.fields)
    if (isSecret) shown[name] = name in secrets ? passwordMask : null
  return { sqlalchemy_uri, parameters: { encryption: false, ...shown } }
}
