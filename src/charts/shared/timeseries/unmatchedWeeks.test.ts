import { expect, it } from 'vitest'
import { answer, drawInput } from '../../testing/drawInput.ts'
import { openSaved } from '../../testing/parts.ts'
import { drawing } from './drawing.ts'
import type { TimeseriesForm } from './formData.ts'

const week = (at: number) => Date.UTC(2020, 0, 6 + 7 * at)

function inputOf(shift: string, values: (number | null)[], more: object = {}) {
  const saved = {
    viz_type: 'echarts_timeseries_line',
    x_axis: 't',
    metrics: ['m'],
    time_grain_sqla: 'P1W',
    time_compare: [shift],
    ...more,
  }
  const replaces = 'comparison_type' in more
  const name = replaces ? `difference__m__m__${shift}` : `m__${shift}`
  const data = answer({
    t: [2, [week(0), week(1)]],
    ...((replaces ? {} : { m: [0, [1, 2]] }) as object),
    [name]: [0, values],
  })
  return drawInput(openSaved(saved)!.formData as TimeseriesForm, [data])
}

async function noteOf(...args: Parameters<typeof inputOf>): Promise<string | undefined> {
  const input = inputOf(...args)
  await drawing.register(input.formData)
  return (drawing.option(input).title as { name?: string } | undefined)?.name
}

it.each([
  ['1 year ago', 'No week begins on the same date 1 year ago: compare with 52 weeks ago'],
  ['2 years ago', 'No week begins on the same date 2 years ago: compare with 104 weeks ago'],
  ['1 month ago', 'No week begins on the same date 1 month ago: compare with a number of weeks'],
])('a chart of weeks without values for %s says why', async (shift, text) => {
  expect(await noteOf(shift, [null, null])).toBe(text)
})

it('says nothing if weeks match, for other grains, or for a shift of weeks', async () => {
  expect(await noteOf('1 year ago', [null, 5])).toBeUndefined()
  expect(await noteOf('1 year ago', [null, null], { time_grain_sqla: 'P1D' })).toBeUndefined()
  expect(await noteOf('52 weeks ago', [null, null])).toBeUndefined()
})

it('says what it needs if it shows only the change', () => {
  expect(drawing.needs!(inputOf('1 year ago', [null, null], { comparison_type: 'difference' }))).toBe(
    'This chart needs a time shift in whole weeks, such as 52 weeks ago: with other shifts, weeks begin on other dates.',
  )
})
