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
import type { EmbeddedTables } from '../embedded/tables.ts'
import { unseal } from '../entities/secrets.ts'
import type { Db, Row } from '../storage/schema.ts'
import type { HostPolicy } from './hostPolicy.ts'

/** Stored connections, as the engine takes them. */
export interface Connections {
  /** @throws AppError 404 where there is no such database, 422 where its connection cannot be read */
  of(databaseId: number): Promise<ConnectionSpec>
}

interface Dependencies {
  db: Db
  tables: Pick<EmbeddedTables, 'connection'>
  /** Key of stored secrets. */
  key: Buffer
  /** Imported connections were never tried: they are judged when they are used first. */
  hosts: HostPolicy
}

/** One look at the store per query; what it reads is kept as long as the row's version stands. */
export function createConnections({ db, tables, key, hosts }: Dependencies): Connections {
  const kept = new Map<number, { version: number; spec: ConnectionSpec }>()
  /** What is embedded stays so. */
  const embedded = new Set<number>()
  return {
    async of(id) {
      if (embedded.has(id)) return tables.connection(id)
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
      const known = kept.get(id)
      if (known?.version === now.version) return known.spec
      const row = await db.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const spec = storedSpec(row, key)
      await hosts.check(spec)
      kept.set(id, { version: row.version, spec })
      return spec
    },
  }
}

type Secrets = Record<string, string>

/** Secrets of a stored connection: `password`, other secret options of its kind, `encrypted_extra`. */
export const secretsOf = (row: Pick<Row<'databases'>, 'secrets'>, key: Buffer): Secrets =>
  row.secrets === null ? {} : unseal(key, row.secrets)

function storedSpec(row: Row<'databases'>, key: Buffer): ConnectionSpec {
  const uri = parseDatabaseUri(row.sqlalchemy_uri)
  if (!uri) throw unreadable()
  return specOf(uri, { databaseId: row.id, secrets: secretsOf(row, key), serverCertificate: row.server_cert })
}

const unreadable = () => new AppError('GENERIC_COMMAND_ERROR', 422, 'Database parameters are invalid.')

interface SpecParts {
  databaseId: number
  secrets: Secrets
  serverCertificate: string | null
}

/** The dialect that an address asks for; undefined where none of ours reads it. */
export const dialectOfUri = ({ backend }: DatabaseUri): Dialect | undefined =>
  Object.values(dialects).find(({ connection }) => connection.backends.includes(backend))

/**
 * What the engine connects with. `dataVersion` changes with every option, so that nothing kept for one server is taken
 * for another's.
 * @throws AppError 422 where the address is of no kind that we know, or its options are wrong
 */
export function specOf(uri: DatabaseUri, { databaseId, secrets, serverCertificate }: SpecParts): ConnectionSpec {
  const dialect = dialectOfUri(uri)
  if (!dialect) throw driverMissing(uri.backend)
  const { password = uri.password, encrypted_extra: _extra, ...more } = secrets
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
  const options: ConnectionOptions = { ...checked.options, ...(serverCertificate ? { serverCertificate } : {}) }
  const dataVersion = createHash('sha256')
    .update(JSON.stringify([databaseId, options]))
    .digest('base64url')
    .slice(0, 16)
  return { dialect: dialect.name, databaseId, options, dataVersion }
}

export const driverMissing = (backend: string) =>
  new AppError('GENERIC_COMMAND_ERROR', 422, `Could not load database driver: ${backend}`)

/** What an address of a server may leave to its driver; a form may not. */
const HAS_DEFAULT = new Set(['port', 'username', 'database'])

function addressed({ connection }: Dialect): ConnectionKind {
  if (!connection.fields.some(({ name }) => name === 'host')) return connection
  const fields = connection.fields.map((field) =>
    HAS_DEFAULT.has(field.name) ? { ...field, isRequired: false } : field,
  )
  return { ...connection, fields }
}

/** What a connection is compared by: a masked secret is taken for the stored one only where none of these changed. */
export const targetOf = (uri: DatabaseUri): string =>
  JSON.stringify([dialectOfUri(uri)?.name ?? uri.backend, uri.driver, uri.host, uri.port, uri.username])
