import { realpathSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { EngineFailure } from '../../run/engine.ts'

const refused = (message: string) =>
  new EngineFailure('connection', message, { code: 'CONNECTION_ACCESS_DENIED_ERROR', invalid: ['database'] })

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/**
 * The real path of a file database, with links resolved, if it is in one of the configured folders. Files elsewhere and
 * missing files get the same error.
 */
export function allowedFile(path: string, folders: readonly string[]): string {
  if (!folders.length) throw refused('File databases are disabled: the configuration lists no folder for them.')
  const denied = refused('This database file does not exist in the folders listed in the configuration.')
  if (path === '' || path.startsWith('file:') || path.includes('\0') || path.includes(':memory:')) throw denied
  let real: string
  try {
    real = realpathSync(resolve(path))
  } catch {
    throw denied
  }
  const isAllowed = folders.some((folder) => {
    try {
      return isInside(real, realpathSync(folder))
    } catch {
      return false
    }
  })
  if (!isAllowed) throw denied
  return real
}
