import fc from 'fast-check'
import { expect, it } from 'vitest'
import { processorMs } from '../testing/processorMs.ts'
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

it('a long message is translated or returned unchanged without delay', () => {
  const form = plainTranslator({
    texts: {},
    templates: { '{0} and {1} and {2} and {3} are missing': '{0}, {1}, {2} und {3} fehlen' },
  })
  const many = 'a and '.repeat(50_000)
  const took = processorMs(() => {
    expect(form(`${many}b`)).toBe(`${many}b`)
    expect(form(`${many}b are missing`)).toBe(`a, a, a und ${many.slice(18)}b fehlen`)
  })
  expect(took).toBeLessThan(1000)
})

it('a message is split as a lazy regular expression would split it', () => {
  const words = fc.constantFrom('a', 'b', ', ', ' of ', ': ')
  fc.assert(
    fc.property(
      fc.array(words, { maxLength: 12 }),
      fc.array(fc.constantFrom('', ', ', ' of ', ': ', 'a'), { minLength: 2, maxLength: 4 }),
      (text, around) => {
        const english = around.map((part, at) => (at === 0 ? part : `{${at - 1}}${part}`)).join('')
        const holes = around.slice(1).map((_part, at) => `{${at}}`)
        const found = new RegExp(`^${around.join('([\\s\\S]+?)')}$`).exec(text.join(''))
        const expected = found ? found.slice(1).join('|') : text.join('')
        const translate = plainTranslator({ texts: {}, templates: { [english]: holes.join('|') } })
        expect(translate(text.join(''))).toBe(expected)
      },
    ),
  )
})
