import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTidy, type Tidying, tidyText } from './tidyText.ts'
import { limits } from './upload.ts'

const how: Tidying = { trimStart: false, keepBlankLines: false, delimiter: ',', skipRows: 0 }
const tidied = (text: string, more: Partial<Tidying>) => createTidy({ ...how, ...more })(text)

describe('text normalized for the engine', () => {
  it.each<[string, Partial<Tidying>, string, string]>([
    ['blanks after delimiters', { trimStart: true }, 'a, b,  c\n 1, "x, y", z \n', 'a,b,c\n1,"x, y",z \n'],
    ['another delimiter', { trimStart: true, delimiter: ';' }, 'a; b, c\n', 'a;b, c\n'],
    ['blanks in quotes', { trimStart: true }, '"a, ""b"", c", d\n', '"a, ""b"", c",d\n'],
    ['blank lines', { keepBlankLines: true }, 'a,b,c\n1,2,3\n\n4,5,6\r\n\r\n', 'a,b,c\n1,2,3\n,,\n4,5,6\n,,\n'],
    ['blank lines of one column', { keepBlankLines: true }, 'a\n1\n\n2\n', 'a\n1\n""\n2\n'],
    ['blank lines in quotes', { keepBlankLines: true }, 'a,b\n"x\n\ny",2\n', 'a,b\n"x\n\ny",2\n'],
    [
      'blank lines before the names',
      { keepBlankLines: true, skipRows: 2 },
      'note\n\na,b\n\n1,2\n',
      'note\n\na,b\n,\n1,2\n',
    ],
    ['lone returns', {}, 'a,b\r1,2\r', 'a,b\r1,2'],
    ['a mark of the encoding', {}, '\uFEFFa,b\n', 'a,b\n'],
  ])('%s', (_what, more, text, expected) => {
    expect(tidied(text, more)).toBe(expected)
  })

  it('does not exceed the upload limit', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sextant-tidy-'))
    try {
      const [source, target] = [join(folder, 'a.csv'), join(folder, 'b.csv')]
      writeFileSync(source, `a,b,c\n${'\n'.repeat(100_000)}`)
      const keeping = { ...how, keepBlankLines: true }
      await expect(tidyText(source, target, 'utf-8', keeping, 200_000)).rejects.toThrow(/is larger than/)
      expect(statSync(target).size).toBeLessThan(200_001)
      await tidyText(source, target, 'utf-8', keeping, 400_000)
      expect(statSync(target).size).toBe(300_006)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('does not exceed the column limit', () => {
    const wide = `${'a;'.repeat(limits.columns)}a\n\n`
    expect(() => tidied(wide, { keepBlankLines: true, delimiter: ';' })).toThrow(/columns/)
  })

  it('does not depend on chunk boundaries', () => {
    const letters = fc.constantFrom('a', ',', ' ', '"', '\n', '\r\n')
    fc.assert(
      fc.property(
        fc.array(letters),
        fc.boolean(),
        fc.boolean(),
        fc.nat(20),
        (parts, trimStart, keepBlankLines, cut) => {
          const text = parts.join('')
          const pieces = createTidy({ ...how, trimStart, keepBlankLines })
          expect(pieces(text.slice(0, cut)) + pieces(text.slice(cut))).toBe(tidied(text, { trimStart, keepBlankLines }))
        },
      ),
    )
  })
})
