import { expect, it } from 'vitest'
import { recognizeCountry } from './otherNames.ts'

it.each([
  ['name', ' france ', 'FRA'],
  ['name', 'Côte d’Ivoire'.replace('’', "'"), 'CIV'],
  ['name', 'Côte d’Ivoire', 'CIV'],
  ['name', "Cote d'Ivoire", 'CIV'],
  ['name', 'Russian Federation', 'RUS'],
  ['name', 'Korea, Rep.', 'KOR'],
  ['name', 'Türkiye', 'TUR'],
  ['cca2', 'gb', 'GBR'],
  ['cca3', 'DEU', 'DEU'],
  ['cioc', 'GER', 'DEU'],
  ['cca3', 'UNK', 'UNK'],
  ['cca3', 'xkx', 'UNK'],
  // other names are recognized for names only, not for codes
  ['cca2', 'UK', undefined],
  ['name', 'Atlantis', undefined],
  ['name', '', undefined],
])('%s %s is %s', (field, text, code) => expect(recognizeCountry(field, text)?.cca3).toBe(code))
