import { expect, it } from 'vitest'
import { controls } from './controls.ts'

const labels = (select_country: unknown) =>
  controls
    .flatMap((section) => section.controls)
    .flatMap(({ labelIn }) => (labelIn ? [labelIn({ select_country })] : []))

it.each([
  ['france', ['Country', 'ISO 3166-2 Codes']],
  [undefined, ['Country', 'ISO 3166-2 Codes']],
  ['own:sales_districts', ['Map', 'Codes of regions']],
])('the controls of the map %s are called after it', (saved, expected) => expect(labels(saved)).toEqual(expected))
