import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../model/errors/errors.ts'
import { createBoundaryMap, digestOf, replaceAreas } from '../entities/boundaryMaps.ts'
import type { Services } from '../services.ts'
import { boundaryFailure, readBoundaryFile } from './boundaryFile.ts'

/** Files with boundaries in the home folder. */
export interface HomeMaps {
  /**
   * Creates maps from files that are new or have changed. Resolves with the files that cannot be read, and the reasons.
   * A map is kept when its file is removed: another node may have it.
   */
  sync(): Promise<{ file: string; message: string }[]>
}

/** Name of the folder with maps in the home folder. */
export const mapsFolder = 'maps'
const isMap = /\.(geo|topo)?json$/i
/** Maximum number of files in the folder; more are not read. */
const mostFiles = 200
/** Error codes of the system. Files with these errors are skipped: chart users see only the other maps. */
const unreadable = new Set(['EACCES', 'EPERM', 'ENOENT', 'EIO'])

const sentenceOf = ({ fields, message }: AppError) =>
  fields === undefined ? message : Object.values(fields).flat().join(' ')

/** The folder is checked at most once in this time. */
const pauseMs = 2000

type HomeServices = Pick<Services, 'db' | 'config' | 'sandbox' | 'now' | 'log'>

export function createHomeMaps(services: HomeServices): HomeMaps {
  const { db, config, sandbox, log } = services
  const folder = join(config.home, mapsFolder)
  /** the state of each file when it was last read */
  const seen = new Map<string, string>()
  const faults = new Map<string, string>()
  let running: Promise<void> | undefined
  let lookedAt = -Infinity

  async function look(): Promise<void> {
    const names = await readdir(folder).catch(() => [])
    const files = names
      .filter((name) => isMap.test(name) && !name.startsWith('.'))
      .toSorted()
      .slice(0, mostFiles)
    const rows = await db
      .selectFrom('boundary_maps')
      .select(['id', 'file', 'digest'])
      .where('file', 'is not', null)
      .execute()
    const stored = new Map(rows.map((row) => [row.file, row]))
    for (const file of faults.keys()) if (!files.includes(file)) faults.delete(file)
    for (const file of files) {
      const path = join(folder, file)
      const facts = await stat(path).catch(() => undefined)
      const stamp = facts?.isFile() ? `${facts.size} ${facts.mtimeMs}` : undefined
      if (stamp === undefined || (seen.get(file) === stamp && (stored.has(file) || faults.has(file)))) continue
      seen.set(file, stamp)
      await read(file, path, stored.get(file)).then(
        () => faults.delete(file),
        (error: unknown) => {
          const code = (error as NodeJS.ErrnoException).code ?? ''
          if (!(error instanceof AppError) && !unreadable.has(code)) throw error
          const message = error instanceof AppError ? sentenceOf(error) : boundaryFailure('it may not be read.').message
          faults.set(file, message)
          log.warn(`${mapsFolder}/${file}: ${message}`)
        },
      )
    }
  }

  async function read(file: string, path: string, stored: { id: number; digest: string } | undefined): Promise<void> {
    const digest = await digestOf(path)
    if (stored?.digest === digest) return
    const base = file.replace(isMap, '')
    const isPlan = /\.plan$/i.test(base)
    const found = await readBoundaryFile(path, isPlan ? { isPlan } : {}, { home: config.home, sandbox })
    const author = { userId: null, now: services.now() }
    if (stored) await replaceAreas(db, author, stored.id, { found, digest })
    else await createBoundaryMap(db, author, { name: base.replace(/\.plan$/i, ''), file, found, digest })
  }

  return {
    async sync() {
      if (running === undefined && services.now() - lookedAt >= pauseMs) {
        lookedAt = services.now()
        running = look().finally(() => {
          running = undefined
        })
      }
      await running
      return [...faults].map(([file, message]) => ({ file, message }))
    },
  }
}
