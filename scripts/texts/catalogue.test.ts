import { expect, it } from 'vitest'
import { plainId } from '../../src/model/language/plainTranslator.ts'
import { catalogueFaults, merge, readCatalogue, writeCatalogue } from './catalogue.ts'
import { catalogueModule } from './catalogueParts.ts'

const template = 'Table {0} of {1} is full'
const english = new Map([
  ['list.save', 'Save'],
  ['list.rows', '{count, plural, one {# row} other {# rows}} of {name}'],
  ['list.kind', 'The {kind, select, chart {chart} other {dashboard}} is <b>new</b>'],
  [plainId(template), template],
])
const faults = (id: string, text: string, language = 'de') =>
  catalogueFaults(english, new Map([[id, { en: '', text }]]), language)

it.each([
  ['list.save', 'Sichern'],
  ['list.save', ''],
  ['list.rows', '{count, plural, one {# Zeile} other {# Zeilen}} von {name}'],
  ['list.rows', '{name}: {count} Zeilen'],
  ['list.rows', '{name, select, x {X} other {{name}}}: {count} Zeilen'],
  ['list.kind', '<b>Neu</b>: {kind, select, chart {Diagramm} other {Dashboard}}'],
  [plainId(template), 'In {1} ist {0} voll'],
])('%s may be %s', (id, text) => {
  expect(faults(id, text)).toEqual([])
})

it.each([
  ['list.gone', 'Weg', 'the sources have no such text'],
  ['list.save', 'Sichern ', 'spaces'],
  ['list.save', 'Sichern {was}', 'placeholders {was} in place of none'],
  ['list.rows', '{count} Zeilen', 'placeholders {count} in place of {count} {name}'],
  ['list.rows', "{count} l'{name}", 'placeholders {count} in place of'],
  ['list.rows', '{count, plural, one {# Zeile} von {name}', 'not a message'],
  ['list.rows', '{count, plural, one {# Zeile} few {#} other {# Zeilen}} von {name}', 'no plural form few'],
  ['list.rows', '{count, plural, other {# Zeilen}} von {name}', 'lacks one'],
  [
    'list.kind',
    '{kind, select, table {Tabelle} other {Dashboard}} <b>neu</b>',
    'it lacks the choice {kind: chart other}',
  ],
  ['list.kind', '{kind} ist <b>neu</b>', 'it lacks the choice'],
  ['list.kind', '{kind, select, chart {Diagramm} other {Dashboard}} neu', 'placeholders'],
  [plainId(template), '{0} ist voll', 'placeholders {0} in place of {0} {1}'],
])('%s may not be %j', (id, text, fault) => {
  expect(faults(id, text)).toEqual([expect.stringContaining(fault)])
})

it.each([
  ['ja', '{count, plural, other {# 行}} {name}', []],
  ['ru', '{count, plural, one {#} few {#} many {#} other {#}} {name}', []],
  ['ru', '{count, plural, one {#} other {#}} {name}', ['lacks many, few']],
  ['sl', '{count, plural, one {#} two {#} few {#} other {#}} {name}', []],
  ['sk', '{count, plural, one {#} few {#} other {#}} {name}', []],
  ['es', '{count, plural, one {#} other {#}} {name}', []],
  ['es', '{count, plural, one {#} many {#} other {#}} {name}', []],
])('plural forms of %s: %s', (language, text, expected) => {
  const found = faults('list.rows', text, language)
  expect(found).toEqual(expected.map((fault) => expect.stringContaining(fault)))
})

it('adds new texts, keeps translations, and lists removed and changed texts', () => {
  const before = new Map([
    ['list.rows', { en: '{count} rows of {name}', text: '{count} Zeilen von {name}' }],
    ['list.kind', { en: 'The kind', text: 'Die Art' }],
    ['list.old', { en: 'Old', text: 'Alt' }],
    ['list.older', { en: 'Older', text: '' }],
  ])
  const { catalogue, missing, changed, gone } = merge(english, before, 'de')
  expect([...catalogue.keys()]).toEqual([...english.keys()])
  expect(missing).toEqual(['list.save', 'list.kind', plainId(template)])
  expect(changed).toEqual(['list.rows'])
  expect(gone).toEqual(['list.old'])
  expect(catalogue.get('list.rows')).toEqual({
    en: english.get('list.rows'),
    text: '{count} Zeilen von {name}',
    was: '{count} rows of {name}',
  })
  expect(catalogue.get('list.kind')?.text).toBe('')
  expect(merge(english, catalogue, 'de').catalogue).toEqual(catalogue)
  expect(readCatalogue(writeCatalogue(catalogue))).toEqual(catalogue)
})

it('a part contains the translated texts, with their syntax parsed', () => {
  const json = writeCatalogue(
    new Map([
      ['ui.close', { en: 'Close', text: 'Schließen' }],
      ['ui.ok', { en: 'OK', text: '' }],
      ['sqlLab.run', { en: 'Run {count}', text: '{count} ausführen' }],
      [plainId(template), { en: template, text: 'In {1} ist {0} voll' }],
      [plainId('Pie Chart'), { en: 'Pie Chart', text: 'Kreisdiagramm' }],
    ]),
  )
  expect(catalogueModule(json, 'first')).toEqual({ messages: { 'ui.close': 'Schließen' }, templates: {} })
  expect(catalogueModule(json, 'editing').messages['sqlLab.run']).toMatchObject([{ value: 'count' }, { type: 0 }])
  expect(catalogueModule(json, 'charts').messages).toEqual({ [plainId('Pie Chart')]: 'Kreisdiagramm' })
  expect(catalogueModule(json, 'messages').templates).toEqual({ [template]: 'In {1} ist {0} voll' })
})
