import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { AppError } from '../../model/errors/errors.ts'
import type { EmbeddedConnection } from './registry.ts'
import type { SharedFiles } from './sharedFiles.ts'

/** Number of files that are copied at the same time. */
const AT_A_TIME = 4

const unreachable = (cause: unknown) =>
  new AppError('GENERIC_BACKEND_ERROR', 503, 'The tables cannot be read: the shared files cannot be reached.', {
    retryAfterS: 5,
    cause,
  })

/**
 * Files of tables in the home folder, and their copies at the shared location. Names are relative to the home folder.
 */
export function createLocalFiles(home: string, shared: SharedFiles | undefined) {
  const coming = new Map<string, Promise<void>>()
  /** The version of the data of each database whose files are all on this node. */
  const complete = new Map<number, string>()

  /** Copies a file from the shared location, if it is not on this node. @throws AppError 503 if that is not possible */
  async function bring(name: string): Promise<void> {
    const path = join(home, name)
    if (shared === undefined || existsSync(path)) return
    let copy = coming.get(name)
    if (!copy) {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      copy = shared.fetch(name, path).finally(() => coming.delete(name))
      coming.set(name, copy)
    }
    try {
      await copy
    } catch (error) {
      throw unreachable(error)
    }
  }

  return {
    bring,

    /** The connection, once all of its files are on this node. @throws AppError 503 if that is not possible */
    async present(connection: EmbeddedConnection): Promise<EmbeddedConnection> {
      if (shared === undefined || complete.get(connection.databaseId) === connection.dataVersion) return connection
      const waiting = Object.values(connection.tables).map((path) => relative(home, path).split(sep).join('/'))
      const lane = async () => {
        for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) await bring(name)
      }
      await Promise.all(Array.from({ length: AT_A_TIME }, lane))
      complete.set(connection.databaseId, connection.dataVersion)
      return connection
    },

    /** Copies a new file to the shared location for other nodes. @throws AppError 503 if that is not possible */
    async give(name: string): Promise<void> {
      try {
        await shared?.put(name, join(home, name))
      } catch (error) {
        throw unreachable(error)
      }
    },

    async giveMissing(name: string): Promise<void> {
      const path = join(home, name)
      if (shared && existsSync(path) && !(await shared.has(name))) await shared.put(name, path)
    },

    /**
     * Deletes a file for all nodes. False if the file still exists, because the system does not delete open files or
     * the shared location is unavailable.
     */
    async remove(name: string): Promise<boolean> {
      const isGone = deleteFile(join(home, name))
      try {
        await shared?.remove(name)
        return isGone
      } catch {
        return false
      }
    },
  }
}

/** False if the system does not delete the file because it is open. */
export function deleteFile(path: string): boolean {
  try {
    // an interrupted load leaves its folder behind
    rmSync(path, { recursive: true, force: true })
    return true
  } catch {
    return false
  }
}
