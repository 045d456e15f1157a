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
      return `Port ${port} is already in use. Stop the program that uses it, or set PORT to another port.`
    case 'EADDRNOTAVAIL':
      return `This machine has no address ${(error as SystemError).address ?? ''}. Set HOST to one of its addresses.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOTDIR':
    case 'EEXIST':
      return port === undefined
        ? `The home folder is not writable (${path ?? message}). Make it writable, or set SEXTANT_HOME to another folder.`
        : `This user may not use port ${port}. Set PORT to a port above 1023.`
    case 'ENOSPC':
      return 'The disk is full.'
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
      return `PostgreSQL does not respond at DATABASE_URL (${message}).`
    case '28P01':
    case '28000':
    case '3D000':
      return `PostgreSQL refused the connection of DATABASE_URL: ${message}.`
    default:
      return `Sextant could not start: ${error instanceof Error ? (error.stack ?? message) : String(error)}`
  }
}
