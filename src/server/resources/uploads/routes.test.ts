import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureExamplesDatabase } from '../../embedded/tables.ts'
import { type Browser, startApp, type TestApp } from '../../testing/app.ts'
import { uploadFile } from './testing/uploadFile.ts'

let server: TestApp
let analyst: Browser

interface Preview {
  id: string
  result: {
    format: string
    table_name: string
    columns: { name: string; source?: string; type: string }[]
    rows: (string | null)[][]
    row_count: number | null
    names_line?: number
    warnings: string[]
    texts: object[]
    sheets: string[]
    reading: object
  }
}

beforeAll(async () => {
  server = await startApp()
  await ensureExamplesDatabase(server.services.db, Date.now)
  await server.addUser('analyst', ['Alpha'])
  await server.addUser('colleague', ['Alpha'])
  await server.addUser('reader', ['Gamma'])
  analyst = await server.browser('analyst')
}, 120_000)
afterAll(() => server.close())

const waiting = () => {
  try {
    return readdirSync(join(server.home, 'uploads'))
  } catch {
    return []
  }
}
const tableFiles = () => {
  try {
    return readdirSync(join(server.home, 'data'))
  } catch {
    return []
  }
}

async function preview(name: string, bytes: Buffer | string, reading?: object): Promise<Preview> {
  const answer = await uploadFile(analyst, name, bytes, reading)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Preview>()
}

const create = (id: string, body: object) =>
  analyst.inject({ method: 'POST', url: `/api/v1/upload/${id}/`, payload: body })

const remove = (id: string) => analyst.inject({ method: 'DELETE', url: `/api/v1/upload/${id}` })

interface Created {
  id: number
  result: { rows: number; columns: { name: string; type: string }[] }
}

/** The rows of a dataset that have a value in a column. */
async function valuesWhere(id: number, column: string, value: string): Promise<Record<string, unknown>[]> {
  const answer = await analyst.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    payload: {
      datasource: { id, type: 'table' },
      queries: [
        {
          columns: (await columnsOf(id)).map(({ column_name: name }) => name),
          metrics: [],
          filters: [{ col: column, op: '==', val: value }],
          row_limit: 10,
        },
      ],
    },
  })
  return answer.json<{ result: { data: Record<string, unknown>[] }[] }>().result[0]?.data ?? []
}

async function columnsOf(id: number) {
  const answer = await analyst.inject({ method: 'GET', url: `/api/v1/dataset/${id}` })
  return answer.json<{ result: { columns: { column_name: string }[] } }>().result.columns
}

/** The first row of a table, every value as text. */
async function rowsOf(id: number, columns: { name: string; type: string }[]): Promise<(string | null)[][]> {
  const answer = await analyst.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    payload: {
      datasource: { id, type: 'table' },
      queries: [{ columns: columns.map(({ name }) => name), metrics: [], row_limit: 100 }],
    },
  })
  const data = answer.json<{ result: { data: Record<string, unknown>[] }[] }>().result[0]?.data ?? []
  return data.map((row) =>
    columns.map(({ name, type }) => {
      const value = row[name] ?? null
      if (value === null) return null
      return type === 'DOUBLE' && Number.isInteger(value) ? `${String(value)}.0` : String(value)
    }),
  )
}

const csv = 'zip,city,day,n\n01234,Köln,2024-05-01,1\n02345,Bonn,2024-05-02,2\n'

describe('a file becomes a dataset', () => {
  it('reads a text whose lines end differently, each value as it is written', async () => {
    for (const [name, text] of Object.entries({
      'last line': 'day;name\r\n2024-01-01;a\r\n2024-01-02;"b\r\nc"\r\n\n',
      'one line': 'day;name\n2024-01-01;a\r\n2024-01-02;"b\r\nc"\n',
    })) {
      const { id, result } = await preview(`ends in the ${name}.csv`, text)
      expect(result).toMatchObject({ columns: [{ type: 'DATE' }, { type: 'VARCHAR' }], warnings: [] })
      const columns = result.columns.map(({ name: source, type }) => ({ source, name: source, type }))
      const made = await create(id, { table_name: `ends in the ${name}`, reading: result.reading, columns })
      expect(made.statusCode, made.body).toBe(201)
      const rows = await rowsOf(made.json<Created>().id, [{ name: 'name', type: 'VARCHAR' }])
      expect(new Set(rows.flat())).toEqual(new Set(['a', 'b\r\nc']))
    }
  })

  it('with corrected names, types and columns', async () => {
    const { id, result } = await preview('my cities.2024.csv', csv)
    expect(result).toMatchObject({
      format: 'csv',
      table_name: 'my cities_2024',
      row_count: 2,
      columns: [{ name: 'zip' }, { name: 'city', type: 'VARCHAR' }, { name: 'day', type: 'DATE' }, { name: 'n' }],
    })
    const answer = await create(id, {
      table_name: 'cities',
      reading: {},
      columns: [
        { source: 'zip', name: 'Zip code', type: 'VARCHAR' },
        { source: 'day', name: 'day' },
        { source: 'n', name: 'n', type: 'DOUBLE' },
      ],
    })
    expect(answer.statusCode, answer.body).toBe(201)
    const made = answer.json<{ id: number; result: { url: string; rows: number } }>()
    expect(made.result).toMatchObject({ rows: 2, url: `/explore/?datasource_type=table&datasource_id=${made.id}` })
    const dataset = (await analyst.inject({ method: 'GET', url: `/api/v1/dataset/${made.id}` })).json<{
      result: {
        columns: { column_name: string; type: string }[]
        owners: { first_name: string }[]
        main_dttm_col: string
      }
    }>().result
    expect(dataset.columns.map(({ column_name, type }) => [column_name, type])).toEqual([
      ['Zip code', 'VARCHAR'],
      ['day', 'DATE'],
      ['n', 'DOUBLE'],
    ])
    expect(dataset.main_dttm_col).toBe('day')
    expect(dataset.owners).toMatchObject([{ first_name: 'analyst' }])
    const rows = await analyst.inject({
      method: 'POST',
      url: '/api/v1/chart/data',
      payload: {
        datasource: { id: made.id, type: 'table' },
        queries: [{ columns: ['Zip code'], metrics: ['count'], orderby: [['Zip code', true]] }],
      },
    })
    expect(rows.json<{ result: { data: unknown }[] }>().result[0]?.data).toEqual([
      { 'Zip code': '01234', count: 1 },
      { 'Zip code': '02345', count: 1 },
    ])
    expect(waiting()).toEqual([])
  }, 60_000)

  it('with the type that all its lines allow, and reports it', async () => {
    const { id, result } = await preview('late.csv', `n,b\n${'1,2\n'.repeat(60_000)}x,2\n`)
    expect(result.columns.map(({ type }) => type)).toEqual(['BIGINT', 'BIGINT'])
    const columns = result.columns.map(({ name }) => ({ source: name, name }))
    const answer = await create(id, { table_name: 'late text', reading: result.reading, columns })
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.json<{ result: { columns: unknown } }>().result.columns).toEqual([
      { name: 'n', type: 'VARCHAR' },
      { name: 'b', type: 'BIGINT' },
    ])
  }, 60_000)

  it('reports which value made a numeric column text', async () => {
    const { id, result } = await preview('oops.csv', `n,b,w\n${'1,2,x\n'.repeat(30_000)}oops,2.5,y\n`)
    expect(result.columns.map(({ type }) => type)).toEqual(['VARCHAR', 'DOUBLE', 'VARCHAR'])
    expect(result).toMatchObject({
      warnings: [],
      texts: [{ source: 'n', type: 'BIGINT', line: 30_002, value: 'oops' }],
    })
    const columns = result.columns.map(({ name }) => ({ source: name, name }))
    const made = await create(id, { table_name: 'oops', reading: result.reading, columns })
    expect(made.json<{ result: { columns: { type: string }[] } }>().result.columns.map(({ type }) => type)).toEqual([
      'VARCHAR',
      'DOUBLE',
      'VARCHAR',
    ])
  }, 60_000)

  it.each([
    ['kept as text', {}, 'VARCHAR', 'unknown'],
    ['left blank', { type: 'DOUBLE', others: 'blank' }, 'DOUBLE', null],
  ])(
    'only after its owner has seen what made numbers text: %s',
    async (how, choice, type, last) => {
      const rows = Array.from({ length: 60_000 }, (_, i) => `${i}.5,x`).join('\n')
      const { id, result } = await preview('unknown.csv', `n,w\n${rows}\nunknown,unknown\n1.5,y\n?,z\n`)
      expect(result).toMatchObject({ columns: [{ name: 'n', type: 'DOUBLE' }, { name: 'w' }], texts: [] })
      const before = tableFiles()
      const table = `unknown ${how}`
      const body = (n: object) => ({
        table_name: table,
        reading: result.reading,
        columns: [
          { source: 'n', name: 'n', ...n },
          { source: 'w', name: 'w', seen: 'VARCHAR' },
        ],
      })
      const held = await create(id, body({ seen: 'DOUBLE' }))
      expect([held.statusCode, held.json()]).toEqual([
        200,
        { result: { texts: [{ source: 'n', type: 'DOUBLE', line: 60_002, value: 'unknown', count: 2 }] } },
      ])
      expect(tableFiles()).toEqual(before)
      const made = await create(id, body(choice))
      expect(made.statusCode, made.body).toBe(201)
      const { id: dataset, result: created } = made.json<Created>()
      expect(created).toMatchObject({ rows: 60_003, columns: [{ type }, { type: 'VARCHAR' }] })
      const found = await valuesWhere(dataset, 'w', 'unknown')
      expect(found).toEqual([{ n: last, w: 'unknown' }])
    },
    60_000,
  )

  it('with other names and thousands separators, and appends nothing that was not shown', async () => {
    const rows = Array.from({ length: 60_000 }, (_, i) => `"1,${String(i % 1000).padStart(3, '0')}.5",${i}`).join('\n')
    const text = `n,w\n${rows}\nn/a,7\n`
    const columns = (n: object) => [
      { source: 'n', name: 'sum', ...n },
      { source: 'w', name: 'w', seen: 'BIGINT' },
    ]
    const texts = [{ source: 'n', type: 'DOUBLE', line: 60_002, value: 'n/a', count: 1 }]
    const { id, result } = await preview('groups.csv', text)
    const send = (to: string, reading: object, more: object) => create(to, { table_name: 'groups', reading, ...more })
    const held = await send(id, result.reading, { columns: columns({ seen: 'DOUBLE' }) })
    expect(held.json()).toEqual({ result: { texts } })
    const blank = columns({ type: 'DOUBLE', others: 'blank' })
    const made = await send(id, result.reading, { columns: blank })
    expect(made.json<Created>().result).toMatchObject({
      rows: 60_001,
      columns: [{ type: 'DOUBLE' }, { type: 'BIGINT' }],
    })

    const more = await preview('groups.csv', text)
    const adding = { already_exists: 'append' }
    const heldAgain = await send(more.id, more.result.reading, { ...adding, columns: columns({ seen: 'DOUBLE' }) })
    expect(heldAgain.json()).toEqual({ result: { texts } })
    const added = await send(more.id, more.result.reading, { ...adding, columns: blank })
    expect(added.json<Created>().result).toMatchObject({ rows: 120_002 })
    expect(await valuesWhere(added.json<Created>().id, 'w', '59999')).toEqual([{ sum: 1999.5, w: 59_999 }])
    expect(await valuesWhere(added.json<Created>().id, 'w', '7')).toContainEqual({ sum: null, w: 7 })
  }, 80_000)

  it('reports which value made custom dates text', async () => {
    const rows = Array.from({ length: 60_000 }, (_, i) => `${10 + (i % 18)}.03.2024,${i}`).join('\n')
    const { id, result } = await preview('days.csv', `d,n\n${rows}\nsoon,7\n`)
    const body = (d: object) => ({
      table_name: 'days',
      reading: result.reading,
      columns: [
        { source: 'd', name: 'd', ...d },
        { source: 'n', name: 'n', seen: 'BIGINT' },
      ],
    })
    const held = await create(id, body({ seen: 'DATE' }))
    const texts = [{ source: 'd', type: 'DATE', line: 60_002, value: 'soon', count: 1 }]
    expect(held.json()).toEqual({ result: { texts } })
    const made = await create(id, body({ type: 'DATE', others: 'blank' }))
    expect(made.json<Created>().result).toMatchObject({ rows: 60_001, columns: [{ type: 'DATE' }, { type: 'BIGINT' }] })
    const [row] = await valuesWhere(made.json<Created>().id, 'n', '59999')
    expect(row).toEqual({ d: Date.UTC(2024, 2, 10 + (59_999 % 18)), n: 59_999 })
  }, 60_000)

  it('reports which cell made a sheet column text, and leaves it empty if requested', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => [i + 0.5, i === 20 ? 'none' : i])
    const sheet = { name: 'One', rows: [['a', 'b'], [], ...rows] }
    const { id, result } = await preview('cells.xlsx', Buffer.from(await writeXlsx({ sheets: [sheet] })))
    expect(result.texts).toEqual([{ source: 'b', type: 'BIGINT', line: 23, value: 'none', count: 1 }])
    const made = await create(id, {
      table_name: 'cells',
      reading: result.reading,
      columns: [
        { source: 'a', name: 'a', seen: 'DOUBLE' },
        { source: 'b', name: 'b', type: 'BIGINT', others: 'blank' },
      ],
    })
    expect(made.json<Created>().result).toMatchObject({ rows: 40, columns: [{ type: 'DOUBLE' }, { type: 'BIGINT' }] })
    expect(await valuesWhere(made.json<Created>().id, 'a', '20.5')).toEqual([{ a: 20.5, b: null }])
  }, 60_000)

  it('never replaces a table', async () => {
    const { id } = await preview('Cities.csv', csv)
    const before = tableFiles()
    const answer = await create(id, { table_name: 'Cities', reading: {}, columns: [{ source: 'n', name: 'n' }] })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('The table Cities already exists')
    expect(tableFiles()).toEqual(before)
    await remove(id)
    expect(waiting()).toEqual([])
  }, 60_000)

  it('replaces or appends rows only in tables that the user may change', async () => {
    const columns = (...names: string[]) => names.map((name) => ({ source: name, name }))
    const send = async (text: string, already_exists: string | undefined, names: string[], table_name = 'monthly') => {
      const { id } = await preview('monthly.csv', text)
      return create(id, { table_name, already_exists, reading: {}, columns: columns(...names) })
    }
    const look = async (name: string, browser = analyst) =>
      (await browser.inject({ method: 'GET', url: `/api/v1/upload/table/?name=${name}` })).json<{ result: unknown }>()
        .result
    expect(await look('monthly')).toEqual({ exists: false, may_change: false })
    const made = (await send('city,n\nBonn,1\n', undefined, ['city', 'n'])).json<{ id: number }>()
    const chart = { datasource_id: made.id, datasource_type: 'table', slice_name: 'Cities', viz_type: 'table' }
    const drawn = await analyst.inject({ method: 'POST', url: '/api/v1/chart/', payload: { ...chart, params: '{}' } })
    expect(drawn.statusCode, drawn.body).toBe(201)
    const taken = { exists: true, free_name: 'Monthly_2', may_change: true }
    expect(await look('Monthly')).toEqual({ ...taken, columns: ['city', 'n'], charts: 1 })
    const stranger = await server.browser('colleague')
    expect(await look('Monthly', stranger)).toEqual({ ...taken, may_change: false })

    const more = await send('city,n\nMainz,2\n', 'append', ['city', 'n'])
    expect(more.statusCode, more.body).toBe(201)
    expect(more.json()).toMatchObject({ id: made.id, result: { rows: 2, missing: [], retyped: [] } })
    const odd = await send('city,n\nMainz,many\n', 'append', ['city', 'n'])
    expect([odd.statusCode, odd.body]).toEqual([422, expect.stringContaining('is not')])

    await remove(waiting()[0] ?? '')

    const other = await send('city,m\n7,3\n', 'replace', ['city', 'm'], 'Monthly')
    expect(other.statusCode, other.body).toBe(201)
    expect(other.json()).toMatchObject({ id: made.id, result: { rows: 1, missing: ['n'], retyped: ['city'] } })
    const rows = await analyst.inject({
      method: 'POST',
      url: '/api/v1/chart/data',
      payload: { datasource: { id: made.id, type: 'table' }, queries: [{ columns: ['city', 'm'], metrics: [] }] },
    })
    expect(rows.json<{ result: { data: unknown }[] }>().result[0]?.data).toEqual([{ city: 7, m: 3 }])
  }, 120_000)

  it.each([
    ['lines.json', '{"a":1,"b":"x"}\n{"a":2,"b":"y"}\n', 'json'],
    ['list.json', '[{"a":1,"b":"x"},{"a":2,"b":"y"}]', 'json'],
    ['packed.csv.gz', gzipSync('a,b\n1,x\n2,y\n'), 'csv'],
    ['tabs.tsv', 'a\tb\n1\tx\n2\ty\n', 'csv'],
    ['semicolons.txt', 'a;b\n1;x\n2;y\n', 'csv'],
    ['utf16.csv', Buffer.from('\uFEFFa,b\n1,x\n2,y\n', 'utf16le'), 'csv'],
  ])(
    '%s',
    async (name, bytes, format) => {
      const { id, result } = await preview(name, bytes)
      expect(result).toMatchObject({
        format,
        columns: [
          { name: 'a', type: 'BIGINT' },
          { name: 'b', type: 'VARCHAR' },
        ],
      })
      expect(result.rows).toEqual([
        ['1', 'x'],
        ['2', 'y'],
      ])
      await remove(id)
    },
    60_000,
  )

  it('reads the requested sheet of an Excel file', async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Notes', rows: [['text'], ['hello']] },
        {
          name: 'Sales',
          rows: [
            ['code', 'day', 'amount', 'code'],
            ['007', new Date(Date.UTC(2024, 4, 1)), 1.5, 'x'],
            ['008', new Date(Date.UTC(2024, 4, 2)), 2, 'y'],
          ],
        },
      ],
    })
    const { id, result } = await preview('book.xlsx', Buffer.from(bytes))
    expect(result).toMatchObject({ format: 'xlsx', sheets: ['Notes', 'Sales'], columns: [{ name: 'text' }] })
    const again = await analyst.inject({
      method: 'POST',
      url: `/api/v1/upload/${id}/preview`,
      payload: { reading: { sheet: 'Sales' } },
    })
    const sales = again.json<Preview>().result
    expect(sales.columns.map(({ name, type }) => [name, type])).toEqual([
      ['code', 'VARCHAR'],
      ['day', 'DATE'],
      ['amount', 'DOUBLE'],
      ['code_1', 'VARCHAR'],
    ])
    expect(sales.rows[0]).toEqual(['007', '2024-05-01', '1.5', 'x'])
    expect(sales.warnings).toHaveLength(1)
    await remove(id)
  }, 60_000)

  it('reads the names from the requested line or row', async () => {
    const again = async (id: string, reading: object) => {
      const url = `/api/v1/upload/${id}/preview`
      const answer = await analyst.inject({ method: 'POST', url, payload: { reading } })
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<Preview>().result
    }
    const rows = Array.from({ length: 30 }, (_, i) => [`Region ${i}`, i, i / 2])
    const sheet = {
      name: 'One',
      rows: [['Sales by region', null, null], ['Region', '2022', null], [null, 'Units', 'Revenue'], ...rows],
      merges: [
        { startRow: 0, startCol: 0, endRow: 0, endCol: 2 },
        { startRow: 1, startCol: 0, endRow: 2, endCol: 0 },
      ],
    }
    const book = await preview('merged.xlsx', Buffer.from(await writeXlsx({ sheets: [sheet] })))
    expect(book.result).toMatchObject({ names_line: 1, columns: [{ name: 'Sales by region' }, {}, {}] })
    const third = await again(book.id, { hasHeader: true, skipRows: 2 })
    const types = ({ columns }: Preview['result']) => columns.map(({ name, type }) => [name, type])
    const expected = [
      ['Region', 'VARCHAR'],
      ['Units', 'BIGINT'],
      ['Revenue', 'DOUBLE'],
    ]
    expect([types(third), third.names_line, third.warnings, third.rows[1]]).toEqual([
      expected,
      3,
      [],
      ['Region 1', '1', '0.5'],
    ])
    const made = await create(book.id, {
      table_name: 'merged',
      reading: third.reading,
      columns: third.columns.map(({ name, type }) => ({ source: name, name, seen: type })),
    })
    expect(made.json<Created>().result.rows).toBe(30)

    const text = `Sales, by region\n\nRegion,Units,Revenue\n${rows.map((row) => row.join(',')).join('\n')}\n`
    const titled = await preview('titled.csv', text)
    const names = await again(titled.id, { ...titled.result.reading, hasHeader: true, skipRows: 2 })
    expect([types(names), names.names_line, names.row_count]).toEqual([expected, 3, 30])
    const url = `/api/v1/upload/${titled.id}/preview`
    const beyond = await analyst.inject({ method: 'POST', url, payload: { reading: { skipRows: 33 } } })
    expect(beyond.json()).toMatchObject({ message: 'The file could not be read: it has only 33 lines.' })
    const none = await again(titled.id, { ...titled.result.reading, hasHeader: false })
    expect(none.names_line).toBe(undefined)
    const loaded = await create(titled.id, {
      table_name: 'titled',
      reading: names.reading,
      columns: names.columns.map(({ name, type }) => ({ source: name, name, seen: type })),
    })
    expect(loaded.json<Created>().result).toMatchObject({ rows: 30, columns: [{}, { type: 'BIGINT' }, {}] })
  }, 60_000)

  it('warns about duplicate or missing names, and counts from 1', async () => {
    const { id, result } = await preview('odd.csv', 'a,a,,column3\n1,2,x,z\n3,4,y,z\n')
    expect(result.warnings).toEqual([
      'The name a occurs more than once: column 2 is named a_1.',
      'A column name is missing: column 3 is named column3_1.',
    ])
    const columns = result.columns.map(({ name, source = name }) => ({ source, name }))
    const made = await create(id, { table_name: 'odd names', reading: result.reading, columns })
    expect(made.json<{ result: { columns: { name: string }[] } }>().result.columns.map(({ name }) => name)).toEqual([
      'a',
      'a_1',
      'column3_1',
      'column3',
    ])
    const nameless = await preview('nameless.csv', '1,x\n2,y\n', { hasHeader: false })
    expect(nameless.result).toMatchObject({
      columns: [{ name: 'column1' }, { name: 'column2' }],
      warnings: ['The first line has no column names. The columns are named column1, column2 …'],
    })
    await remove(nameless.id)
  }, 60_000)

  it('reports which lines before the table are skipped', async () => {
    const { id, result } = await preview('titled.csv', 'Sales of the shop\nall of them\na,b,c\n1,2,3\n4,5,6\n7,8,9\n')
    expect(result.warnings).toEqual(['The first 2 lines are skipped: they do not match the lines after them.'])
    expect(result.columns.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    await remove(id)
  }, 60_000)

  it.each<[string, string, string[], (string | null)[], object]>([
    ['plain', 'city;amount\nBerlin;10,5\nParis;20\n', ['VARCHAR', 'DOUBLE'], ['Berlin', '10.5'], { decimal: ',' }],
    [
      'with groups of thousands',
      'city\tamount\nBerlin\t1.234,5\nParis\t20,25\n',
      ['VARCHAR', 'DOUBLE'],
      ['Berlin', '1234.5'],
      { decimal: ',', thousands: '.' },
    ],
    [
      'with gaps in words',
      'city;amount;when\nRome;n/a;03.02.2024\nBerlin;10,5;01.02.2024\nParis;20,25;02.02.2024\n',
      ['VARCHAR', 'DOUBLE', 'DATE'],
      ['Rome', null, '2024-02-03'],
      { decimal: ',', nullValues: ['n/a'] },
    ],
    [
      'where one column decides for all: points part the thousands',
      'stadt;einwohner;flaeche\nZuerich;420.000;87,9\nBasel;1.178.500;23,9\n',
      ['VARCHAR', 'BIGINT', 'DOUBLE'],
      ['Zuerich', '420000', '87.9'],
      { decimal: ',', thousands: '.' },
    ],
    [
      'or commas, beside decimal points',
      'city,people,area\nOslo,"1,080,000",87.9\nBergen,"420,000",15.9\n',
      ['VARCHAR', 'BIGINT', 'DOUBLE'],
      ['Oslo', '1080000', '87.9'],
      { thousands: ',' },
    ],
    ['never where nothing decides', 'city;people\nOslo;420.000\n', ['VARCHAR', 'DOUBLE'], ['Oslo', '420.0'], {}],
    ['never beside decimal points', 'amount;share\n10,5;1.5\n20,25;2.75\n', ['VARCHAR', 'DOUBLE'], ['10,5', '1.5'], {}],
  ])(
    'reads decimal commas: %s',
    async (_, text, types, row, reading) => {
      const { id, result } = await preview('decimals.csv', text)
      expect(result.columns.map(({ type }) => type)).toEqual(types)
      expect(result.rows[0]).toEqual(row)
      const { decimal, thousands, nullValues } = result.reading as Record<string, unknown>
      expect({ decimal, thousands, nullValues }).toEqual(reading)
      // first as loaded during the preview, then loaded again
      for (const [i, order] of [result.columns, result.columns.toReversed()].entries()) {
        const sent = i === 0 ? id : (await preview('decimals.csv', text)).id
        const columns = order.map(({ name }) => ({ source: name, name }))
        const made = await create(sent, { table_name: `decimals ${_} ${i}`, reading: result.reading, columns })
        expect(made.statusCode, made.body).toBe(201)
        const { columns: stored } = made.json<{ result: { columns: { name: string; type: string }[] } }>().result
        expect(stored).toEqual(order.map(({ name, type }) => ({ name, type })))
        const rows = await rowsOf(made.json<{ id: number }>().id, result.columns)
        // dates are returned as times
        expect(rows).toContainEqual(row.map((value, at) => (types[at] === 'DATE' ? expect.any(String) : value)))
      }
    },
    60_000,
  )

  it.each([
    ['a fraction', '1', '1,5', 'DOUBLE'],
    ['an id of 20 digits', '1', '12345678901234567890', 'VARCHAR'],
    ['a time of day', '2024-01-01', '2024-01-01 10:30:00', 'TIMESTAMP'],
    ['other groups', '1.000', '42.0000', 'VARCHAR'],
  ])(
    'keeps late values that do not match the first rows: %s',
    async (_, usual, late, type) => {
      const text = `v;w\n${`${usual};2,5\n`.repeat(60_000)}${late};1,5\n`
      const { id, result } = await preview('late.csv', text)
      const columns = result.columns.map(({ name }) => ({ source: name, name }))
      const made = await create(id, { table_name: `late ${_}`, reading: result.reading, columns })
      expect(made.json<{ result: { columns: { type: string }[] } }>().result.columns[0]?.type).toBe(type)
    },
    60_000,
  )

  it('reads requested decimal commas, including missing values and thousands separators', async () => {
    const text = 'city;amount\nBerlin;1.234,5\nRome;n/a\nBonn;7,25\n'
    const { id, result } = await preview('asked.csv', text, { decimal: ',' })
    expect(result.columns.map(({ type }) => type)).toEqual(['VARCHAR', 'DOUBLE'])
    expect(result.rows).toEqual([
      ['Berlin', '1234.5'],
      ['Rome', null],
      ['Bonn', '7.25'],
    ])
    await remove(id)
  }, 60_000)

  it('keeps late values of JSON', async () => {
    const { id, result } = await preview('late.json', `${'{"v":1}\n'.repeat(60_000)}{"v":1.5}\n`)
    const columns = result.columns.map(({ name }) => ({ source: name, name }))
    const made = await create(id, { table_name: 'late json', reading: result.reading, columns })
    expect(made.json<{ result: { columns: { type: string }[] } }>().result.columns[0]?.type).toBe('DOUBLE')
  }, 60_000)

  it('keeps whole numbers that are too long as text, and months', async () => {
    const { id, result } = await preview('ids.csv', 'id,month,n\n12345678901234567890,2024-01,1\n7,2024-02,2\n')
    expect(result.columns.map(({ type }) => type)).toEqual(['VARCHAR', 'VARCHAR', 'BIGINT'])
    expect(result.rows[0]).toEqual(['12345678901234567890', '2024-01', '1'])
    await remove(id)
  }, 60_000)
})

describe('bad files', () => {
  const wide = (line: (i: number) => string) => `${Array.from({ length: 10_000 }, (_, i) => line(i)).join(',')}\n`
  it.each<[string, Buffer | string, RegExp]>([
    ['empty.csv', '', /it is empty/],
    ['blank.csv', '\n\n \n', /it is empty/],
    ['header.csv', 'a,b\n', /it has no rows/],
    ['wide.csv', wide((i) => `c${i}`) + wide(String), /10,000 columns/],
    ['latin.csv', Buffer.from('a,b\n1,x\n2,caf\xe9\n', 'latin1'), /line 3: the text is not UTF-8/],
    ['line.csv', `a,b\n1,${'x'.repeat(90_000_000)}\n`, /line 2: it is longer than 2 MB/],
    ['short.parquet', 'PAR1 and then nothing', /not a Parquet file, or it is incomplete/],
    ['cut.csv.gz', gzipSync('a,b\n1,2\n'.repeat(1000)).subarray(0, 30), /damaged or incomplete/],
    ['cut.json', '[{"a":1},{"a":', /JSON|record/i],
    ['cut.xlsx', 'PK\x03\x04 and then nothing', /: it is not a valid Excel workbook \(.xlsx\), or it is incomplete\.$/],
    ['old.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /Save it as \.xlsx/],
    [
      'ragged.csv',
      'city,n,day\nBonn,1,2024-01-01\n"Paris,2,2024-01-02\nRome,x,y,z,z\nOslo\n',
      /line 3: a quote is opened/,
    ],
    ['short.csv', 'a;b;c\n1;2\n1;2;3\n1;2;3\n1;2;3;4\n', /line 2: it has 2 values where 3 are expected/],
    ['nuls.csv', 'a,b\n1,x\n2,y\0z\n', /it is not text: it contains binary data/],
    ['picture.png', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), /binary data/],
  ])(
    '%s',
    async (name, bytes, message) => {
      const answer = await uploadFile(analyst, name, bytes)
      expect(answer.statusCode, answer.body).toBe(422)
      expect(answer.json<{ message: string }>().message).toMatch(message)
      expect(answer.body).not.toContain(server.home)
      expect(waiting()).toEqual([])
    },
    60_000,
  )

  it.each<[string, string, Record<string, string>, RegExp]>([
    ['a line too short, late', `a,b,c\n${'1,2,3\n'.repeat(30_000)}1,2\n`, {}, /line 30002: it has 2 values where 3/],
    ['a fraction', 'a;b\n1;3.0\n1;178.500\n', { b: 'BIGINT' }, /line 3: "178\.500" in column b is not a whole number/],
    ['a tiny number', 'a;b\n1;2\n1;1e-1\n', { b: 'BIGINT' }, /line 3: "1e-1" in column b is not a whole number/],
    ['20 digits', 'a;b\n1;12345678901234567890\n', { b: 'BIGINT' }, /line 2: .* in column b is too large for Integer/],
    ['a time', 'a;b\n1;2024-01-01 10:00:00\n', { b: 'DATE' }, /line 2: .* in column b has a time of day/],
    ['a word', 'a;b\n1;2\n1;x\n', { b: 'BIGINT' }, /line 3: "x" in column b is not of type Integer/],
    ['a value of another type', `a,b\n${'1,2\n'.repeat(99)}1,x\n`, { b: 'BIGINT' }, /line 101: "x" in column b is not/],
  ])(
    '%s: nothing is created',
    async (_, text, types, message) => {
      const { id } = await preview('late.csv', text)
      const before = tableFiles()
      const columns = ['a', 'b'].map((name) => ({ source: name, name, type: types[name] }))
      const answer = await create(id, { table_name: 'late', reading: {}, columns })
      expect(answer.statusCode, answer.body).toBe(422)
      expect(answer.json<{ message: string }>().message).toMatch(message)
      expect(tableFiles()).toEqual(before)
      expect(await remove(id)).toMatchObject({ statusCode: 200 })
      expect(waiting()).toEqual([])
    },
    60_000,
  )

  it.each(['losses.json', 'losses.xlsx'])(
    '%s: no chosen type rounds a number or drops a time',
    async (name) => {
      const day = new Date(Date.UTC(2024, 0, 1, 10))
      const cells = [
        ['a', 't', 'ok', 'big'],
        [1.5, day, 2, 1e30],
      ]
      const bytes = name.endsWith('json')
        ? '[{"a":1.5,"t":"2024-01-01 10:00:00","ok":2.0,"big":1e30}]'
        : Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows: cells }] }))
      const { id } = await preview(name, bytes)
      const as = async (source: string, type: string) =>
        (await create(id, { table_name: name.replace('.', ' '), reading: {}, columns: [{ source, name: 'n', type }] }))
          .body
      expect(await as('a', 'BIGINT')).toContain('in column a is not a whole number')
      expect(await as('t', 'DATE')).toContain('in column t has a time of day')
      expect(await as('big', 'BIGINT')).toMatch(/in column big is (too large for|not of type) Integer/)
      expect(await as('ok', 'BIGINT')).toContain('"rows":1')
    },
    60_000,
  )

  it('reports the line that does not match a selected delimiter', async () => {
    const { id } = await preview('lines.csv', 'a\nx,1\ny,2,3\nz\n', { delimiter: '|' })
    const again = (delimiter: string) =>
      analyst.inject({ method: 'POST', url: `/api/v1/upload/${id}/preview`, payload: { reading: { delimiter } } })
    const answer = await again(',')
    expect([answer.statusCode, answer.body]).toEqual([
      422,
      expect.stringMatching(/line 2: it has more values than the 1 expected/),
    ])
    expect((await again('|')).json<Preview>().result.columns).toHaveLength(1)
    await remove(id)
  }, 60_000)

  it('is read in the encoding that its owner selects', async () => {
    const { id, result } = await preview('latin.csv', Buffer.from('a,b\n1,caf\xe9\n', 'latin1'), {
      encoding: 'latin-1',
    })
    expect(result.rows).toEqual([['1', 'café']])
    await remove(id)
  }, 60_000)
})

describe('permissions', () => {
  it('rejects users without permission, and hides files from other users', async () => {
    const reader = await server.browser('reader')
    expect((await uploadFile(reader, 'a.csv', csv)).statusCode).toBe(403)
    const { id } = await preview('mine.csv', csv)
    const admin = await server.browser('admin')
    const body = { table_name: 'stolen', reading: {}, columns: [{ source: 'n', name: 'n' }] }
    expect((await admin.inject({ method: 'POST', url: `/api/v1/upload/${id}/`, payload: body })).statusCode).toBe(404)
    expect((await admin.inject({ method: 'DELETE', url: `/api/v1/upload/${id}` })).statusCode).toBe(404)
    for (const bad of ['..%2f..%2fdata', '1-x', `${id}%2f..`])
      expect((await analyst.inject({ method: 'DELETE', url: `/api/v1/upload/${bad}` })).statusCode).toBe(404)
    await remove(id)
  }, 60_000)

  it('refuses what is larger than the limit', async () => {
    const small = await startApp({ SEXTANT_UPLOAD_MB: '1' })
    try {
      await ensureExamplesDatabase(small.services.db, Date.now)
      const answer = await uploadFile(await small.browser('admin'), 'big.csv', 'a,b\n'.repeat(300_000))
      expect(answer.statusCode).toBe(413)
      expect(readdirSync(join(small.home, 'uploads'))).toEqual([])
    } finally {
      await small.close()
    }
  }, 60_000)
})
