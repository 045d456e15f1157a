/** Connection URIs as the contract writes them: `backend+driver://user:password@host:port/database?option=value`. */

/** What takes the place of a password in answers and exports. */
export const passwordMask = 'XXXXXXXXXX'

export interface ConnectionUri {
  backend: string
  driver: string | null
  /** Decoded; null where the URI has none. */
  password: string | null
  /** The URI without its password. */
  withoutPassword: string
}

const shape = /^([a-z][a-z0-9_]*)(?:\+([a-z0-9_]+))?:\/\/(?:([^:@/]*)(?::([^@]*))?@)?(.*)$/is

/** The parts of a URI; undefined where the text is none. A password may hold anything but `@`, which is escaped. */
export function parseConnectionUri(uri: string): ConnectionUri | undefined {
  const match = shape.exec(uri.trim())
  if (!match) return undefined
  const [, backend = '', driver, user, password, rest = ''] = match
  const scheme = driver ? `${backend}+${driver}` : backend
  return {
    backend: (backend === 'postgres' ? 'postgresql' : backend).toLowerCase(),
    driver: driver ?? null,
    password: password === undefined ? null : decode(password),
    withoutPassword: `${scheme}://${user === undefined ? '' : `${user}@`}${rest}`,
  }
}

/** The URI as it is shown: a stored password as its mask. */
export function maskedUri(withoutPassword: string, hasPassword: boolean): string {
  return hasPassword ? withoutPassword.replace(/^([^:]+:\/\/[^@/]*)@/, `$1:${passwordMask}@`) : withoutPassword
}

/** Databases that are files of the machine that opens them. */
const fileBackends = new Set(['sqlite', 'duckdb', 'access', 'shillelagh'])
export const isFileDatabase = ({ backend }: ConnectionUri) => fileBackends.has(backend)

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
