import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Db } from './schema.ts'

/**
 * Every row of every table as JSON lines (`{"table", "row"}`), gzipped, from one repeatable-read snapshot: a backup
 * that needs no other program.
 */
export async function backupPostgres(db: Db, folder: string, from: number, now: number): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stamp = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')
  const target = join(folder, `metadata-schema${from}-${stamp}.jsonl.gz`)
  const gzip = createGzip()
  const file = createWriteStream(target, { mode: 0o600, flush: true })
  gzip.pipe(file)
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const { rows: tables } = await sql<{ name: string }>`
        select table_name as name from information_schema.tables
        where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`.execute(trx)
      for (const { name } of tables) {
        const { rows } = await sql`select * from ${sql.table(name)}`.execute(trx)
        for (const row of rows) gzip.write(`${JSON.stringify({ table: name, row })}\n`)
      }
    })
  gzip.end()
  await finished(file)
  return target
}
