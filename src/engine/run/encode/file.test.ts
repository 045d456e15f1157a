import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, describe, expect, it } from 'vitest'
import type { Cell, CellType } from '../../frame.ts'
import { EngineFailure } from '../engine.ts'
import { type FileRows, writeFile } from './file.ts'

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
    expect(await writeFile(path, 'xlsx', headers(types), rowsOf(columns), 1e6)).toBe(7)
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
    await expect(writeFile(path, format, headers(['int']), rowsOf([[1, 2, 3]], failure), 1e6)).rejects.toBe(failure)
    await expect(writeFile(path, format, headers(['int']), rowsOf([[1, 2, 3]]), 3)).rejects.toThrow('too large')
    expect(readdirSync(folder)).toEqual(before)
  })

  it('refuses more rows than a sheet holds', async () => {
    async function* many(): FileRows {
      for (let at = 0; at < 11; at++) yield { rowCount: 100_000, cells: [Array.from({ length: 100_000 }, () => null)] }
    }
    const path = join(folder, 'c.xlsx')
    await expect(writeFile(path, 'xlsx', headers(['int']), many(), 1e9)).rejects.toThrow('a sheet holds 1048575 rows')
  })
})
