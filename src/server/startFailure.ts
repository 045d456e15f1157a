import { AppError } from '../model/errors/errors.ts'
import { KeyError } from './access/keys.ts'
import { ConfigError } from './configError.ts'
import { NewerSchemaError } from './storage/migrate.ts'
import { UnfinishedRestoreError } from './storage/unfinishedRestore.ts'

interface SystemError extends Error {
  code?: string
  path?: string
  port?: number
  address?: string
  hostname?: string
  syscall?: string
  /** SQLite's extended error code: its low byte is the primary code. */
  errcode?: number
}

const homeIsReadOnly = (what: string) =>
  `The home folder is not writable (${what}). Make it writable, or set SEXTANT_HOME to another folder.`
const diskIsFull =
  'The disk of the home folder is full. Free space on it, or set SEXTANT_HOME to a folder on another disk.'

/** The message for an SQLite error that can occur at start. `kind`: its primary code (sqlite.org/rescode.html). */
function storeFailure(kind: number, message: string): string | undefined {
  switch (kind) {
    case 5: // SQLITE_BUSY
      return 'Another process has locked the metadata. Stop it, or set SEXTANT_HOME to another folder.'
    case 8: // SQLITE_READONLY
    case 14: // SQLITE_CANTOPEN
      return homeIsReadOnly(message)
    case 10: // SQLITE_IOERR
      return `The disk of the home folder is full or failing (${message}). Free space on it, or set SEXTANT_HOME to a folder on another disk.`
    case 13: // SQLITE_FULL
      return diskIsFull
    case 11: // SQLITE_CORRUPT
    case 26: // SQLITE_NOTADB
      return `metadata.sqlite in the home folder is damaged (${message}). Restore a backup: see docs/install.md.`
    default:
      return undefined
  }
}

/** The message for an error of the processes that load the example data. */
function readerFailure(message: string): string | undefined {
  if (/No space left on device/.test(message)) return diskIsFull
  if (/the reader ended with SIGKILL|Out of Memory/i.test(message)) {
    return 'Loading the example data needs more memory. Give Sextant 1 GB, or set SEXTANT_EXAMPLES=false to leave the examples out.'
  }
  return undefined
}

/** Why the server did not start, and what to do. */
export function startFailure(error: unknown): string {
  if (
    error instanceof KeyError ||
    error instanceof ConfigError ||
    error instanceof NewerSchemaError ||
    error instanceof UnfinishedRestoreError
  )
    return error.message
  // a failed connection to PostgreSQL: the cause has the details
  if (error instanceof AppError && error.cause) return startFailure(error.cause)
  const { code, path, port, message, syscall, errcode, hostname } = error as SystemError
  const known = errcode === undefined ? readerFailure(message) : storeFailure(errcode & 0xff, message)
  if (known) return known
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
        ? homeIsReadOnly(path ?? message)
        : `This user may not use port ${port}. Set PORT to a port above 1023.`
    case 'ENOSPC':
      return diskIsFull
    case 'ENOENT':
      // creating folders in a read-only file system fails like this
      return syscall === 'mkdir' ? homeIsReadOnly(path ?? message) : unforeseen(error)
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
      if (hostname !== undefined && hostname === process.env['HOST']) {
        return `This machine does not know the address of HOST (${message}). Set HOST to one of its addresses.`
      }
      return `PostgreSQL does not respond at DATABASE_URL (${message}).`
    case '28P01':
    case '28000':
    case '3D000':
      return `PostgreSQL refused the connection of DATABASE_URL: ${message}.`
    default:
      return unforeseen(error)
  }
}

/** A bug, with the stack that shows where it is. */
const unforeseen = (error: unknown) =>
  `Sextant could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
