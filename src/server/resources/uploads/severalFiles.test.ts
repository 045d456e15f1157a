import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureExamplesDatabase } from '../../embedded/tables.ts'
import { type Browser, startApp, type TestApp } from '../../testing/app.ts'

let server: TestApp
let admin: Browser
let databaseId: number
let parquets: Buffer[]

beforeAll(async () => {
  server = await startApp({ SEXTANT_UPLOAD_MB: '1' })
  databaseId = await ensureExamplesDatabase(server.services.db, Date.now)
  admin = await server.browser('admin')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const selects = ['1 AS n, 5 AS amount', "2 AS n, 'two' AS name", "3 AS n, 'three' AS name"]
  parquets = []
  for (const [at, select] of selects.entries()) {
    const path = join(server.home, `${at}.parquet`)
    await connection.run(`COPY (SELECT ${select}) TO '${path}' (FORMAT parquet)`)
    parquets.push(readFileSync(path))
  }
  connection.closeSync()
  instance.closeSync()
}, 120_000)
afterAll(() => server.close())

type Sent = [name: string, bytes: Uint8Array | string]

async function send(url: string, files: Sent[], fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [name, bytes] of files) form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  const body = new Response(form)
  return admin.inject({
    method: 'POST',
    url,
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  })
}

async function preview(files: Sent[]) {
  const answer = await send('/api/v1/upload/', files)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{
    id: string
    result: { format: string; columns: { name: string }[]; row_count: number; rows: unknown[][]; reading: object }
  }>()
}

const waiting = () => readdirSync(join(server.home, 'uploads'))
const several = (): Sent[] => parquets.map((bytes, at) => [`part${at}.parquet`, bytes])
const zipped = (files: Record<string, Uint8Array>): Sent => ['data.zip', zipSync(files)]
const allParquets = () =>
  zipped({
    'a/1.parquet': parquets[0] as Buffer,
    'a/2.parquet': parquets[1] as Buffer,
    '3.parquet': parquets[2] as Buffer,
    '__MACOSX/a/._1.parquet': strToU8('x'),
  })

describe('one table of several files', () => {
  it.each([
    ['sent together', several],
    ['in a ZIP', () => [allParquets()]],
  ])('%s', async (title, files) => {
    const { id, result } = await preview(files())
    expect(result).toMatchObject({ format: 'parquet', row_count: 3 })
    expect(result.columns.map(({ name }) => name).toSorted()).toEqual(['amount', 'n', 'name'])
    const columns = result.columns.map(({ name }) => ({ source: name, name }))
    const payload = { table_name: title, reading: result.reading, columns }
    const made = await admin.inject({ method: 'POST', url: `/api/v1/upload/${id}/`, payload })
    expect(made.statusCode, made.body).toBe(201)
    expect(made.json()).toMatchObject({ result: { rows: 3 } })
    expect(waiting()).toEqual([])
  })

  it.each([
    ['sent together', several],
    ['in a ZIP', () => [allParquets()]],
  ])('%s to the form of the contract', async (title, files) => {
    const fields = { table_name: `contract ${title}`, already_exists: 'replace' }
    const answer = await send(`/api/v1/database/${databaseId}/columnar_upload/`, files(), fields)
    expect(answer.statusCode, answer.body).toBe(201)
    expect(waiting()).toEqual([])
  })

  it('in a ZIP of one file of another kind', async () => {
    const { id, result } = await preview([zipped({ 'folder/towns.csv': strToU8('town,n\nBonn,1\nKiel,2\n') })])
    expect(result).toMatchObject({
      format: 'csv',
      row_count: 2,
      rows: [
        ['Bonn', '1'],
        ['Kiel', '2'],
      ],
    })
    await admin.inject({ method: 'DELETE', url: `/api/v1/upload/${id}` })
  })

  it.each<[string, () => Sent[], number, RegExp]>([
    [
      'a ZIP of two kinds',
      () => [zipped({ 'a.csv': strToU8('a\n1\n'), 'b.parquet': parquets[0] as Buffer })],
      422,
      /Multiple file extensions are not allowed for columnar uploads\.$/,
    ],
    [
      'a ZIP of texts',
      () => [zipped({ 'a.csv': strToU8('a\n1\n'), 'b.csv': strToU8('a\n1\n') })],
      422,
      /a\.csv is not a Parquet file/,
    ],
    ['an empty ZIP', () => [zipped({ '.hidden': strToU8('x') })], 422, /the ZIP has no files/],
    [
      'texts',
      () => [
        ['a.csv', 'a\n1\n'],
        ['b.csv', 'a\n1\n'],
      ],
      422,
      /file 1 is not a Parquet file/,
    ],
    [
      'a text after a Parquet file',
      () => [several()[0] as Sent, ['b.csv', 'a\n1\n']],
      422,
      /file 2 is not a Parquet file/,
    ],
    [
      'a broken Parquet file',
      () => [several()[0] as Sent, ['b.parquet', 'PAR1 and nothing']],
      422,
      /not a Parquet file, or it is incomplete/,
    ],
    [
      'a bomb in a workbook',
      () => [['a.xlsx', zipSync({ '[Content_Types].xml': new Uint8Array(), 'xl/a.xml': new Uint8Array(20_000_000) })]],
      422,
      /larger than 10 MB when unpacked/,
    ],
    ['a ZIP bomb', () => [zipped({ 'a.csv': new Uint8Array(20_000_000) })], 422, /larger than 10 MB when unpacked/],
    [
      'together larger than the limit',
      () => [several()[0] as Sent, ['b.parquet', new Uint8Array(600_000)], ['c.parquet', new Uint8Array(600_000)]],
      413,
      /too large/,
    ],
    [
      'a second CSV file in the old form',
      () => [
        ['a.csv', 'a\n1\n'],
        ['b.csv', 'a\n1\n'],
      ],
      413,
      /too large|cannot be read/,
    ],
  ])('but not %s', async (title, files, status, message) => {
    const isOld = title.includes('old form')
    const url = isOld ? `/api/v1/database/${databaseId}/csv_upload/` : '/api/v1/upload/'
    const answer = await send(url, files(), isOld ? { table_name: 'two' } : {})
    expect(answer.statusCode, answer.body).toBe(status)
    expect(answer.body).not.toContain(server.home)
    expect(JSON.stringify(answer.json())).toMatch(new RegExp(message.source.replace(/\$$/, '')))
    expect(waiting()).toEqual([])
  })
})

it('duplicate columns name the column that they repeat', async () => {
  const { id, result } = await preview([['twice.csv', 'a,b,A,c\n1,2,3,4\n']])
  expect(result.columns).toMatchObject([{ name: 'a' }, { name: 'b' }, { name: 'A_1', repeats: 'a' }, { name: 'c' }])
  await admin.inject({ method: 'DELETE', url: `/api/v1/upload/${id}` })
})

it('a table may have numbered rows, fewer rows, and values without leading spaces', async () => {
  const { id } = await preview([['towns.csv', 'town,day\nBonn, 03/04/2024\n\nKiel, 04/04/2024\nUlm, 05/04/2024\n']])
  const reading = { delimiter: ',', trimStart: true, dayFirst: true, maxRows: 2, indexName: 'row' }
  const seen = await admin.inject({ method: 'POST', url: `/api/v1/upload/${id}/preview`, payload: { reading } })
  expect(seen.statusCode, seen.body).toBe(200)
  expect(seen.json().result).toMatchObject({
    row_count: 2,
    columns: [{ name: 'town' }, { name: 'day', type: 'DATE' }],
    reading,
  })
  const columns = ['town', 'day'].map((name) => ({ source: name, name }))
  const payload = { table_name: 'numbered', reading: seen.json().result.reading, columns }
  const made = await admin.inject({ method: 'POST', url: `/api/v1/upload/${id}/`, payload })
  expect(made.statusCode, made.body).toBe(201)
  expect(made.json().result).toMatchObject({ rows: 2, columns: [{ name: 'row' }, { name: 'town' }, { name: 'day' }] })
})
