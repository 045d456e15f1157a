import { expect, it } from 'vitest'
import type { Entry } from '../../scripts/texts/catalogue.ts'
import { textReader } from './readText.ts'

const catalogue = new Map<string, Entry>([
  ['a.save', { en: 'Save', text: 'Speichern' }],
  ['a.name', { en: 'Name', text: 'Name' }],
  ['a.filter', { en: 'Filter', text: 'Filtern' }],
  ['a.filters', { en: 'Filter box', text: 'Filter' }],
  ['a.new', { en: 'This is not translated and stays', text: '' }],
])
const reader = textReader(catalogue, new Set(['Flights of the year and their delays']))

it.each([
  ['Save', true],
  ['Speichern', false],
  ['Name', false],
  // a German word that is the translation of another text
  ['Filter', false],
  ['This is the end', true],
  ['Flights of the year and their delays', false],
  ['Flights of the year and their delays als Favorit markieren', false],
  ['…of the year and their delays', false],
  // a text without a translation is not a fault of the screen
  ['This is not translated and stays', false],
  ['Geändert 2 days ago', true],
  ['vor 2 Tagen', false],
  ['Every 15 minutes, only at night', true],
  ['Die Tabelle ist leer', false],
])('%j is English: %s', (text, isEnglish) => {
  expect(reader.isEnglish(text)).toBe(isEnglish)
})

it('knows translations from data', () => {
  expect(['Speichern', 'Kunde'].map(reader.isTranslation)).toEqual([true, false])
})
