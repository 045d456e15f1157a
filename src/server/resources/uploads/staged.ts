import { join } from 'node:path'
import { type IngestedTable, UnseenTexts } from '../../../engine/ingest/ingest.ts'
import { type StagedUpload, stageUpload } from '../../../engine/ingest/stagedUpload.ts'
import type { ColumnChoice, FilePreview, Reading, TextColumn } from '../../../model/upload/upload.ts'
import type { Readers } from './readers.ts'
import type { WaitingFile } from './waiting.ts'

export interface StagedTable {
  path: string
  table: IngestedTable
}

interface Entry {
  staged: StagedUpload
  /** The file still arrives. */
  isGrowing: boolean
  seen?: FilePreview
  /** Takes its place among the readers back. */
  leave?: () => void
}

/** Files that become tables in the background while their owners look at them; one a waiting file, the latest. */
export interface StagedUploads {
  /** Starts to read a file that still arrives, unless others do. */
  beginEarly(file: WaitingFile, reading: Reading): void
  /** What is in a file, which is whole now. */
  preview(file: WaitingFile, reading: Reading, signal: AbortSignal): Promise<FilePreview>
  /** Its owner waits for it now: it gives way to nobody. */
  claim(id: string): void
  /**
   * The table, the caller's from then on, where it is wanted as it was seen; undefined where it has to be loaded anew.
   * Rejects with UnseenTexts where columns of it are text that were seen as something else.
   */
  take(id: string, reading: Reading, columns: ColumnChoice[], signal: AbortSignal): Promise<StagedTable | undefined>
  stop(id: string): void
  stopAll(): void
}

interface Dependencies {
  readers: Readers
  scratchFolder: string
  uploadBytes: number
}

/** Files that are read while they arrive, at a time; others are read when they are here. */
const mostGrowing = 2

const sameReading = (one: Reading, other: Reading) =>
  (['delimiter', 'hasHeader', 'skipRows', 'encoding', 'sheet', 'decimal', 'thousands'] as const).every(
    (key) => one[key] === other[key],
  ) && String(one.nullValues) === String(other.nullValues)

const isAsSeen = (seen: FilePreview, reading: Reading, columns: ColumnChoice[]) =>
  sameReading(seen.reading, reading) &&
  columns.length === seen.columns.length &&
  columns.every(({ source, name, type }, i) => {
    const column = seen.columns[i]
    return name === column?.name && source === (column.source ?? name) && type === undefined
  })

const unseenOf = (texts: TextColumn[] = [], columns: ColumnChoice[]) =>
  texts.filter(({ source }) => (columns.find((column) => column.source === source)?.seen ?? 'VARCHAR') !== 'VARCHAR')

export function createStagedUploads({ readers, scratchFolder, uploadBytes }: Dependencies): StagedUploads {
  const entries = new Map<string, Entry>()
  let tables = 0

  function stop(id: string): void {
    const entry = entries.get(id)
    entries.delete(id)
    entry?.staged.stop()
    entry?.leave?.()
  }

  function begin({ id, path }: WaitingFile, reading: Reading, isGrowing: boolean): Entry {
    stop(id)
    tables += 1
    const target = join(path, '..', `table-${tables}.duckdb`)
    const staged = stageUpload({ source: path, target, reading, isGrowing, scratchFolder, uploadBytes })
    const entry: Entry = { staged, isGrowing }
    entries.set(id, entry)
    return entry
  }

  /** One that was begun early reads the file as it was asked to then. */
  function wholeEntry(file: WaitingFile, reading: Reading): Entry {
    const early = entries.get(file.id)
    if (!early?.isGrowing) return begin(file, reading, false)
    early.isGrowing = false
    early.staged.complete()
    return early
  }

  return {
    beginEarly(file, reading) {
      const growing = [...entries.values()].filter(({ isGrowing }) => isGrowing)
      if (growing.length < mostGrowing) begin(file, reading, true)
    },

    async preview(file, reading, signal) {
      const { id } = file
      const onLeave = () => stop(id)
      signal.addEventListener('abort', onLeave)
      try {
        return await readers.run(async () => {
          const entry = wholeEntry(file, reading)
          entry.seen = await entry.staged.preview
          // what nobody asked for yet gives way to who does
          const leave = readers.join(onLeave)
          entry.leave = leave
          entry.staged.loaded.then(leave, leave)
          return entry.seen
        })
      } catch (error) {
        stop(id)
        throw error
      } finally {
        signal.removeEventListener('abort', onLeave)
      }
    },

    claim: (id) => entries.get(id)?.leave?.(),

    async take(id, reading, columns, signal) {
      const entry = entries.get(id)
      if (!entry?.seen || !isAsSeen(entry.seen, reading, columns)) {
        stop(id)
        return undefined
      }
      const onLeave = () => stop(id)
      signal.addEventListener('abort', onLeave)
      try {
        const table = await entry.staged.loaded
        // stopped, or somebody else's
        if (entries.get(id) !== entry) return undefined
        // it stays for an owner who wants it so, once that was seen
        const unseen = unseenOf(table?.texts, columns)
        if (unseen.length > 0) throw new UnseenTexts(unseen)
        entries.delete(id)
        return table && { path: entry.staged.target, table }
      } finally {
        signal.removeEventListener('abort', onLeave)
      }
    },

    stop,

    stopAll() {
      for (const id of entries.keys()) stop(id)
    },
  }
}
