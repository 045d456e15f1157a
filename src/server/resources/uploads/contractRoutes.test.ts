import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureExamplesDatabase } from '../../embedded/tables.ts'
import { type Browser, startApp, type TestApp } from '../../testing/app.ts'

let server: TestApp
let analyst: Browser
let other: Browser
let databaseId: number

beforeAll(async () => {
  server = await startApp()
  databaseId = await ensureExamplesDatabase(server.services.db, Date.now)
  await server.addUser('analyst', ['Alpha'])
  await server.addUser('other', ['Alpha'])
  await server.addUser('reader', ['Gamma'])
  analyst = await server.browser('analyst')
  other = await server.browser('other')
}, 120_000)
afterAll(() => server.close())

const left = () => {
  try {
    return readdirSync(join(server.home, 'uploads'))
  } catch {
    return []
  }
}

async function post(browser: Browser, url: string, fields: Record<string, string>, file?: [string, Buffer | string]) {
  const form = new FormData()
  if (file) form.set('file', new Blob([typeof file[1] === 'string' ? file[1] : new Uint8Array(file[1])]), file[0])
  // some clients send the fields after the file
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const body = new Response(form)
  return browser.inject({
    method: 'POST',
    url,
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  })
}

const upload = (fields: Record<string, string>, file: [string, Buffer | string], kind = 'csv', browser = analyst) =>
  post(browser, `/api/v1/database/${databaseId}/${kind}_upload/`, fields, file)

async function rowsOf(table: string): Promise<Record<string, unknown>[]> {
  const row = await server.services.db
    .selectFrom('datasets')
    .select('id')
    .where('table_name', '=', table)
    .executeTakeFirstOrThrow()
  const columns = await server.services.db
    .selectFrom('dataset_columns')
    .select('column_name')
    .where('dataset_id', '=', row.id)
    .orderBy('id')
    .execute()
  const answer = await analyst.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    payload: {
      datasource: { id: row.id, type: 'table' },
      queries: [{ columns: columns.map(({ column_name }) => column_name), row_limit: 100 }],
    },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ result: { data: Record<string, unknown>[] }[] }>().result[0]?.data ?? []
}

describe('uploads of the contract', () => {
  it('CSV with all options', async () => {
    const text = '# a report\nname;amount;day;note\nA;1,5;03/04/2024;NA\nB;2,25;04/04/2024;x\nC;3;05/04/2024;y\n'
    const answer = await upload(
      {
        table_name: 'said',
        delimiter: ';',
        skip_rows: '1',
        decimal_character: ',',
        day_first: 'true',
        null_values: 'NA',
        rows_to_read: '2',
        columns_read: 'name,amount,day,note',
        dataframe_index: 'true',
        index_label: 'row',
        schema: 'main',
      },
      ['report.csv', text],
    )
    expect([answer.statusCode, answer.json()]).toEqual([201, { message: 'OK' }])
    const rows = await rowsOf('said')
    expect(
      rows.map(({ day, ...rest }) => ({ ...rest, day: new Date(Number(day)).toISOString().slice(0, 10) })),
    ).toEqual([
      { row: 0, name: 'A', amount: 1.5, note: null, day: '2024-04-03' },
      { row: 1, name: 'B', amount: 2.25, note: 'x', day: '2024-04-04' },
    ])
    expect(left()).toEqual([])
  }, 60_000)

  it('CSV: blanks, blank lines and row labels', async () => {
    const text = 'code, name, amount\nA, "x, y", 1\n\nB, z, 2\n'
    const more = { skip_initial_space: 'true', skip_blank_lines: 'false', index_column: 'name' }
    const labelled = await upload({ table_name: 'labelled', ...more, dataframe_index: 'true', index_label: 'who' }, [
      'a.csv',
      text,
    ])
    expect([labelled.statusCode, labelled.body]).toEqual([201, '{"message":"OK"}'])
    expect(await rowsOf('labelled')).toEqual([
      { who: 'x, y', code: 'A', amount: 1 },
      { who: null, code: null, amount: null },
      { who: 'z', code: 'B', amount: 2 },
    ])
    // the older form counts columns from zero
    const dropped = await upload({ table_name: 'dropped', skip_initial_space: 'true', index_column: '0' }, [
      'a.csv',
      text,
    ])
    expect(dropped.statusCode, dropped.body).toBe(201)
    expect(await rowsOf('dropped')).toEqual([
      { name: 'x, y', amount: 1 },
      { name: 'z', amount: 2 },
    ])
    const unknown = await upload({ table_name: 'unknown', index_column: 'nothing' }, ['a.csv', text])
    expect([unknown.statusCode, unknown.body]).toEqual([422, expect.stringContaining('no column nothing')])
  }, 60_000)

  it('Excel: decimals and nulls', async () => {
    const rows = [
      ['code', 'amount', 'share'],
      ['x', '1,5', 1],
      ['-', 'n/a', 2],
      ['y', '2', -1],
    ]
    const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: 'One', rows }] }))
    const fields = { table_name: 'decimals', decimal_character: ',', null_values: '["-", "n/a", "-1"]' }
    const answer = await upload({ ...fields, index_column: 'share' }, ['book.xlsx', bytes], 'excel')
    expect(answer.statusCode, answer.body).toBe(201)
    expect(await rowsOf('decimals')).toEqual([
      { code: 'x', amount: 1.5 },
      { code: null, amount: null },
      { code: 'y', amount: 2 },
    ])
  }, 60_000)

  it('Excel, a selected sheet', async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Notes', rows: [['text'], ['hello']] },
        { name: 'Sales', rows: [['skipped'], ['code', 'amount'], ['x', 1], ['y', 2]] },
      ],
    })
    const file: [string, Buffer] = ['book.xlsx', Buffer.from(bytes)]
    const looked = await post(analyst, '/api/v1/database/excel_metadata/', {}, file)
    expect(looked.json()).toEqual({
      result: {
        items: [
          { sheet_name: 'Notes', column_names: ['text'] },
          { sheet_name: 'Sales', column_names: ['skipped', 'column2'] },
        ],
      },
    })
    const answer = await upload({ table_name: 'sheet', sheet_name: 'Sales', header_row: '1' }, file, 'excel')
    expect(answer.statusCode, answer.body).toBe(201)
    expect(await rowsOf('sheet')).toEqual([
      { code: 'x', amount: 1 },
      { code: 'y', amount: 2 },
    ])
  }, 60_000)

  it('fail, replace and append', async () => {
    const file = (text: string): [string, string] => ['t.csv', text]
    expect((await upload({ table_name: 'three' }, file('a,b\n1,x\n'))).statusCode).toBe(201)
    const again = await upload({ table_name: 'three' }, file('a,b\n9,z\n'))
    expect(again.statusCode).toBe(422)
    const added = await upload({ table_name: 'three', already_exists: 'append' }, file('b,a\ny,2\n'))
    expect(added.statusCode, added.body).toBe(201)
    expect(await rowsOf('three')).toEqual([
      { a: 1, b: 'x' },
      { a: 2, b: 'y' },
    ])
    const odd = await upload({ table_name: 'three', already_exists: 'append' }, file('a,c\n3,z\n'))
    expect([odd.statusCode, odd.body]).toEqual([422, expect.stringContaining('the table has no column c')])
    const replaced = await upload({ table_name: 'three', already_exists: 'replace' }, file('c\n5\n'))
    expect(replaced.statusCode, replaced.body).toBe(201)
    expect(await rowsOf('three')).toEqual([{ c: 5 }])
    const theirs = await upload({ table_name: 'three', already_exists: 'replace' }, file('d\n6\n'), 'csv', other)
    expect(theirs.statusCode).toBe(403)
    expect(await rowsOf('three')).toEqual([{ c: 5 }])
    expect(left()).toEqual([])
  }, 120_000)

  it.each([
    ['no name', 'csv', {}, { table_name: ['Missing data for required field.'] }],
    ['a schema in the name', 'csv', { table_name: 'a.b' }, { table_name: ['Table name cannot contain a schema'] }],
    [
      'another way',
      'csv',
      { table_name: 'w', already_exists: 'no' },
      { already_exists: ['Must be one of: fail, replace, append.'] },
    ],
  ])('refuses %s', async (_what, kind, fields, message) => {
    const answer = await upload(fields as Record<string, string>, ['a.csv', 'a\n1\n'], kind)
    expect([answer.statusCode, answer.json()]).toEqual([400, { message }])
    expect(left()).toEqual([])
  })

  it('rejects other files, schemas, databases and users', async () => {
    const wrong = await upload({ table_name: 'w' }, ['a.csv', 'a\n1\n'], 'columnar')
    expect([wrong.statusCode, wrong.body]).toEqual([422, expect.stringContaining('not a Parquet file')])
    const schema = await upload({ table_name: 'w', schema: 'secret' }, ['a.csv', 'a\n1\n'])
    expect([schema.statusCode, schema.body]).toEqual([422, expect.stringContaining('is not allowed for csv uploads')])
    const nowhere = await post(analyst, '/api/v1/database/9999/csv_upload/', { table_name: 'w' }, ['a.csv', 'a\n1\n'])
    expect(nowhere.statusCode).toBe(404)
    const reader = await server.browser('reader')
    expect((await upload({ table_name: 'w' }, ['a.csv', 'a\n1\n'], 'csv', reader)).statusCode).toBe(403)
    const nothing = await post(analyst, `/api/v1/database/${databaseId}/csv_upload/`, { table_name: 'w' })
    expect([nothing.statusCode, nothing.json()]).toEqual([
      400,
      { message: { file: ['Missing data for required field.'] } },
    ])
    expect(left()).toEqual([])
  }, 60_000)

  it('the older form shows the outcome on the next page', async () => {
    const fields = { table_name: 'older', database: String(databaseId), delimiter: ',', if_exists: 'fail' }
    const answer = await post(analyst, '/csvtodatabaseview/form', fields, ['old.csv', 'a\n1\n'])
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/tablemodelview/list/'])
    const said = (reply: typeof answer) =>
      Buffer.from(
        String(reply.cookies.find(({ name }) => name === 'flash')?.value).split('.')[0] ?? '',
        'base64url',
      ).toString()
    expect(said(answer)).toContain('CSV file \\"old.csv\\" uploaded to table \\"older\\" in database \\"examples\\"')
    const again = await post(analyst, '/csvtodatabaseview/form', fields, ['old.csv', 'a\n1\n'])
    expect(said(again)).toContain('Unable to upload CSV file')
    expect(again.headers.location).toBe('/csvtodatabaseview/form')
    const page = await analyst.inject({ url: '/csvtodatabaseview/form' })
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')])
    expect(left()).toEqual([])
  }, 60_000)

  it.each(['csv', 'excel', 'columnar'])(
    '%s: the token may be a field of the form, and is required',
    async (kind) => {
      const urls = [
        `/api/v1/database/${databaseId}/${kind}_upload/`,
        `/api/v1/database/${kind}_metadata/`,
        `/${kind}todatabaseview/form`,
      ]
      const fields = { table_name: `token_${kind}`, name: `token_${kind}`, database: String(databaseId) }
      for (const url of urls) {
        const send = (csrf_token?: string) =>
          // as a page without scripts sends it
          post(
            { ...analyst, inject: (options) => server.app.inject({ ...options, cookies: analyst.cookies }) },
            url,
            { ...fields, ...(csrf_token !== undefined && { csrf_token }) },
            ['a.csv', 'a\n1\n'],
          )
        // the contract redirects a form without a valid token to the sign-in page
        for (const answer of [await send(), await send('abc.def')])
          expect([url, answer.statusCode, answer.headers.location]).toEqual([url, 302, '/login/'])
        expect((await send(analyst.csrf)).headers.location).not.toBe('/login/')
      }
      expect(left()).toEqual([])
      const made = await server.services.db
        .selectFrom('datasets')
        .select('id')
        .where('table_name', '=', `token_${kind}`)
        .execute()
      expect(made).toHaveLength(kind === 'csv' ? 1 : 0)
    },
    60_000,
  )
})
