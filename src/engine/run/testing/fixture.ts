import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { ConnectionSpec, EngineJob } from '../../contracts.ts'
import { ingestFile } from '../../ingest/ingest.ts'
import type { IngestFormat } from '../../ingest/ingestOrder.ts'
import { plainJob } from './job.ts'

/** Real generation files in their own folder, for tests of the engine children. */
export interface Fixture {
  folder: string
  connection: ConnectionSpec
  /** A job on the fixture's tables with generous limits. */
  job(sql: string, more?: Partial<EngineJob>): EngineJob
  /** A connection of the same database with other files, as the pool sees a new generation. */
  generation(version: string, tables: Record<string, string>): ConnectionSpec
  /** Creates a generation file from the rows of a SELECT. */
  table(name: string, select: string): Promise<string>
  /** Ingests a file with this content. */
  ingest(name: string, content: string | Uint8Array, format: IngestFormat): ReturnType<typeof ingestFile>
  remove(): void
}

/** Parent folder of the children in tests: one for all, so that they share their compile cache. */
export const scratchFolder = join(tmpdir(), 'sextant-engine-tests')
mkdirSync(scratchFolder, { recursive: true })

export async function createFixture(tables: Record<string, string> = {}): Promise<Fixture> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-engine-test-'))
  let count = 0
  const fixture: Fixture = {
    folder,
    connection: { dialect: 'duckdb', databaseId: 1, tables: {}, dataVersion: '1' },
    job: (sql, more) => plainJob(fixture.connection, sql, more),
    generation: (dataVersion, files) => ({ dialect: 'duckdb', databaseId: 1, tables: files, dataVersion }),
    async table(name, select) {
      const file = join(folder, `${name}.${count++}.duckdb`)
      const instance = await DuckDBInstance.create(file)
      const connection = await instance.connect()
      await connection.run(`CREATE TABLE data AS ${select}`)
      connection.closeSync()
      instance.closeSync()
      return file
    },
    ingest(name, content, format) {
      const source = join(folder, name)
      writeFileSync(source, content)
      return ingestFile(source, format, join(folder, `${name}.duckdb`), { scratchFolder })
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
  const files: Record<string, string> = {}
  for (const [name, select] of Object.entries(tables)) files[name] = await fixture.table(name, select)
  fixture.connection = fixture.generation('1', files)
  return fixture
}

/** The parsed body of a `rows` or `columns` result. */
export function parseBody(body: Buffer): Record<string, unknown> {
  return JSON.parse(`{${body.toString()}}`) as Record<string, unknown>
}
