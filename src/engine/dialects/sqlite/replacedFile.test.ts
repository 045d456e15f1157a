import { existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { answerJob } from '../../run/answer.ts'
import type { Engine } from '../../run/engine.ts'
import { plainJob } from '../../run/testing/job.ts'
import { openSqliteFile, SqliteEngine } from '../shared/sqliteFile.ts'

it('reads the same file in all queries of a job, and its replacement in the next job', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-replaced-'))
  const [path, next] = [join(folder, 'nightly.db'), join(folder, 'next.db')]
  const write = (file: string, amount: number) => {
    const written = new DatabaseSync(file)
    written.exec(`CREATE TABLE sales (day DATE, n INT); INSERT INTO sales VALUES ('2026-01-02', ${amount})`)
    written.close()
  }
  const engine = new SqliteEngine({
    open: () => openSqliteFile(path),
    identity: () => String(statSync(path, { bigint: true }).ino),
  })
  /** The file is replaced after the first query. */
  const replaced: Engine = {
    async query(sql, options, read) {
      const result = await engine.query(sql, options, read)
      if (existsSync(next)) renameSync(next, path)
      return result
    },
    describe: (sql, options) => engine.describe(sql, options),
    ping: () => engine.ping(),
  }
  const query = { sql: 'SELECT day, n FROM sales', output: [{ label: 'day', time: { format: null } }, { label: 'n' }] }
  const offset = {
    ...query,
    shift: { count: 0, unit: 'day' as const },
    timeColumn: 'day',
    keys: ['day'],
    metrics: { n: 'n before' },
  }
  const job = plainJob({ dialect: 'sqlite', databaseId: 1, options: {}, dataVersion: '' }, query.sql, {
    output: query.output,
    offsets: [offset],
  })
  const rows = async () => {
    const { body } = await answerJob(replaced, job, new AbortController().signal)
    return (JSON.parse(`{${Buffer.concat(body).toString()}}`) as { data: object[] }).data
  }
  try {
    write(path, 1)
    write(next, 2)
    expect(await rows()).toMatchObject([{ n: 1, 'n before': 1 }])
    expect(existsSync(next)).toBe(false)
    expect(await rows()).toMatchObject([{ n: 2, 'n before': 2 }])
  } finally {
    engine.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
