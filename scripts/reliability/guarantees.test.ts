import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { readGuarantees } from './guarantees.ts'

const root = resolve(import.meta.dirname, '../..')

it('reads the forms of each guarantee', () => {
  const table = [
    '| guarantee | tested by | long form |',
    '|-|-|-|',
    '| One. | `npx vitest run a.test.ts` | `ROUNDS=2 MORE=x npx vitest run a.test.ts`; `npm run soak -- 60` |',
    '| Two. | the same | |',
    '| Three. | | `node three.ts` |',
    '| Four. | `npm run four` | |',
  ]
  const found = readGuarantees(table.join('\n')).map(({ text, short, long }) => [
    text,
    short.map((command) => command.text),
    long.map((command) => [command.env, command.args.at(-1)]),
  ])
  expect(found).toEqual([
    [
      'One.',
      ['npx vitest run a.test.ts'],
      [
        [{ ROUNDS: '2', MORE: 'x' }, 'a.test.ts'],
        [{}, '60'],
      ],
    ],
    [
      'Two.',
      ['npx vitest run a.test.ts'],
      [
        [{ ROUNDS: '2', MORE: 'x' }, 'a.test.ts'],
        [{}, '60'],
      ],
    ],
    ['Three.', [], [[{}, 'three.ts']]],
    ['Four.', ['npm run four'], [[{}, 'four']]],
  ])
})

it('every guarantee of the document is tested by files and commands that exist', () => {
  const guarantees = readGuarantees(readFileSync(join(root, 'docs/reliability.md'), 'utf8'))
  expect(guarantees.length).toBeGreaterThan(25)
  const words = guarantees.flatMap(({ short, long }) => [...short, ...long]).flatMap(({ args }) => args)
  const files = words.filter((word) => word.includes('/'))
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
