import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { expect, it } from 'vitest'

const sources = resolve(import.meta.dirname, '../src')

/** Comparisons and changes of case by the language of the machine or browser, whatever language the page has. */
const unnamed =
  /\.localeCompare\((?:[^(),]|\([^()]*\))*\)|Intl\.Collator\((?:undefined\b|\))|\.toLocale(?:Upper|Lower)Case\(\)/

it.each([
  ['one.localeCompare(other)', true],
  ['String(one).localeCompare(String(other)) * sign', true],
  ["one.localeCompare(other, 'en')", false],
  ["String(one).localeCompare(String(other), 'en')", false],
  ['new Intl.Collator()', true],
  ['new Intl.Collator(undefined, { numeric: true })', true],
  ['new Intl.Collator(language)', false],
  ['text.toLocaleLowerCase()', true],
])('%s', (code, isUnnamed) => expect(unnamed.test(code)).toBe(isUnnamed))

it('texts are compared in a language that is named: that of the page for lists and pickers, one for results', () => {
  const files = readdirSync(sources, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /\.tsx?$/.test(file.name) && !file.name.includes('.test.'))
    .map((file) => join(file.parentPath, file.name))
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        unnamed.test(line) ? [`${relative(sources, file).split(sep).join('/')}:${index + 1}: ${line.trim()}`] : [],
      ),
  )
  expect(found).toEqual([])
})
