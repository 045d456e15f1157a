import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainId, plainTranslator } from './plainTranslator.ts'

const german = plainTranslator({
  texts: { [plainId('Time grain')]: 'Zeitraster', [plainId('Not found')]: 'Nicht gefunden' },
  templates: {
    'Table {0} was not found in the database {1}.': 'In der Datenbank {1} gibt es keine Tabelle {0}.',
    '{0} was not found in the database {1}.': 'In der Datenbank {1} gibt es kein {0}.',
    'At most {0} values (all)?': 'Höchstens {0} Werte (alle)?',
  },
})

it.each([
  ['Time grain', 'Zeitraster'],
  ['Table a.b was not found in the database "x".', 'In der Datenbank "x" gibt es keine Tabelle a.b.'],
  ['View v was not found in the database d.', 'In der Datenbank d gibt es kein View v.'],
  ['At most 5 values (all)?', 'Höchstens 5 Werte (alle)?'],
  ['Error: Not found', 'Error: Nicht gefunden'],
  ['Time grain\nunknown\nNot found', 'Zeitraster\nunknown\nNicht gefunden'],
  ['constructor', 'constructor'],
])('%j is %j', (english, expected) => {
  expect(german(english)).toBe(expected)
})

it('a text that no catalogue has is unchanged, whatever it contains', () => {
  const none = plainTranslator({ texts: {}, templates: {} })
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(none(text)).toBe(text)
    }),
  )
})
