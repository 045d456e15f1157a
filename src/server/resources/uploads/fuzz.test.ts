import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureExamplesDatabase } from '../../embedded/tables.ts'
import { type Browser, startApp, type TestApp } from '../../testing/app.ts'
import { uploadFile } from './testing/uploadFile.ts'

/** The full test reads 1000 files (`FUZZ_FILES=1000`), and then also checks the time of each response. */
const files = Number(process.env['FUZZ_FILES'] ?? 100)
const WITHIN_MS = 10_000
const atOnce = 2
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000)

let server: TestApp
let browser: Browser
let originals: [name: string, bytes: Buffer][]

beforeAll(async () => {
  server = await startApp()
  await ensureExamplesDatabase(server.services.db, Date.now)
  browser = await server.browser('admin')
  originals = await makeOriginals()
}, 120_000)
afterAll(() => server.close())

async function makeOriginals(): Promise<[string, Buffer][]> {
  const rows = Array.from({ length: 200 }, (_, i) => [
    `name ${i}`,
    i,
    `2024-01-${String(1 + (i % 28)).padStart(2, '0')}`,
  ])
  const csv = `name,n,day\n${rows.map((row) => row.join(',')).join('\n')}\n`
  const folder = mkdtempSync(join(tmpdir(), 'sextant-fuzz-'))
  try {
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    const target = join(folder, 'a.parquet')
    await connection.run(
      `COPY (SELECT range AS n, 'name ' || range AS name FROM range(500)) TO '${target}' (FORMAT parquet)`,
    )
    connection.closeSync()
    return [
      ['a.csv', Buffer.from(csv)],
      ['a.csv.gz', gzipSync(csv)],
      ['a.json', Buffer.from(JSON.stringify(rows.map(([name, n, day]) => ({ name, n, day }))))],
      ['a.parquet', readFileSync(target)],
      ['a.zip', Buffer.from(zipSync({ '1.parquet': readFileSync(target), '2.parquet': readFileSync(target) }))],
      ['a.xlsx', Buffer.from(await writeXlsx({ sheets: [{ name: 'a', rows: [['name', 'n', 'day'], ...rows] }] }))],
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Numbers from 0 to 1 that depend only on the seed (mulberry32). */
function randomOf(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function mutate(original: Buffer, random: () => number): Buffer {
  const at = () => Math.floor(random() * original.length)
  const [from = 0, to = 0] = [at(), at()].sort((a, b) => a - b)
  const part = original.subarray(from, Math.min(to, from + 200))
  switch (Math.floor(random() * 6)) {
    case 0:
      return original.subarray(0, from)
    case 1: {
      const copy = Buffer.from(original)
      for (let i = 0; i < 20; i += 1) copy[at()] = Math.floor(random() * 256)
      return copy
    }
    case 2:
      return Buffer.concat([original.subarray(0, from), original.subarray(to)])
    case 3:
      return Buffer.concat([original.subarray(0, to), ...Array<Buffer>(50).fill(part), original.subarray(to)])
    case 4:
      return Buffer.concat([original.subarray(0, from), Buffer.from('"\'\0\u2028{[,;\n\n"'), original.subarray(from)])
    default: {
      const copy = Buffer.from(original)
      copy.fill(0xff, from, Math.min(from + 8, copy.length))
      return copy
    }
  }
}

const inFolder = (name: string) => {
  try {
    return readdirSync(join(server.home, name))
  } catch {
    return []
  }
}

it(`responds to ${files} invalid files with 4xx or reads them, and leaves no file`, async () => {
  process.stdout.write(`FUZZ_SEED=${seed}\n`)
  const random = randomOf(seed)
  const rssBefore = process.memoryUsage().rss
  const refused: Record<string, number> = {}
  let created = 0
  let slowestMs = 0

  const one = async (number: number, name: string, bytes: Buffer): Promise<void> => {
    const said = `file ${number} (${name}), FUZZ_SEED=${seed}`
    const started = performance.now()
    const answer = await uploadFile(browser, name, bytes)
    slowestMs = Math.max(slowestMs, performance.now() - started)
    expect([200, 422], `${said}: ${answer.body}`).toContain(answer.statusCode)
    if (answer.statusCode === 422) {
      const { message } = answer.json<{ message: string }>()
      expect(message, said).toMatch(/^The file could not be read: .{5}/)
      expect(message, said).not.toContain(server.home)
      refused[name] = (refused[name] ?? 0) + 1
      return
    }
    const { id, result } = answer.json<{ id: string; result: { reading: object; columns: { name: string }[] } }>()
    const columns = result.columns.map((column, i) => ({ source: column.name, name: `c${i}` }))
    const made = await browser.inject({
      method: 'POST',
      url: `/api/v1/upload/${id}/`,
      payload: { table_name: `t${number}`, reading: result.reading, columns },
    })
    expect([201, 422], `${said}: ${made.body}`).toContain(made.statusCode)
    if (made.statusCode === 201) created += 1
    else await browser.inject({ method: 'DELETE', url: `/api/v1/upload/${id}` })
  }

  const waiting = Array.from({ length: files }, (_, i) => {
    const [name, bytes] = originals[i % originals.length] as [string, Buffer]
    return [i, name, mutate(bytes, random)] as const
  })
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await one(...next)
  }
  await Promise.all(Array.from({ length: atOnce }, work))

  process.stdout.write(`refused ${JSON.stringify(refused)}, read ${created}, slowest ${Math.round(slowestMs)} ms\n`)
  if (process.env['FUZZ_FILES']) expect(slowestMs).toBeLessThan(WITHIN_MS)
  expect(Object.keys(refused).sort()).toEqual(originals.map(([name]) => name).sort())
  expect(inFolder('uploads')).toEqual([])
  // every engine child has a folder while it runs
  await server.services.engine.close()
  expect(inFolder('scratch').filter((name) => name.startsWith('child-'))).toEqual([])
  expect(inFolder('data').length).toBe(created)
  const { tables } = await server.services.db
    .selectFrom('table_generations')
    .select((eb) => eb.fn.countAll<number>().as('tables'))
    .executeTakeFirstOrThrow()
  expect(Number(tables)).toBe(created)
  expect(process.memoryUsage().rss - rssBefore).toBeLessThan(200e6)
}, 7_200_000)
