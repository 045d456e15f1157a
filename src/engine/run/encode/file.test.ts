import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, describe, expect, it } from 'vitest'
import type { Cell, CellType } from '../../frame.ts'
import { EngineFailure } from '../engine.ts'
import { type FileRows, writeFile } from './file.ts'
import { joinedWorkbook, type SheetFile } from './joinedWorkbook.ts'

const folder = mkdtempSync(join(tmpdir(), 'files-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function* rowsOf(columns: Cell[][], failure?: Error): FileRows {
  for (let row = 0; row < (columns[0]?.length ?? 0); row++) {
    yield { rowCount: 1, cells: columns.map((values) => [values[row] ?? null]) }
  }
  if (failure) throw failure
}

const headers = (types: CellType[]) => types.map((type, at) => ({ name: `c${at}`, type }))
const DAY = 86_400_000

describe('writeFile', () => {
  it('writes a workbook that spreadsheets can read', async () => {
    const path = join(folder, 'a.xlsx')
    const types: CellType[] = ['text', 'int', 'float', 'time', 'time', 'bool', 'object']
    const columns: Cell[][] = [
      ['<a & "b">', '=1+2', 'tab\there', '_x0041_', 'bell\u0007', 'größe 😀', null],
      [1, 2n ** 70n, null, -3, 0, 5, 6],
      [1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e300, -0.1, 2, null],
      [0, DAY * 365, null, -DAY * 40_000, 123 - DAY * 40_000, DAY, DAY],
      [0, DAY + 1000, null, DAY, DAY + 250, DAY, DAY],
      [true, false, null, true, true, false, true],
      [['a', 1], 'x', 2, null, true, null, null],
    ]
    expect(await writeFile(path, 'xlsx', headers(types), rowsOf(columns), { maxBytes: 1e6 })).toBe(7)
    const { rows } = (await readXlsx(readFileSync(path))).sheets[0] ?? { rows: [] }
    expect(rows[0]).toEqual(['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6'])
    expect(rows.map((row) => row[0])).toEqual([
      'c0',
      '<a & "b">',
      "'=1+2",
      'tab\there',
      '_x0041_',
      'bell\u0007',
      'größe 😀',
      null,
    ])
    expect(rows.slice(1, 4).map((row) => row[1])).toEqual([1, '1180591620717411303424', null])
    expect(rows.slice(1, 5).map((row) => row[2])).toEqual([1.5, null, 'inf', 1e300])
    expect(rows[2]?.[3]).toEqual(new Date(DAY * 365))
    expect(rows[2]?.[4]).toEqual(new Date(DAY + 1000))
    expect(rows[4]?.[3]).toBe('1860-06-26 00:00:00')
    expect(rows[5]?.[3]).toBe('1860-06-26 00:00:00.123')
    expect(rows[5]?.[4]).toEqual(new Date(DAY + 250))
    expect(rows.slice(1, 4).map((row) => row[5])).toEqual([true, false, null])
    expect(rows[1]?.[6]).toBe('[a, 1]')
  })

  it.each(['csv', 'xlsx'] as const)('leaves no file if %s fails', async (format) => {
    const before = readdirSync(folder)
    const failure = new EngineFailure('engine', 'gone')
    const path = join(folder, `b.${format}`)
    await expect(
      writeFile(path, format, headers(['int']), rowsOf([[1, 2, 3]], failure), { maxBytes: 1e6 }),
    ).rejects.toBe(failure)
    await expect(writeFile(path, format, headers(['int']), rowsOf([[1, 2, 3]]), { maxBytes: 3 })).rejects.toThrow(
      'too large',
    )
    expect(readdirSync(folder)).toEqual(before)
  })

  it('refuses more rows than a sheet holds', async () => {
    async function* many(): FileRows {
      for (let at = 0; at < 11; at++) yield { rowCount: 100_000, cells: [Array.from({ length: 100_000 }, () => null)] }
    }
    const path = join(folder, 'c.xlsx')
    await expect(writeFile(path, 'xlsx', headers(['int']), many(), { maxBytes: 1e9 })).rejects.toThrow(
      'a sheet holds 1048575 rows',
    )
  })
})

describe('joinedWorkbook', () => {
  it('makes the files sheets of one workbook, with the time formats of each', async () => {
    const types: CellType[][] = [['text'], ['time', 'time', 'int'], [...Array(40).fill('time')], ['time']]
    const columns: Cell[][][] = [
      [['About "A & B"', '<x>']],
      [
        [0, DAY],
        [DAY + 1000, DAY],
        [5, null],
      ],
      Array.from({ length: 40 }, (_, at) => [at % 2 ? DAY : DAY + 1000]),
      [[DAY * 2]],
    ]
    const names = ['About', 'A & B <"c">', 'größe 😀', 'Last']
    const files: SheetFile[] = []
    for (const [at, name] of names.entries()) {
      const path = join(folder, `sheet${at}.xlsx`)
      // position 3 stays empty
      const sheetAt = at < 3 ? at : at + 1
      await writeFile(path, 'xlsx', headers(types[at]!), rowsOf(columns[at]!), { maxBytes: 1e6, sheetAt })
      files.push({ name, path, sheetAt })
    }
    const bytes = await buffer(Readable.from(joinedWorkbook(files)))
    const { sheets } = await readXlsx(bytes, { readStyles: true })
    expect(sheets.map(({ name }) => name)).toEqual(names)
    expect(sheets[0]?.rows).toEqual([['c0'], ['About "A & B"'], ['<x>']])
    expect(sheets[1]?.rows.slice(1)).toEqual([
      [new Date(0), new Date(DAY + 1000), 5],
      [new Date(DAY), new Date(DAY), null],
    ])
    expect(sheets[2]?.rows[1]).toEqual(columns[2]!.map(([time]) => new Date(time as number)))
    expect(sheets[3]?.rows[1]).toEqual([new Date(DAY * 2)])
    const formatOf = (sheet: number, row: number, column: number) =>
      sheets[sheet]?.cells?.get(`${row},${column}`)?.style?.numFmt
    const [date, time] = ['yyyy\\-mm\\-dd', 'yyyy\\-mm\\-dd\\ hh:mm:ss']
    expect([formatOf(1, 1, 0), formatOf(1, 1, 1)]).toEqual([date, time])
    expect([0, 1, 30, 31, 39].map((at) => formatOf(2, 1, at))).toEqual([time, date, time, time, time])
    expect(formatOf(3, 1, 0)).toBe(date)
  })

  it('fails if a file is cut off', async () => {
    const path = join(folder, 'cut.xlsx')
    await writeFile(path, 'xlsx', headers(['int']), rowsOf([[1, 2, 3]]), { maxBytes: 1e6 })
    appendFileSync(path, 'more')
    await expect(buffer(Readable.from(joinedWorkbook([{ name: 'A', path, sheetAt: 0 }])))).rejects.toThrow()
  })
})
