import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { CatalogPlace } from '../../contracts.ts'
import type { CatalogReader, Engine, QueryOptions, RequestOptions, ResultSet } from '../../run/engine.ts'
import { EngineFailure } from '../../run/engine.ts'
import type { Driver } from '../dialect.ts'
import { openSqliteFile, SqliteEngine } from '../shared/sqliteFile.ts'
import { readSheets } from './google.ts'
import type { SheetTable } from './sheetTable.ts'

/** Sheets are read again if they were read longer ago than this. */
const FRESH_MS = 60_000

interface Options {
  catalog: Record<string, string>
  service_account_info?: string
}

/** The sheets as they were read. */
interface Loaded {
  engine: SqliteEngine
  file: string
  faults: EngineFailure[]
  /** Time of `Date.now`. */
  at: number
}

export const open: Driver['open'] = async (connection, { spillFolder }) =>
  new SheetsEngine(('options' in connection ? connection.options : {}) as unknown as Options, spillFolder)

/** Google Sheets: each sheet is copied to a table of a SQLite file, which is deleted with the child process. */
class SheetsEngine implements Engine {
  private readonly options: Options
  private readonly folder: string
  private loaded: Loaded | undefined
  private copies = 0

  constructor(options: Options, folder: string) {
    this.options = options
    this.folder = folder
  }

  readonly catalog: CatalogReader = {
    catalogs: async () => [],
    schemas: async (_catalog, options) => (await this.fresh(options)).engine.catalog.schemas(),
    tables: async (place: CatalogPlace, options) => (await this.fresh(options)).engine.catalog.tables(place),
    table: async (place, name, options) => (await this.fresh(options)).engine.catalog.table(place, name),
  }

  async query<T>(sql: string, options: QueryOptions, read: (result: ResultSet) => Promise<T>): Promise<T> {
    const { engine, faults } = await this.fresh(options)
    return engine.query(sql, options, read).catch(explained(faults))
  }

  async describe(sql: string, options: RequestOptions): Promise<{ name: string; type: string }[]> {
    const { engine, faults } = await this.fresh(options)
    return engine.describe(sql, options).catch(explained(faults))
  }

  /** All sheets must be readable when the database is connected; later, a deleted sheet affects only its own table. */
  async ping(options: RequestOptions): Promise<void> {
    const [fault] = (await this.fresh(options, 0)).faults
    if (fault) throw fault
  }

  /** One job at a time: nothing else reads the tables while they are replaced. */
  private async fresh({ signal, timeoutMs }: RequestOptions, mostMs = FRESH_MS): Promise<Loaded> {
    const now = Date.now()
    if (this.loaded && now - this.loaded.at < mostMs) return this.loaded
    const { catalog, service_account_info: account } = this.options
    const asked = { account, signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]), now }
    const sheets = await readSheets(catalog, asked).catch((error: unknown) => {
      if (signal.aborted) throw new EngineFailure('cancelled', 'The query was cancelled.')
      throw error
    })
    this.copies += 1
    const file = join(this.folder, `sheets-${this.copies}.db`)
    writeTables(file, sheets)
    this.loaded?.engine.close()
    if (this.loaded) rmSync(this.loaded.file, { force: true })
    const faults = [...sheets.values()].filter((sheet) => sheet instanceof EngineFailure)
    this.loaded = { engine: new SqliteEngine({ open: () => openSqliteFile(file) }), file, faults, at: now }
    return this.loaded
  }
}

/** A query of a sheet that could not be read fails with the reason. */
function explained(faults: readonly EngineFailure[]) {
  return (error: unknown): never => {
    const table =
      error instanceof EngineFailure ? /^no such table: (?:main\.)?(.+)$/.exec(error.message)?.[1] : undefined
    throw faults.find(({ message }) => table !== undefined && message.startsWith(`Sheet "${table}": `)) ?? error
  }
}

/** Names cannot contain a NUL. */
const quote = (name: string) => `"${name.replaceAll('"', '""').replaceAll('\0', '\uFFFD')}"`

function writeTables(file: string, sheets: ReadonlyMap<string, SheetTable | EngineFailure>): void {
  const database = new DatabaseSync(file)
  try {
    // no data is lost with the file, because it is a copy
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN')
    for (const [name, sheet] of sheets) {
      if (sheet instanceof EngineFailure || sheet.columns.length === 0) continue
      const columns = sheet.columns.map((column) => `${quote(column.name)} ${column.type}`)
      database.exec(`CREATE TABLE ${quote(name)} (${columns.join(', ')})`)
      const insert = database.prepare(`INSERT INTO ${quote(name)} VALUES (${columns.map(() => '?').join(', ')})`)
      for (const row of sheet.rows) insert.run(...row)
    }
    database.exec('COMMIT')
  } finally {
    database.close()
  }
}
