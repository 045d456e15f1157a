/**
 * Entry of the ingest child: turns one file into one DuckDB file and ends. It runs no SQL of users and can open nothing
 * but its source; a file that breaks the reader breaks this process only.
 * Its order is the JSON in the first argument; its answer is one JSON line on descriptor 3.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { genericTypeOf } from './duckdb/genericType.ts'
import type { IngestAnswer, IngestFormat, IngestOrder } from './ingest.ts'

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Readers to try in turn: the quick guess of column types first, then one that looks at every row. */
function readers(format: IngestFormat, source: string): string[] {
  const file = literal(source)
  switch (format) {
    case 'parquet':
      return [`read_parquet(${file})`]
    case 'csv':
      return [`read_csv(${file})`, `read_csv(${file}, sample_size = -1)`]
    case 'json': {
      const limit = 'maximum_object_size = 268435456'
      return [`read_json(${file}, ${limit})`, `read_json(${file}, ${limit}, sample_size = -1)`]
    }
  }
}

async function createTable(connection: DuckDBConnection, order: IngestOrder): Promise<void> {
  const attempts = readers(order.format, order.source)
  for (const [i, reader] of attempts.entries()) {
    try {
      await connection.run(`CREATE OR REPLACE TABLE data AS FROM ${reader}`)
      return
    } catch (error) {
      if (i === attempts.length - 1) throw error
    }
  }
}

async function ingest(order: IngestOrder): Promise<IngestAnswer> {
  const partial = `${order.target}.partial`
  try {
    const instance = await DuckDBInstance.create(partial, {
      memory_limit: `${order.memoryLimitMb}MB`,
      temp_directory: order.spillFolder,
      max_temp_directory_size: `${order.spillLimitMb}MB`,
    })
    const connection = await instance.connect()
    await connection.run(`SET TimeZone = 'UTC'`)
    await connection.run(`SET allowed_paths = [${literal(order.source)}]`)
    await connection.run('SET enable_external_access = false')
    await connection.run('SET autoinstall_known_extensions = false')
    await connection.run('SET autoload_known_extensions = false')
    await connection.run('SET lock_configuration = true')
    await createTable(connection, order)
    const described = await connection.runAndReadAll('DESCRIBE data')
    const columns = (described.getRows() as [string, string, string][]).map(([name, type, nullable]) => ({
      name,
      type,
      genericType: genericTypeOf(type),
      nullable: nullable === 'YES',
    }))
    const counted = await connection.runAndReadAll('SELECT count(*) FROM data')
    const rows = Number(counted.getRows()[0]?.[0])
    await connection.run('CHECKPOINT')
    connection.closeSync()
    instance.closeSync()
    sync(partial)
    renameSync(partial, order.target)
    sync(dirname(order.target))
    return { ok: true, rows, bytes: statSync(order.target).size, columns }
  } catch (error) {
    rmSync(partial, { force: true })
    rmSync(`${partial}.wal`, { force: true })
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}

/** A generation counts once it is on disk; folders cannot be synced everywhere. */
function sync(path: string): void {
  try {
    const descriptor = openSync(path, 'r')
    fsyncSync(descriptor)
    closeSync(descriptor)
  } catch (error) {
    if (process.platform !== 'win32') throw error
  }
}

const answer = await ingest(JSON.parse(process.argv[2] ?? '{}') as IngestOrder)
writeSync(3, JSON.stringify(answer))
process.exit(0)
