import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MOST_PARTS, partPath, partsOf } from '../../../engine/ingest/parts.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { notFound } from '../../entities/owners.ts'
import { freeReceived } from './freeReceived.ts'

/** A file whose owner has not decided yet what to create from it. */
export interface WaitingFile {
  id: string
  /** The path of its content. */
  path: string
  fileName: string
}

type Content = Readable & { truncated?: boolean }

/** Files between their upload and the creation of a table; each in its own folder below the home. */
export interface WaitingFiles {
  /**
   * Writes the stream to a file. `begun` is called when the file exists, still without content. Rejects with an
   * AppError (413) for a file that is too large.
   */
  add(userId: number, fileName: string, content: Content, begun?: (file: WaitingFile) => void): Promise<WaitingFile>
  /** Adds one more file of the same table. All of them together are at most `maxBytes`. */
  addPart(file: WaitingFile, content: Content, maxBytes: number): Promise<void>
  /** Throws not found for an unknown id, and for the id of another user's file. */
  find(userId: number, id: string): WaitingFile
  remove(id: string): void
  /** Deletes files that were not used for an hour. */
  removeAbandoned(): void
}

const keepMs = 3_600_000
/** The maximum number of files of one user; the oldest is deleted. */
const atMostEach = 3
const idPattern = /^\d+-[\w-]{22}$/

/** `removed` is called for every deleted file. */
export function createWaitingFiles(folder: string, removed: (id: string) => void): WaitingFiles {
  const names = () => {
    try {
      return readdirSync(folder)
    } catch {
      return []
    }
  }
  const remove = (id: string) => {
    removed(id)
    // a reader that was just ended may have written a last file
    rmSync(join(folder, id), { recursive: true, force: true, maxRetries: 5, retryDelay: 20 })
  }

  function makeRoom(userId: number): void {
    const own = names()
      .filter((name) => name.startsWith(`${userId}-`))
      .map((name) => ({ name, at: changedAt(join(folder, name)) }))
      .sort((a, b) => b.at - a.at)
    for (const { name } of own.slice(atMostEach - 1)) remove(name)
  }

  return {
    async add(userId, fileName, content, begun) {
      makeRoom(userId)
      const id = `${userId}-${randomBytes(16).toString('base64url')}`
      const path = join(folder, id, 'file')
      mkdirSync(join(folder, id), { recursive: true, mode: 0o700 })
      try {
        writeFileSync(join(folder, id, 'name'), fileName, { mode: 0o600 })
        writeFileSync(path, '', { mode: 0o600 })
        begun?.({ id, path, fileName })
        await pipeline(content, freeReceived(), createWriteStream(path, { mode: 0o600 }))
        if (content.truncated) throw tooLarge()
      } catch (error) {
        remove(id)
        throw error
      }
      return { id, path, fileName }
    },

    async addPart({ id, path }, content, maxBytes) {
      const parts = partsOf(path)
      if (parts.length >= MOST_PARTS)
        throw new AppError('GENERIC_COMMAND_ERROR', 422, `At most ${MOST_PARTS} files can be uploaded together.`)
      const next = partPath(path, parts.length + 1)
      let left = maxBytes - parts.reduce((sum, part) => sum + statSync(part).size, 0)
      const count = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          left -= chunk.length
          done(left < 0 ? tooLarge() : null, chunk)
        },
      })
      try {
        await pipeline(content, count, freeReceived(), createWriteStream(next, { mode: 0o600 }))
        if (content.truncated) throw tooLarge()
      } catch (error) {
        remove(id)
        throw error
      }
    },

    find(userId, id) {
      if (!idPattern.test(id) || !id.startsWith(`${userId}-`)) throw notFound()
      try {
        return { id, path: join(folder, id, 'file'), fileName: readFileSync(join(folder, id, 'name'), 'utf8') }
      } catch {
        throw notFound()
      }
    },

    remove,

    removeAbandoned() {
      for (const name of names()) if (changedAt(join(folder, name)) < Date.now() - keepMs) remove(name)
    },
  }
}

const tooLarge = () => new AppError('GENERIC_COMMAND_ERROR', 413, 'The file is too large.')

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
