import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import pg from 'pg'
import type { ConnectionSpec } from '../../src/engine/contracts.ts'
import { postgresql } from '../../src/engine/dialects/postgresql/index.ts'
import { engineConnection } from '../../src/engine/dialects/testing/engines.ts'

/** The PostgreSQL type for a DuckDB type; most types have the same name in both. */
function typeOf(type: string): string {
  if (type === 'DOUBLE') return 'DOUBLE PRECISION'
  return /^(BIGINT|INTEGER|SMALLINT|BOOLEAN|DATE|TIMESTAMP|DECIMAL\(\d+,\d+\)|REAL)$/.test(type) ? type : 'TEXT'
}

interface CopyConnection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** Sends a file with COPY, for which pg has no function. */
function copyFile(client: pg.Client, table: string, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const ignore = () => undefined
    const copy = {
      submit: (connection: unknown) => (connection as CopyConnection).query(`COPY ${table} FROM STDIN (FORMAT csv)`),
      handleCopyInResponse: (connection: CopyConnection) => {
        connection.sendCopyFromChunk(readFileSync(file))
        connection.endCopyFrom()
      },
      handleCommandComplete: ignore,
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    }
    client.query(copy as pg.Submittable)
  })
}

const SCHEMA = 'sextant_vectors'

export interface CopiedExamples {
  /** A connection that finds the copied tables without a schema name. */
  connection: ConnectionSpec
  remove(): Promise<void>
}

/**
 * Copies every Parquet file of a folder into a table of a PostgreSQL database. The tables are in a new schema, which
 * must not exist yet, so that nothing else in the database is changed.
 */
export async function copyExamplesToPostgres(folder: string, uri: string, databaseId: number): Promise<CopiedExamples> {
  const { quote } = postgresql
  const client = new pg.Client({ connectionString: uri })
  await client.connect()
  await client.query(`CREATE SCHEMA ${SCHEMA}`)
  const instance = await (await DuckDBInstance.create()).connect()
  const file = join(tmpdir(), `sextant-copy-${process.pid}.csv`)
  try {
    for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.parquet'))) {
      const source = `'${join(folder, name)}'`
      const table = `${SCHEMA}.${quote(basename(name, '.parquet'))}`
      const columns = (await instance.runAndReadAll(`DESCRIBE FROM ${source}`))
        .getRows()
        .map(([column, type]) => `${quote(String(column))} ${typeOf(String(type))}`)
      await client.query(`CREATE TABLE ${table} (${columns.join(', ')})`)
      await instance.run(`COPY (FROM ${source}) TO '${file}' (FORMAT csv, HEADER false)`)
      await copyFile(client, table, file)
    }
  } finally {
    rmSync(file, { force: true })
    instance.closeSync()
  }
  const { connection } = engineConnection(uri, databaseId)
  const options = { ...('options' in connection ? (connection.options as object) : {}) }
  return {
    connection: { ...connection, options: { ...options, query: { options: `-csearch_path=${SCHEMA}` } } },
    async remove() {
      await client.query(`DROP SCHEMA ${SCHEMA} CASCADE`)
      await client.end()
    },
  }
}
