import { expect, it } from 'vitest'
import { timesOf, withTimes } from './datasetTimes.ts'

it('reads and writes the times of a dataset, and keeps the rest', () => {
  const before = '{"other": 1, "timezone": "Asia/Tokyo", "calendar": {"week_start": "sunday"}}'
  expect(timesOf(before)).toEqual({ zone: 'Asia/Tokyo', weekStart: 'sunday', firstMonth: '', table: '' })
  const after = withTimes(before, { zone: '', firstMonth: '4' })
  expect(JSON.parse(after ?? '')).toEqual({ other: 1, calendar: { week_start: 'sunday', fiscal_year_start: 4 } })
  expect(timesOf(after)).toMatchObject({ zone: '', weekStart: 'sunday', firstMonth: '4' })
  expect(withTimes('{"timezone": "UTC"}', { zone: '' })).toBeNull()
  expect(withTimes(null, { table: 'a,b' })).toBe('{"calendar":{"fiscal_table":"a,b"}}')
})

it('changes nothing while the JSON text is being typed', () => {
  expect(timesOf('{"a"')).toBeUndefined()
  expect(withTimes('{"a"', { zone: 'UTC' })).toBe('{"a"')
})
