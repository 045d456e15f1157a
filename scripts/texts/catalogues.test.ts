import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { languages } from '../../src/model/language/languages.ts'
import { plainId } from '../../src/model/language/plainTranslator.ts'
import { catalogueFaults, readCatalogue } from './catalogue.ts'
import { sourceTexts } from './sourceTexts.ts'

const folder = join(resolve(import.meta.dirname, '../..'), 'src/locales')
const files = readdirSync(folder)
const texts = await sourceTexts()

it('the texts of the sources are found: screens, charts, server', () => {
  expect(texts.get('userMenu.logout')).toBe('Logout')
  for (const text of ['Pie Chart', 'Row limit', 'The current password is wrong.', 'Row Level Security', 'Last week']) {
    expect(texts.get(plainId(text)), text).toBe(text)
  }
  const template = "Table {0} wasn't found in the database {1}"
  expect(texts.get(plainId(template))).toBe(template)
  expect(texts.size).toBeGreaterThan(5000)
})

it('every catalogue belongs to a language of the list', () => {
  const codes: string[] = languages.map(({ code }) => code).filter((code) => code !== 'en')
  expect(files.filter((file) => !codes.includes(basename(file, '.json')))).toEqual([])
})

describe.each(files.map((file) => basename(file, '.json')))('%s', (code) => {
  it('has no broken text. `npm run texts` brings it in step with the sources', () => {
    const catalogue = readCatalogue(readFileSync(join(folder, `${code}.json`), 'utf8'))
    expect(catalogueFaults(texts, catalogue, code)).toEqual([])
  })
})
