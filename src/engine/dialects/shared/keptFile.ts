import type { DatabaseSync } from 'node:sqlite'

/** The file of a database. */
export interface SqliteSource {
  open(isWritable?: boolean): DatabaseSync
  /** Changes if the file is replaced. @throws EngineFailure if the file no longer exists */
  identity?(): string
}

/**
 * A file that stays open between queries. Programs that export data often write a new file and move it over the old
 * one, and an open file handle would continue to read the old one.
 */
export class KeptFile {
  private readonly source: SqliteSource
  private readonly prepare: (file: DatabaseSync) => void
  private kept: { file: DatabaseSync; identity: string | undefined } | undefined

  constructor(source: SqliteSource, prepare: (file: DatabaseSync) => void = () => undefined) {
    this.source = source
    this.prepare = prepare
  }

  /**
   * `continues`: use the open file, even if it has been replaced.
   *
   * @throws EngineFailure if it cannot be opened, or no longer exists
   */
  get(continues = false): DatabaseSync {
    if (continues && this.kept) return this.kept.file
    const identity = this.source.identity?.()
    if (this.kept?.identity !== identity) this.close()
    if (!this.kept) {
      const file = this.source.open()
      this.prepare(file)
      this.kept = { file, identity }
    }
    return this.kept.file
  }

  close(): void {
    this.kept?.file.close()
    this.kept = undefined
  }
}
