import { readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../model/errors/errors.ts'
import { createEnginePool, type Pool } from '../run/pool.ts'
import { createFixture, type Fixture, parseBody, scratchFolder } from '../run/testing/fixture.ts'
import { ingestFile, tableFile } from './ingest.ts'

let fixture: Fixture
let pool: Pool

beforeAll(async () => {
  fixture = await createFixture()
  pool = createEnginePool({ children: 1, memoryLimitMb: 512, scratchFolder })
})
afterAll(async () => {
  await pool.close()
  fixture.remove()
})

let version = 10
async function records(file: string): Promise<unknown> {
  const connection = fixture.generation(String(version++), { t: `${fixture.folder}/${file}.duckdb` })
  return parseBody((await pool.run(fixture.job('SELECT * FROM t', { connection }))).body)['data']
}

describe('tableFile', () => {
  it.each([
    ['FCC 2018 Survey.parquet', 'FCC 2018 Survey', 'parquet'],
    ['a.b.csv', 'a.b', 'csv'],
    ['x.TSV', 'x', 'csv'],
    ['x.csv.gz', 'x', 'csv'],
    ['x.json.gz', 'x', 'json'],
    ['x.ndjson', 'x', 'json'],
  ])('%s is table %s, read as %s', (file, table, format) => {
    expect(tableFile(file)).toEqual({ table, format })
  })
  it.each(['README.md', 'x.xlsx', 'parquet', '.csv.swp', 'x.geojson.bak'])('%s is not a table', (file) => {
    expect(tableFile(file)).toBeUndefined()
  })
})

describe('ingest', () => {
  it('reads CSV with quotes, gaps and types', async () => {
    const csv = 'day,name,num\n2021-01-01,"a, b",1\n2021-01-02,,2.5\n'
    const table = await fixture.ingest('plain.csv', csv, 'csv')
    expect(table).toMatchObject({
      rows: 2,
      columns: [
        { name: 'day', type: 'DATE', genericType: 2 },
        { name: 'name', type: 'VARCHAR', genericType: 1 },
        { name: 'num', type: 'DOUBLE', genericType: 0 },
      ],
    })
    expect(table.bytes).toBeGreaterThan(0)
    expect(await records('plain.csv')).toEqual([
      { day: 1609459200000, name: 'a, b', num: 1 },
      { day: 1609545600000, name: null, num: 2.5 },
    ])
  })

  it('reads tabs, and compressed files', async () => {
    expect((await fixture.ingest('tabs.tsv', 'a\tb\n1\tx\n', 'csv')).columns.map(({ name }) => name)).toEqual([
      'a',
      'b',
    ])
    await fixture.ingest('packed.csv.gz', gzipSync('a,b\n1,x\n'), 'csv')
    expect(await records('packed.csv.gz')).toEqual([{ a: 1, b: 'x' }])
  })

  it.each([
    ['csv', 'VARCHAR', ['v', ...Array(60_000).keys(), 'not a number']],
    ['csv', 'DOUBLE', ['v', ...Array(60_000).keys(), 1.5]],
    ['json', 'DOUBLE', [...Array(60_000).keys(), 1.5].map((v) => `{"v":${v}}`)],
  ] as const)('reads every row of %s before it detects %s', async (format, type, lines) => {
    const table = await fixture.ingest(`late.${format}`, `${lines.join('\n')}\n`, format)
    expect(table).toMatchObject({ rows: 60_001, columns: [{ type }] })
  })

  it('reads the points of a feature collection, one row each', async () => {
    const point = (coordinates: number[], properties: object) => ({
      type: 'Feature',
      properties,
      geometry: { type: 'Point', coordinates },
    })
    const features = [point([-118.5, 34.25, 26], { mag: 2, type: 'quake' }), point([10, 50], { mag: 1.5, type: null })]
    await fixture.ingest('points.json', JSON.stringify({ type: 'FeatureCollection', features }), 'geojson')
    expect(await records('points.json')).toEqual([
      { mag: 2, type: 'quake', longitude: -118.5, latitude: 34.25, z: 26 },
      { mag: 1.5, type: null, longitude: 10, latitude: 50, z: null },
    ])
  })

  it('reads JSON as a list and as lines, nested values too', async () => {
    await fixture.ingest('list.json', '[{"a":1,"b":{"c":[1,2]}},{"a":2,"b":null}]', 'json')
    expect(await records('list.json')).toEqual([
      { a: 1, b: '{"c": [1, 2]}' },
      { a: 2, b: null },
    ])
    expect((await fixture.ingest('lines.ndjson', '{"a":1}\n{"a":2}\n', 'json')).rows).toBe(2)
  })

  it('keeps unusual names of columns and files', async () => {
    const table = await fixture.ingest(`it's "odd".csv`, 'a b,"q""q",ü,a b\n1,2,3,4\n', 'csv')
    expect(table.columns).toHaveLength(4)
    expect(table.columns.slice(0, 3).map(({ name }) => name)).toEqual(['a b', 'q"q', 'ü'])
  })

  it('accepts a table without rows', async () => {
    expect(await fixture.ingest('head.csv', 'a,b\n', 'csv')).toMatchObject({
      rows: 0,
      columns: [{ name: 'a' }, { name: 'b' }],
    })
  })

  it.each([
    ['empty.csv', '', 'csv'],
    ['empty.json', '', 'json'],
    ['empty.parquet', '', 'parquet'],
    ['text.parquet', 'PAR1 this is no parquet file PAR1', 'parquet'],
    ['broken.json', '{"a": [1, 2', 'json'],
    ['text.json', 'hello', 'json'],
    ['deep.json', `[{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`, 'json'],
    ['broken.csv.gz', 'no gzip at all', 'csv'],
    ['binary.csv', Buffer.from([0xff, 0xfe, 0x00, 0x01, 0x0a, 0xff]), 'csv'],
  ] as const)('reports the error of %s and leaves no file', async (name, content, format) => {
    const error = await fixture.ingest(name, content, format).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ status: 422, message: expect.stringMatching(/^The file could not be read: ./) })
    expect((error as AppError).message).not.toContain('SIG')
    expect(readdirSync(fixture.folder).filter((file) => file.startsWith(`${name}.`))).toEqual([])
  })

  it('rejects a missing file', async () => {
    await expect(ingestFile('/nowhere/x.csv', 'csv', `${fixture.folder}/x.duckdb`)).rejects.toThrow(/could not be read/)
  })

  it('stops when its caller cancels, and leaves no file', async () => {
    const rows = Array.from({ length: 400_000 }, (_, i) => `${i},text ${i}`).join('\n')
    const leave = new AbortController()
    const source = `${fixture.folder}/big.csv`
    const { writeFileSync } = await import('node:fs')
    writeFileSync(source, `a,b\n${rows}\n`)
    const work = ingestFile(source, 'csv', `${fixture.folder}/big.duckdb`, { signal: leave.signal })
    await vi.waitFor(() => expect(readdirSync(`${fixture.folder}/big.duckdb.loading`)).not.toEqual([]), 10_000)
    leave.abort()
    await expect(work).rejects.toThrow()
    expect(readdirSync(fixture.folder).filter((file) => file.startsWith('big.duckdb'))).toEqual([])
  })
})
