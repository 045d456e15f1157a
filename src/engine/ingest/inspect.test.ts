import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { inspect } from './inspect.ts'

const folder = mkdtempSync(join(tmpdir(), 'sextant-inspect-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function mixes(text: string): Promise<boolean> {
  const path = join(folder, 'file.csv')
  writeFileSync(path, text)
  return (await inspect(path, folder, 1e6)).mixesBreaks === true
}

describe('a text whose lines end differently', () => {
  it.each([
    ['lines with CR LF, one with LF', 'a,b\r\n1,2\n3,4\r\n', true],
    ['lines with LF, one with CR LF', 'a,b\n1,2\r\n3,4\n', true],
    ['only lines with CR LF', 'a,b\r\n1,2\r\n', false],
    ['only lines with LF', 'a,b\n1,2\n', false],
    // as Excel writes cells with several lines
    ['lines with CR LF, and LF in a value', 'a,b\r\n1,"two\nlines ""quoted"""\r\n3,4\r\n', false],
    ['a quote that is never closed', 'a,b\r\n5" pipe,1\r\n2,3\n', true],
    ['lines with LF, and CR LF in a value', 'a,b\n1,"two\r\nlines"\n', false],
  ])('%s: %s', async (_name, text, isMixed) => {
    expect(await mixes(text)).toBe(isMixed)
  })
})
