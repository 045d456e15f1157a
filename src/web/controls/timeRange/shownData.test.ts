import { expect, it } from 'vitest'
import { answer } from '../../../charts/testing/drawInput.ts'
import { lastDayOf } from './shownData.ts'

const at = (time: string) => Date.parse(time)

it('finds the last day of all returned times', () => {
  const flights = answer({
    day: [2, [at('2001-03-01'), null, at('2001-12-31T23:00:00Z'), 'x']],
    // a number is not a time, however large it is
    delay: [0, [at('2026-01-01'), 1, 2, 3]],
  })
  const orders = answer({ day: [2, [at('2001-05-05')]] })
  expect(lastDayOf([flights, orders])).toBe('2001-12-31')
})

it.each([
  ['no answers', []],
  ['answers without times', [answer({ n: [0, [1, 2]] })]],
  ['no rows', [answer({ day: [2, []] })]],
  ['a time after all calendars', [answer({ day: [2, [8.64e15]] })]],
])('finds none in %s', (_name, answers) => expect(lastDayOf(answers)).toBeUndefined())

it('finds times before 1970', () => {
  expect(lastDayOf([answer({ day: [2, [at('1888-02-03'), at('1899-12-31')]] })])).toBe('1899-12-31')
})
