/** Connection URIs in the format of the contract: `backend+driver://user:password@host:port/database?option=value`. */

/** Replaces a password in responses and exports. */
export const passwordMask = 'XXXXXXXXXX'

export interface ConnectionUri {
  backend: string
  driver: string | null
  /** Decoded; null if the URI has none. */
  password: string | null
  /** The URI without its password. */
  withoutPassword: string
}

const shape = /^([a-z][a-z0-9_]*)(?:\+([a-z0-9_]+))?:\/\/(?:([^:@/]*)(?::([^@]*))?@)?(.*)$/is

/**
 * The parts of a URI; undefined if the text is not one. A password may contain anything except `@`, which must be
 * escaped.
 */
export function parseConnectionUri(uri: string): ConnectionUri | undefined {
  const match = shape.exec(uri.trim())
  if (!match) return undefined
  const [, backend = '', driver, user, password, rest = ''] = match
  const scheme = driver ? `${backend}+${driver}` : backend
  return {
    backend: backend.toLowerCase(),
    driver: driver ?? null,
    password: password === undefined ? null : decode(password),
    withoutPassword: `${scheme}://${user === undefined ? '' : `${user}@`}${rest}`,
  }
}

/** The URI for display: a stored password is masked. */
export function maskedUri(withoutPassword: string, hasPassword: boolean): string {
  return hasPassword ? withoutPassword.replace(/^([^:]+:\/\/[^@/]*)@/, `$1:${passwordMask}@`) : withoutPassword
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
