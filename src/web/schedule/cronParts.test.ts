import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCrontab } from '../../model/time/crontab.ts'
import { CRON_PERIODS, type CronParts, formatCron, parseCron, rangeOf, withPeriod } from './cronParts.ts'

describe('the schedule of the picker', () => {
  it.each([
    ['0 * * * *', 'hour', { minutes: [0] }],
    ['* * * * *', 'minute', {}],
    ['0 12 * * 1', 'week', { minutes: [0], hours: [12], weekDays: [1] }],
    ['5,35 8 1,15 * *', 'month', { minutes: [5, 35], hours: [8], days: [1, 15] }],
    ['0 0 1 1,7 *', 'year', { months: [1, 7] }],
    [' 0  9 * * * ', 'day', { hours: [9] }],
  ])('reads %s as every %s', (text, period, parts) => expect(parseCron(text)).toMatchObject({ period, ...parts }))

  it.each(['', '*/5 * * * *', '0 9-17 * * *', '0 9 * * MON', '@daily', '61 * * * *', '0 0 0 * *', '0 0 1 1 * *'])(
    'does not support %j',
    (text) => expect(parseCron(text)).toBeUndefined(),
  )

  it('another period starts with the first values', () => {
    const hourly = parseCron('30 * * * *') as CronParts
    expect(formatCron(withPeriod(hourly, 'week'))).toBe('30 0 * * 0')
    expect(formatCron(withPeriod(hourly, 'year'))).toBe('30 0 1 1 *')
    expect(formatCron(withPeriod(hourly, 'minute'))).toBe('* * * * *')
  })

  it('writes back what it reads, and only valid schedules', () => {
    const values = (field: keyof typeof rangeOf) =>
      fc.uniqueArray(fc.integer({ min: rangeOf[field][0], max: rangeOf[field][1] }), { minLength: 1, maxLength: 4 })
    const parts = fc.record({
      period: fc.constantFrom(...CRON_PERIODS),
      minutes: values('minutes'),
      hours: values('hours'),
      days: values('days'),
      months: values('months'),
      weekDays: values('weekDays'),
    })
    fc.assert(
      fc.property(parts, (given) => {
        const text = formatCron(given)
        expect(isCrontab(text)).toBe(true)
        expect(formatCron(parseCron(text) as CronParts)).toBe(text)
      }),
    )
  })
})
