import { KeyError } from './access/keys.ts'
import { ConfigError } from './config.ts'
import { NewerSchemaError } from './storage/migrate.ts'

interface SystemError extends Error {
  code?: string
  path?: string
  port?: number
  address?: string
}

/** Why the server did not start, as one sentence that says what to do. */
export function startFailure(error: unknown): string {
  if (error instanceof KeyError || error instanceof ConfigError || error instanceof NewerSchemaError)
    return error.message
  const { code, path, port, message } = error as SystemError
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken: stop what listens there, or choose another with PORT.`
    case 'EADDRNOTAVAIL':
      return `This machine has no address ${(error as SystemError).address ?? ''}: set HOST to one of its own.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOTDIR':
    case 'EEXIST':
      return port === undefined
        ? `The home folder cannot be written (${path ?? message}): make it writable, or choose another with SEXTANT_HOME.`
        : `Port ${port} may not be used by this user: choose one above 1023 with PORT.`
    case 'ENOSPC':
      return 'The disk is full.'
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
      return `PostgreSQL does not answer at DATABASE_URL (${message}).`
    case '28P01':
    case '28000':
    case '3D000':
      return `PostgreSQL refuses the connection of DATABASE_URL: ${message}.`
    default:
      return `Sextant could not start: ${error instanceof Error ? (error.stack ?? message) : String(error)}`
  }
}
