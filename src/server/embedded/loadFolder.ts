import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { tableFile } from '../../engine/ingest/ingest.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { EmbeddedTables } from './tables.ts'

/** Each load is a separate process that uses all cores for sorting and compression. */
const AT_A_TIME = 2

export type LoadedFile = { file: string; table: string } & ({ rows: number } | { error: string })

/**
 * Loads every Parquet, CSV and JSON file of a folder as a table with the name of the file; calls `onFile` after each. A
 * file that cannot be loaded does not stop the others.
 */
export async function loadFolder(
  tables: EmbeddedTables,
  databaseId: number,
  folder: string,
  onFile: (loaded: LoadedFile) => void,
): Promise<LoadedFile[]> {
  const waiting = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap(({ name }) => {
      const found = tableFile(name)
      return found ? [{ file: name, ...found }] : []
    })
    .sort((a, b) => a.file.localeCompare(b.file, 'en'))
  const done: LoadedFile[] = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { file, table, format } = next
      const loaded = await load(tables, { databaseId, table, source: join(folder, file), format })
      done.push({ file, table, ...loaded })
      onFile({ file, table, ...loaded })
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  return done
}

async function load(
  tables: EmbeddedTables,
  order: Parameters<EmbeddedTables['load']>[0],
): Promise<{ rows: number } | { error: string }> {
  try {
    return { rows: (await tables.load(order)).rows }
  } catch (error) {
    if (error instanceof AppError) return { error: error.message }
    throw error
  }
}
