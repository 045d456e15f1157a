import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importsOf, loadedBy } from './imports.ts'

/** A module with a lazy import of a template literal; in several strings, so that this file does not contain one. */
const lazy = (template: string) => `export const load = (type: string) => ${'import'}(\`${template}\`)\n`

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'imports-'))
  for (const type of ['pie', 'line', 'shared']) mkdirSync(join(folder, type))
  const files = {
    'parts.ts': lazy('./${type}/query.ts'),
    'grains.ts': lazy('./line/by${type}.ts'),
    'missing.ts': lazy('./${type}/nothing.ts'),
    'pie/query.ts': "import type { Shape } from '../shared/shape.ts'\nimport '../shared/text.ts'\n",
    'line/query.ts': '',
    'line/byDay.ts': '',
    'line/other.ts': '',
    'shared/shape.ts': '',
    'shared/text.ts': '',
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)
})
afterAll(() => rmSync(folder, { recursive: true }))

it('a lazy import of a template literal imports every file that it can match', () => {
  expect(importsOf(join(folder, 'parts.ts'))).toMatchObject([
    { specifier: './line/query.ts', typeOnly: false },
    { specifier: './pie/query.ts', typeOnly: false },
  ])
  expect(importsOf(join(folder, 'grains.ts'))).toMatchObject([{ specifier: './line/byDay.ts', typeOnly: false }])
  const loaded = [...loadedBy(join(folder, 'parts.ts')).keys()].map((path) => path.slice(folder.length + 1))
  expect(loaded.toSorted()).toEqual(['line/query.ts', 'parts.ts', 'pie/query.ts', 'shared/text.ts'])
})

it('a lazy import that matches no file is an error', () => {
  expect(() => importsOf(join(folder, 'missing.ts'))).toThrow('no file is known for ./${type}/nothing.ts')
})

it('parts of chart types and drivers of databases are seen', () => {
  const src = resolve(import.meta.dirname, '../src')
  expect(importsOf(join(src, 'charts/parts.ts')).map(({ specifier }) => specifier)).toContain('./pie/query.ts')
  expect([...loadedBy(join(src, 'charts/drawn.ts')).keys()]).toContain(join(src, 'charts/pie/drawing.ts'))
  expect([...loadedBy(join(src, 'engine/run/openEngine.ts')).keys()]).toContain(
    join(src, 'engine/dialects/mysql/driver.ts'),
  )
})
