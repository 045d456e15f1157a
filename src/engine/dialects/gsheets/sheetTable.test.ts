import { describe, expect, it } from 'vitest'
import { isSheetAddress, sheetAddress } from './address.ts'
import { sheetTable } from './sheetTable.ts'

const ID = '1fTMO_bmZ-GoUKfbgZDB4RlQ0wX'
const page = `https://docs.google.com/spreadsheets/d/${ID}`

describe('an address', () => {
  it.each([
    [`${page}/edit#gid=42`, { spreadsheet: ID, gid: '42' }],
    [`${page}/edit?gid=7#gid=8`, { spreadsheet: ID, gid: '8' }],
    [`${page}/edit?usp=sharing`, { spreadsheet: ID }],
    [page, { spreadsheet: ID }],
    [` https://docs.google.com/spreadsheets/u/1/d/${ID}/edit `, { spreadsheet: ID }],
  ])('%s names a tab', (text, expected) => {
    expect(isSheetAddress(text)).toBe(true)
    expect(sheetAddress(text)).toEqual(expected)
  })

  it.each([
    'http://docs.google.com/spreadsheets/d/1fTMO_bmZGoUKf/edit',
    'https://docs.google.com.evil.example/spreadsheets/d/1fTMO_bmZGoUKf/edit',
    'https://evil.example/?x=https://docs.google.com/spreadsheets/d/1fTMO_bmZGoUKf/edit',
    'https://docs.google.com/spreadsheets/d/../../x',
    // a published page, which cannot be queried
    'https://docs.google.com/spreadsheets/d/e/2PACX-1vRlQ0wX/pubhtml',
    '',
  ])('%s is not an address', (text) => expect(isSheetAddress(text)).toBe(false))
})

const answer = (cols: object[], rows: unknown[][], more: object = {}) =>
  JSON.stringify({ status: 'ok', table: { cols, rows: rows.map((cells) => ({ c: cells.map(cell) })) }, ...more })
const cell = (v: unknown) => (v === undefined ? null : { v, f: String(v) })
const col = (id: string, label: string, type: string) => ({ id, label, type })

describe('a response', () => {
  it('keeps the types of the sheet', () => {
    const cols = [
      col('A', 'town', 'string'),
      col('B', 'people', 'number'),
      col('C', 'share', 'number'),
      col('D', 'open', 'boolean'),
      col('E', 'day', 'date'),
      col('F', 'at', 'datetime'),
      col('G', 'hour', 'timeofday'),
    ]
    const rows = [
      ['Bonn', 336465, 0.5, true, 'Date(2024,1,29)', 'Date(2024,0,31,12,5,9)', [8, 5, 0, 0]],
      [undefined, undefined, undefined, undefined, undefined, undefined, undefined],
      ['Köln', 1, 1, false, 'Date(1999,11,31)', 'Date(2024,11,1)', [23, 59, 59, 999]],
    ]
    expect(sheetTable(answer(cols, rows))).toEqual({
      columns: [
        { name: 'town', type: 'TEXT' },
        { name: 'people', type: 'BIGINT' },
        { name: 'share', type: 'DOUBLE' },
        { name: 'open', type: 'BOOLEAN' },
        { name: 'day', type: 'DATE' },
        { name: 'at', type: 'TIMESTAMP' },
        { name: 'hour', type: 'TEXT' },
      ],
      rows: [
        ['Bonn', 336465, 0.5, 1, '2024-02-29', '2024-01-31 12:05:09', '08:05:00'],
        [null, null, null, null, null, null, null],
        ['Köln', 1, 1, 0, '1999-12-31', '2024-12-01 00:00:00', '23:59:59'],
      ],
    })
  })

  it('names columns once, and those without a heading by their letter', () => {
    const cols = [col('A', '', 'string'), col('B', 'n', 'number'), col('C', 'N', 'number'), col('D', ' a ', 'string')]
    expect(sheetTable(answer(cols, [])).columns.map(({ name }) => name)).toEqual(['A', 'n', 'N_1', 'a_1'])
  })

  it.each([
    ['of plain JSON', (text: string) => `)]}'\n${text}`],
    ['of a script', (text: string) => `/*O_o*/\ngoogle.visualization.Query.setResponse(${text});`],
  ])('%s is read', (_what, wrap) => {
    expect(sheetTable(wrap(answer([col('A', 'x', 'number')], [[1.5]]))).rows).toEqual([[1.5]])
  })

  it.each([
    ['<!doctype html><html>{ "status": "ok" }</html>', /not shared/],
    ['', /not shared/],
    ['{broken', /not shared/],
    [
      JSON.stringify({ status: 'error', errors: [{ reason: 'access_denied', message: 'ACCESS_DENIED' }] }),
      /not shared/,
    ],
    [
      JSON.stringify({ status: 'error', errors: [{ reason: 'invalid_query', detailed_message: 'No such tab' }] }),
      /^No such tab$/,
    ],
    [JSON.stringify({ status: 'error' }), /cannot be read/],
  ])('%s reports why there is no table', (text, message) => {
    expect(() => sheetTable(text)).toThrow(message)
  })

  it('without a table is an empty table', () => {
    expect(sheetTable('{"status":"ok"}')).toEqual({ columns: [], rows: [] })
  })
})
