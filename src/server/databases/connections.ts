import { createHash } from 'node:crypto'
import type { ConnectionSpec } from '../../engine/contracts.ts'
import {
  type ConnectionKind,
  type ConnectionOptions,
  checkOptions,
  type DatabaseUri,
  parseDatabaseUri,
} from '../../engine/dialects/connection.ts'
import type { Dialect } from '../../engine/dialects/dialect.ts'
import { dialects } from '../../engine/dialects/index.ts'
import { AppError } from '../../model/errors/errors.ts'
import { isRecord, parseObject } from '../../model/wire/json.ts'
import type { Subject } from '../access/subject.ts'
import type { EmbeddedTables } from '../embedded/tables.ts'
import { unseal } from '../entities/secrets.ts'
import type { Db, Row } from '../storage/schema.ts'
import type { HostPolicy } from './hostPolicy.ts'
import { storedTunnel, TUNNEL_SECRET } from './sshTunnels.ts'

/** Stored connections in the format of the engine. */
export interface Connections {
  /**
   * `reader`: the user whose account statements use in databases that impersonate users; null if no statement runs.
   * `version`: the database's current version, if the caller has just read it.
   * @throws AppError 404 if there is no such database, 422 if its connection is invalid
   */
  of(databaseId: number, reader: Pick<Subject, 'user'> | null, version?: number): Promise<ConnectionSpec>
}

interface Dependencies {
  db: Db
  tables: Pick<EmbeddedTables, 'connection'>
  /** Encryption key of stored secrets. */
  key: Buffer
  /** Imported connections were never tested: they are checked when they are first used. */
  hosts: HostPolicy
}

/** Looks up stored connections. A connection is cached until the version of its row changes. */
export function createConnections({ db, tables, key, hosts }: Dependencies): Connections {
  const kept = new Map<number, { version: number; spec: ConnectionSpec; impersonates: boolean }>()
  /** Ids of embedded databases. An embedded database stays embedded. */
  const embedded = new Set<number>()
  return {
    async of(id, reader, version) {
      if (embedded.has(id)) return tables.connection(id)
      const known = kept.get(id)
      if (known && known.version === version) return actingAs(known, reader)
      const now = await db
        .selectFrom('databases')
        .select(['version', 'is_embedded'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!now) throw new AppError('GENERIC_COMMAND_ERROR', 404, 'Not found')
      if (now.is_embedded) {
        embedded.add(id)
        return tables.connection(id)
      }
      if (known?.version === now.version) return actingAs(known, reader)
      const row = await db.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const spec = storedSpec(row, key)
      await hosts.check(spec)
      const entry = { version: row.version, spec, impersonates: row.impersonate_user }
      kept.set(id, entry)
      return actingAs(entry, reader)
    },
  }
}

/** The connection for a reader. Readers without a user, such as guests, connect with the account of the database. */
function actingAs(
  { spec, impersonates }: { spec: ConnectionSpec; impersonates: boolean },
  reader: Pick<Subject, 'user'> | null,
): ConnectionSpec {
  const name = reader?.user?.username
  if (!impersonates || name === undefined || !('options' in spec) || !dialects[spec.dialect]?.impersonates) return spec
  const { dataVersion } = spec
  const own = createHash('sha256')
    .update(JSON.stringify([dataVersion, name]))
    .digest('base64url')
    .slice(0, 16)
  return { ...spec, dataVersion: own, asUser: { name, connection: dataVersion } }
}

type Secrets = Record<string, string>

/** Secrets of a stored connection: `password`, other secret options of its dialect, `encrypted_extra`. */
export const secretsOf = (row: Pick<Row<'databases'>, 'secrets'>, key: Buffer): Secrets =>
  row.secrets === null ? {} : unseal(key, row.secrets)

function storedSpec(row: Row<'databases'>, key: Buffer): ConnectionSpec {
  const uri = parseDatabaseUri(row.sqlalchemy_uri)
  if (!uri) throw unreadable()
  return specOf(withConnectArgs(uri, row.extra), {
    databaseId: row.id,
    secrets: secretsOf(row, key),
    serverCertificate: row.server_cert,
  })
}

/**
 * The address with engine parameters of `extra` added as parameters of the address: the `connect_args` that the driver
 * supports (lists and objects as JSON), and `catalog`, where the contract stores the addresses of sheets. Parameters of
 * the address itself take precedence. Other engine parameters are ignored, because they are settings of another
 * program.
 */
export function withConnectArgs(uri: DatabaseUri, extra: string | null): DatabaseUri {
  const { engine_params: params } = parseObject(extra)
  const given = isRecord(params) && isRecord(params['connect_args']) ? params['connect_args'] : {}
  const { parameters, fields = [] } = dialectOfUri(uri)?.connection ?? {}
  const known = new Set(parameters)
  const hasCatalog = fields.some(({ name, type }) => name === 'catalog' && type === 'addresses')
  const catalog = hasCatalog && isRecord(params) && isRecord(params['catalog']) ? params['catalog'] : {}
  const used = Object.entries(given).filter(([name, value]) => known.has(name) && value !== null)
  const named = Object.entries(catalog).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const texts = used.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)])
  return { ...uri, query: { ...Object.fromEntries(named), ...Object.fromEntries(texts), ...uri.query } }
}

const unreadable = () => new AppError('GENERIC_COMMAND_ERROR', 422, 'Database parameters are invalid.')

interface SpecParts {
  databaseId: number
  secrets: Secrets
  serverCertificate: string | null
}

/** The dialect of an address; undefined if none supports it. */
export const dialectOfUri = ({ backend }: Pick<DatabaseUri, 'backend'>): Dialect | undefined =>
  Object.values(dialects).find(({ connection }) => connection.backends.includes(backend))

/**
 * The options with which the engine connects. `dataVersion` changes with every option, so that nothing cached for one
 * server is used for another.
 * @throws AppError 422 if the kind of address is unknown, or its options are invalid
 */
export function specOf(uri: DatabaseUri, { databaseId, secrets, serverCertificate }: SpecParts): ConnectionSpec {
  const dialect = dialectOfUri(uri)
  if (!dialect) throw driverMissing(uri.backend)
  const { password = uri.password, encrypted_extra: _extra, [TUNNEL_SECRET]: _tunnel, ...more } = secrets
  const sshTunnel = storedTunnel(secrets)
  const checked = checkOptions(addressed(dialect), { ...dialect.connection.fromUri({ ...uri, password }), ...more })
  if (!checked.ok) {
    const missing = checked.missing.join(', ')
    throw new AppError(
      'CONNECTION_MISSING_PARAMETERS_ERROR',
      422,
      missing ? `One or more parameters are missing: ${missing}` : 'Database parameters are invalid.',
      { extra: { missing: checked.missing, invalid: checked.invalid }, level: 'warning' },
    )
  }
  const options: ConnectionOptions = {
    ...checked.options,
    ...(serverCertificate ? { serverCertificate } : {}),
    ...(sshTunnel ? { sshTunnel } : {}),
  }
  const dataVersion = createHash('sha256')
    .update(JSON.stringify([databaseId, options]))
    .digest('base64url')
    .slice(0, 16)
  return { dialect: dialect.name, databaseId, options, dataVersion }
}

export const driverMissing = (backend: string) =>
  new AppError('GENERIC_COMMAND_ERROR', 422, `Could not load database driver: ${backend}`)

/** Parts of a server address that may be left to the driver's defaults; forms must contain them. */
const HAS_DEFAULT = new Set(['port', 'username', 'database'])

function addressed({ connection }: Dialect): ConnectionKind {
  if (!connection.fields.some(({ name }) => name === 'host')) return connection
  const fields = connection.fields.map((field) =>
    HAS_DEFAULT.has(field.name) ? { ...field, isRequired: false } : field,
  )
  return { ...connection, fields }
}

/** The parts that identify a connection: a masked secret stands for the stored one only if none of these changed. */
export const targetOf = (uri: DatabaseUri): string =>
  JSON.stringify([dialectOfUri(uri)?.name ?? uri.backend, uri.driver, uri.host, uri.port, uri.username])
