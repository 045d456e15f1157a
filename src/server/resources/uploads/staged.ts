import { join } from 'node:path'
import { type IngestedTable, UnseenTexts } from '../../../engine/ingest/ingest.ts'
import { type StagedUpload, stageUpload } from '../../../engine/ingest/stagedUpload.ts'
import type { Sandbox } from '../../../engine/run/sandbox.ts'
import type { ColumnChoice, FilePreview, Reading, TextColumn } from '../../../model/upload/upload.ts'
import type { Readers } from './readers.ts'
import type { WaitingFile } from './waiting.ts'

export interface StagedTable {
  path: string
  table: IngestedTable
}

interface Entry {
  staged: StagedUpload
  /** The file is still arriving. */
  isGrowing: boolean
  seen?: FilePreview
  /** Releases its slot among the readers. */
  leave?: () => void
}

/**
 * Tables that are created in the background while the owners of the files look at the previews; one per waiting file,
 * for its newest preview.
 */
export interface StagedUploads {
  /** Starts to read a file that is still arriving, unless too many others are being read. */
  beginEarly(file: WaitingFile, reading: Reading): void
  /** The preview of a file that has arrived completely. */
  preview(file: WaitingFile, reading: Reading, signal: AbortSignal): Promise<FilePreview>
  /** The owner of the file waits for its table: its reader no longer gives way to other readers. */
  claim(id: string): void
  /**
   * The table, which belongs to the caller from then on, if the settings are those of the preview; undefined if the
   * file has to be loaded again. Rejects with UnseenTexts if columns are text although the preview showed another type.
   */
  take(id: string, reading: Reading, columns: ColumnChoice[], signal: AbortSignal): Promise<StagedTable | undefined>
  stop(id: string): void
  stopAll(): void
}

interface Dependencies {
  readers: Readers
  scratchFolder: string
  sandbox: Sandbox
  uploadBytes: number
}

/** The maximum number of files that are read while they arrive; others are read afterwards. */
const mostGrowing = 2

const readingKeys = [
  ...(['delimiter', 'hasHeader', 'skipRows', 'encoding', 'sheet', 'decimal', 'thousands'] as const),
  ...(['dayFirst', 'maxRows', 'trimStart', 'keepBlankLines', 'indexName'] as const),
] as const
const sameReading = (one: Reading, other: Reading) =>
  readingKeys.every((key) => one[key] === other[key]) && String(one.nullValues) === String(other.nullValues)

const isAsSeen = (seen: FilePreview, reading: Reading, columns: ColumnChoice[]) =>
  sameReading(seen.reading, reading) &&
  columns.length === seen.columns.length &&
  columns.every(({ source, name, type }, i) => {
    const column = seen.columns[i]
    return name === column?.name && source === (column.source ?? name) && type === undefined
  })

const unseenOf = (texts: TextColumn[] = [], columns: ColumnChoice[]) =>
  texts.filter(({ source }) => (columns.find((column) => column.source === source)?.seen ?? 'VARCHAR') !== 'VARCHAR')

export function createStagedUploads({ readers, scratchFolder, sandbox, uploadBytes }: Dependencies): StagedUploads {
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
    const staged = stageUpload({ source: path, target, reading, isGrowing, scratchFolder, sandbox, uploadBytes })
    const entry: Entry = { staged, isGrowing }
    entries.set(id, entry)
    return entry
  }

  /** A file that is already being read keeps the settings with which reading began. */
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
      let own: Entry | undefined
      // stops only its own entry: a preview with newer settings may have replaced it
      const onLeave = () => {
        if (own === undefined || entries.get(id) === own) stop(id)
      }
      signal.addEventListener('abort', onLeave)
      try {
        return await readers.run(async () => {
          const entry = wholeEntry(file, reading)
          own = entry
          entry.seen = await entry.staged.preview
          // a reader whose result is not requested yet ends when another one needs its slot
          const leave = readers.join(onLeave)
          entry.leave = leave
          entry.staged.loaded.then(leave, leave)
          return entry.seen
        })
      } catch (error) {
        onLeave()
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
        // stopped, or replaced by another entry
        if (entries.get(id) !== entry) return undefined
        // the entry stays for an owner who accepts these texts after seeing them
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
