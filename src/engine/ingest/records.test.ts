import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordsOf, type TextRecord } from './records.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-records-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function read(text: string, { skip = 0, hasHeader = true, delimiter = ',' } = {}): Promise<TextRecord[]> {
  const path = join(folder, 'a.csv')
  writeFileSync(path, text)
  const found: TextRecord[] = []
  for await (const records of recordsOf({ path, encoding: 'utf-8', delimiter, skip, hasHeader })) found.push(...records)
  return found
}

it.each<[string, string, object, [number, ...string[]][]]>([
  [
    'rows',
    'a,b\n1,2\r\n3,4',
    {},
    [
      [2, '1', '2'],
      [3, '3', '4'],
    ],
  ],
  ['no names', '1;2\n', { hasHeader: false, delimiter: ';' }, [[1, '1', '2']]],
  ['lines before them, and blank ones', 'title\na,b\n\n1,2\n', { skip: 1 }, [[4, '1', '2']]],
  ['quotes', 'a,b\n"x, ""y""",2\n', {}, [[2, 'x, "y"', '2']]],
  [
    'a line break in quotes',
    'a,b\n"x\ny",2\n3,4\n',
    {},
    [
      [2, 'x\ny', '2'],
      [4, '3', '4'],
    ],
  ],
])('reads %s', async (_, text, how, expected) => {
  expect(await read(text, how)).toEqual(expected.map(([line, ...values]) => ({ line, values })))
})

it('counts lines across the chunks of a file', async () => {
  const records = await read(`a,b\n${'1,"x\ny"\n'.repeat(50_000)}2,end\n`)
  expect(records).toHaveLength(50_001)
  expect(records.at(-1)).toEqual({ line: 100_002, values: ['2', 'end'] })
})
