import { expect, it } from 'vitest'
import { matching } from '../ui/select/options.ts'
import { timeZoneOptions } from './timeZones.ts'

const found = (search: string) => matching(timeZoneOptions('UTC'), search).map(({ value }) => value)

it.each([
  ['Kolkata', ['Asia/Kolkata']],
  ['calcutta', ['Asia/Kolkata']],
  ['Kyiv', ['Europe/Kyiv']],
  ['Kiev', ['Europe/Kyiv']],
  ['Nuuk', ['America/Nuuk']],
  ['Buenos_Aires', ['America/Argentina/Buenos_Aires']],
  ['Berlin', ['Europe/Berlin']],
])('%j finds %j, whatever name the browser lists', (search, zones) => {
  expect(found(search)).toEqual(zones)
})

it('lists the chosen zone, also by a former name', () => {
  expect(timeZoneOptions('Asia/Calcutta').map(({ value }) => value)).toContain('Asia/Calcutta')
  expect(timeZoneOptions('Asia/Kolkata')[0]?.value).not.toBe('Asia/Kolkata')
})
