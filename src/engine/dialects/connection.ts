/** The two forms of a database connection: typed options, and the address that the contract stores. */

/** The parts of `backend+driver://username:password@host:port/database?key=value`, decoded. Missing parts are null. */
export interface DatabaseUri {
  backend: string
  driver: string | null
  username: string | null
  password: string | null
  host: string | null
  port: number | null
  database: string | null
  query: Record<string, string>
}

export type ConnectionOptions = Record<string, unknown>

/**
 * One typed option. A `query` maps the names of further options to strings. `addresses` map names to addresses; at
 * least one is required.
 */
export interface ConnectionField {
  name: string
  type: 'text' | 'integer' | 'boolean' | 'query' | 'addresses'
  isRequired: boolean
  /** Never sent to browsers; shown masked. */
  isSecret: boolean
  description: string
  /** The label of the option in forms. */
  label: string
  /** An example of the value, for an empty field. */
  example?: string
  /** Shown below the field. */
  help?: string
  /**
   * The value is a JSON file. `fills`: the field that receives the value of its key `from`, unless that field has a
   * value.
   */
  jsonFile?: { fills?: string; from?: string }
  /** The form first offers a choice: with this option or without it. */
  choice?: { label: string; without: string; with: string }
  /** Which `addresses` are valid. */
  isAddress?(text: string): boolean
  /** In forms, the field follows the display name of the database. */
  isAfterName?: true
}

export interface ConnectionKind {
  /** Allowed schemes of an address; generated addresses have the first one. */
  backends: readonly string[]
  /** Driver names that addresses may contain after `+`; the first is the default. They have no effect. */
  drivers: readonly string[]
  fields: readonly ConnectionField[]
  /** An example of an address. */
  placeholder: string
  /** Explains the form of an address. */
  note?: { title: string; text: string }
  /**
   * Parameters of the address that the driver uses, in addition to those of its form. They may also be given as
   * `connect_args` of the engine parameters.
   */
  parameters?: readonly string[]
  /** The usual port of the servers; absent: the database is not reached by host and port. */
  port?: number
  /** The address names a file on this machine. */
  isFile?: true
  /** Unchecked: see `checkOptions`. */
  fromUri(uri: DatabaseUri): ConnectionOptions
  toUri(options: ConnectionOptions): DatabaseUri
}

const ADDRESS =
  /^(?<backend>[a-z][\w]*)(?:\+(?<driver>\w+))?:\/\/(?:(?<username>[^:/]*)(?::(?<password>[^@]*))?@)?(?:\[(?<ipv6>[^/?]+)\]|(?<host>[^/:?]*))?(?::(?<port>\d*))?(?:\/(?<database>[^?]*))?(?:\?(?<query>.*))?$/i

/** Parses an address; null if it is invalid. The user part ends at the last `@`, because users forget to escape it. */
export function parseDatabaseUri(text: string): DatabaseUri | null {
  const trimmed = text.trim()
  const scheme = trimmed.indexOf('://') + 3
  const end = trimmed.slice(scheme).search(/[/?]/)
  const authority = trimmed.slice(scheme, end < 0 ? undefined : scheme + end)
  const at = authority.lastIndexOf('@')
  const escaped = at > 0 ? authority.slice(0, at).replaceAll('@', '%40') + authority.slice(at) : authority
  const parts = ADDRESS.exec(trimmed.slice(0, scheme) + escaped + trimmed.slice(scheme + authority.length))?.groups
  if (!parts?.backend) return null
  try {
    const part = (value: string | undefined) => (value === undefined ? null : decodeURIComponent(value))
    return {
      backend: parts.backend.toLowerCase(),
      driver: parts.driver?.toLowerCase() ?? null,
      username: part(parts.username),
      password: part(parts.password),
      host: part(parts.ipv6 ?? parts.host) || null,
      port: parts.port ? Number(parts.port) : null,
      // file names are not decoded, including percent signs
      database: parts.database ?? null,
      query: Object.fromEntries(new URLSearchParams(parts.query ?? '')),
    }
  } catch {
    return null
  }
}

const escapePart = (text: string) => encodeURIComponent(text).replaceAll('!', '%21')

export function formatDatabaseUri(uri: DatabaseUri): string {
  const scheme = uri.driver ? `${uri.backend}+${uri.driver}` : uri.backend
  const password = uri.password ? `:${escapePart(uri.password)}` : ''
  const user = uri.username === null ? '' : `${escapePart(uri.username)}${password}@`
  const host = uri.host?.includes(':') ? `[${uri.host}]` : (uri.host ?? '')
  const query = new URLSearchParams(uri.query).toString()
  return [
    `${scheme}://${user}${host}`,
    uri.port === null ? '' : `:${uri.port}`,
    uri.database === null ? '' : `/${uri.database}`,
    query ? `?${query}` : '',
  ].join('')
}

const LARGEST_PORT = 65_535

export type CheckedOptions =
  | { ok: true; options: ConnectionOptions }
  | { ok: false; missing: string[]; invalid: string[] }

/** Checks options: only known names with valid values are allowed; absent options stay absent. */
export function checkOptions(kind: ConnectionKind, options: ConnectionOptions): CheckedOptions {
  const given = Object.entries(options).filter(([, value]) => value !== null && value !== undefined && value !== '')
  const fields = new Map(kind.fields.map((field) => [field.name, field]))
  const present = new Set(given.map(([name]) => name))
  const missing = kind.fields.filter(({ name, isRequired }) => isRequired && !present.has(name)).map(({ name }) => name)
  const invalid = given.filter(([name, value]) => !isOfKind(fields.get(name), value)).map(([name]) => name)
  return missing.length || invalid.length
    ? { ok: false, missing, invalid }
    : { ok: true, options: Object.fromEntries(given) }
}

function isOfKind(field: ConnectionField | undefined, value: unknown): boolean {
  switch (field?.type) {
    case 'text':
      return typeof value === 'string' && !value.includes('\0')
    case 'integer':
      return Number.isInteger(value) && Number(value) > 0 && Number(value) <= LARGEST_PORT
    case 'boolean':
      return typeof value === 'boolean'
    case 'query':
      return (
        typeof value === 'object' &&
        value !== null &&
        Object.values(value).every((item) => ['string', 'number', 'boolean'].includes(typeof item))
      )
    case 'addresses':
      return (
        typeof value === 'object' &&
        value !== null &&
        Object.keys(value).length > 0 &&
        Object.entries(value).every(([name, address]) => isNamedAddress(field, name, address))
      )
    case undefined:
      return false
  }
}

const LONGEST_NAME = 250

const isNamedAddress = ({ isAddress }: ConnectionField, name: string, address: unknown): boolean =>
  name.trim() !== '' &&
  name.length <= LONGEST_NAME &&
  !name.includes('\0') &&
  typeof address === 'string' &&
  (isAddress?.(address) ?? true)

/** A field of a connection's form: optional text, unless `more` says otherwise. */
export const connectionField = (
  name: string,
  label: string,
  description: string,
  more: Partial<Omit<ConnectionField, 'name' | 'label' | 'description'>> = {},
): ConnectionField => ({ name, label, type: 'text', isRequired: false, isSecret: false, description, ...more })

/** Parameters that a form has no field for. */
export const additionalParameters = connectionField('query', 'Additional Parameters', 'Additional parameters', {
  type: 'query',
  example: 'e.g. param1=value1&param2=value2',
  help: 'Add additional custom parameters',
  isAfterName: true,
})

/** Options of a database that is reached over the network. */
export interface ServerOptions {
  host: string
  port?: number
  username?: string
  password?: string
  database?: string
  encryption?: boolean
  query?: Record<string, string>
}

const defineServerFields = (required: readonly (keyof ServerOptions)[], port: number): ConnectionField[] =>
  [
    connectionField('host', 'Host', 'Hostname or IP address', { example: 'e.g. 127.0.0.1' }),
    connectionField('port', 'Port', 'Database port', { type: 'integer', example: `e.g. ${port}` }),
    connectionField('database', 'Database name', 'Database name', {
      example: 'e.g. world_population',
      help: 'Copy the name of the database you are trying to connect to.',
    }),
    connectionField('username', 'Username', 'Username', { example: 'e.g. Analytics' }),
    connectionField('password', 'Password', 'Password', { isSecret: true, example: 'e.g. ********' }),
    additionalParameters,
    connectionField('encryption', 'SSL', 'Use an encrypted connection to the database', {
      type: 'boolean',
      isAfterName: true,
    }),
  ].map((each) => ({ ...each, isRequired: required.includes(each.name as keyof ServerOptions) }))

/** Addresses of a database server. `encryptedBy` lists the address parameters that request encryption. */
export function serverConnection(kind: {
  backends: readonly string[]
  drivers: readonly string[]
  /** The usual port of such servers, as an example in forms. */
  port: number
  required?: readonly (keyof ServerOptions)[]
  encryptedBy: Record<string, string>
  parameters?: readonly string[]
}): ConnectionKind {
  const [backend = ''] = kind.backends
  return {
    backends: kind.backends,
    drivers: kind.drivers,
    port: kind.port,
    fields: defineServerFields(kind.required ?? ['host', 'port', 'username', 'database'], kind.port),
    placeholder: `${backend}://user:password@host:port/dbname[?key=value&key=value...]`,
    ...(kind.parameters ? { parameters: kind.parameters } : {}),
    fromUri: ({ host, port, username, password, database, query }) => {
      const isEncrypted = Object.entries(kind.encryptedBy).some(([name, value]) => query[name] === value)
      return { host, port, username, password, database, query, ...(isEncrypted ? { encryption: true } : {}) }
    },
    toUri: (options) => {
      const { host, port, username, password, database, encryption, query } = options as Partial<ServerOptions>
      return {
        backend,
        driver: null,
        username: username ?? null,
        password: password ?? null,
        host: host ?? null,
        port: port ?? null,
        database: database ?? null,
        query: { ...query, ...(encryption ? kind.encryptedBy : {}) },
      }
    },
  }
}

/**
 * A database in one file: `backend:///path`, four slashes for an absolute path on systems whose paths start with one.
 */
export function fileConnection(kind: { backends: readonly string[]; drivers: readonly string[] }): ConnectionKind {
  const [backend = ''] = kind.backends
  return {
    ...kind,
    isFile: true,
    fields: [
      connectionField('database', 'File', 'Path of the file, in a folder that the configuration lists', {
        isRequired: true,
      }),
    ],
    placeholder: `${backend}:////path/to/file.db`,
    fromUri: ({ database }) => ({ database }),
    toUri: ({ database }) => ({
      backend,
      driver: null,
      username: null,
      password: null,
      host: null,
      port: null,
      database: String(database ?? ''),
      query: {},
    }),
  }
}
