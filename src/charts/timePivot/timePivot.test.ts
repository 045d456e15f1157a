import { describe, expect, it } from 'vitest'
import type { ChartData } from '../../model/query/chartData.ts'
import { channels, contrast } from '../shared/color/contrast.ts'
import { atOnce } from '../shared/steps.ts'
import { chartTheme } from '../shared/theme.ts'
import { answer, drawInput, noDatasource } from '../testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
import { drawing } from './drawing.ts'
import type { TimePivotForm } from './formData.ts'
import { periodName, readPeriods } from './periods.ts'

const at = (text: string) => Date.parse(`${text}T00:00:00Z`)
const saved = {
  viz_type: 'time_pivot',
  datasource: '1__table',
  granularity_sqla: 'ds',
  time_grain_sqla: 'P1D',
  metric: 'm',
}
/** A Monday and a Tuesday of three weeks; the last week has only its Monday. */
const data = answer({
  __timestamp: [2, ['2020-01-06', '2020-01-07', '2020-01-13', '2020-01-14', '2020-01-20'].map(at)],
  m: [0, [1, 2, 3, 4, 5]],
})
const inputOf = (more: object = {}, rows: ChartData[] = [data]) =>
  drawInput(openSaved({ ...saved, ...more })!.formData as TimePivotForm, rows)

describe('time_pivot', () => {
  it('sends one time series', () => {
    const [query, ...others] = contextOfSaved({ formData: saved, datasource: noDatasource })!.queries
    expect(others).toEqual([])
    expect(query).toMatchObject({ is_timeseries: true, granularity: 'ds', metrics: ['m'], columns: [] })
  })

  it('has one column per period, with its times moved to the latest', () => {
    const { colnames, columns } = drawing.rowsOf!(inputOf())
    expect(colnames).toEqual(['__timestamp', '2020-01-20 (current)', '2020-01-13', '2020-01-06'])
    expect(columns).toEqual([['2020-01-20', '2020-01-21'].map(at), [5, null], [3, 4], [1, 2]])
  })

  it.each([
    ['AS', ['2019-03-01', '2020-03-01'], ['2020 (current)', '2019']],
    ['D', ['2020-01-01', '2020-01-02'], ['2020-01-02 (current)', '2020-01-01']],
    // weeks that begin on Sunday
    ['W-SUN', ['2020-01-11', '2020-01-12'], ['2020-01-12 (current)', '2020-01-05']],
    ['W-MON', ['2020-01-12', '2020-01-13'], ['2020-01-13 (current)', '2020-01-06']],
    ['4W-MON', ['2019-12-24', '2020-01-20'], ['2019-12-30 (current)', '2019-12-02']],
    ['52W-MON', ['2019-01-20', '2020-01-20'], ['2019-01-28 (current)', '2018-01-29']],
    ['anything', ['2020-01-12', '2020-01-13'], ['2020-01-13 (current)', '2020-01-06']],
  ])('%s: periods of %j start on %j', (freq, times, expected) => {
    const rows = answer({ t: [2, times.map(at)], m: [0, times.map((_time, row) => row)] })
    expect(atOnce(readPeriods(rows, freq)).map((period) => periodName(period, freq))).toEqual(expected)
  })

  it('keeps the month and the day of years', () => {
    const times = ['2019-03-01', '2020-02-29', '2020-03-01', '2021-03-01'].map(at)
    const rows = answer({ t: [2, times], m: [0, [1, 2, 3, 4]] })
    expect(atOnce(readPeriods(rows, 'AS')).map(({ values }) => [...values])).toEqual([
      [[at('2021-03-01'), 4]],
      [
        [at('2021-02-28'), 2],
        [at('2021-03-01'), 3],
      ],
      [[at('2021-03-01'), 1]],
    ])
  })

  it('draws the current period with the most contrast and on top', () => {
    const { series } = drawing.option(inputOf()) as unknown as {
      series: { name: string; color: string; z: number; lineStyle: { width: number } }[]
    }
    const [current, ...past] = series
    expect(current).toMatchObject({ name: '2020-01-20 (current)', z: 5, lineStyle: { width: 2.5 } })
    const contrastOf = (color: string) => contrast(channels(color)!, channels('#ffffff')!)
    expect(series.every(({ color }) => contrastOf(color) >= 3)).toBe(true)
    // older ones are paler
    expect(contrastOf(past[0]!.color)).toBeGreaterThan(contrastOf(past[1]!.color))
    expect(past.map(({ name }) => name)).toEqual(['2020-01-13', '2020-01-06'])
  })

  it.each(['light', 'dark'] as const)('draws lines that are visible, and no line in the accent, %s', (mode) => {
    const theme = chartTheme(mode)
    const saved = [{}, { color_picker: { r: 11, g: 30, b: 5, a: 1 } }]
    for (const more of saved) {
      const { series } = drawing.option({ ...inputOf(more), theme }) as unknown as { series: { color: string }[] }
      for (const { color } of series)
        expect(contrast(channels(color)!, channels(theme.surface)!)).toBeGreaterThanOrEqual(3)
    }
    const { series } = drawing.option({ ...inputOf(), theme }) as unknown as { series: { color: string }[] }
    expect(series[0]!.color).toBe('#446bda')
  })

  it('has one legend entry for all earlier periods, which switches them all', () => {
    const legendOf = (legendSelected?: Record<string, boolean>) =>
      (
        drawing.option({ ...inputOf(), ...(legendSelected && { legendSelected }) }) as unknown as {
          legend: { data: string[]; formatter: (name: string) => string; selected?: object }
        }
      ).legend
    expect(legendOf().data.map(legendOf().formatter)).toEqual(['2020-01-20 (current)', 'Earlier periods'])
    const off = { '2020-01-13': false, '2020-01-06': false }
    expect(legendOf({ '2020-01-13': false }).selected).toEqual(off)
    // switched on again
    expect(legendOf({ ...off, '2020-01-13': true }).selected).toEqual({ '2020-01-13': true, '2020-01-06': true })
  })

  it('uses the mean if a time occurs twice, and leaves out missing values and times', () => {
    const rows = answer({
      t: [2, [at('2020-01-06'), at('2020-01-06'), null, at('2020-01-07')]],
      m: [0, [1, 3, 9, null]],
    })
    expect([...atOnce(readPeriods(rows, 'W-MON'))[0]!.values.values()]).toEqual([2])
  })

  it('says what it needs', () => {
    expect(drawing.needs!(inputOf({ metric: undefined }))).toBe('Select a metric.')
    const plain = answer({ name: [1, ['a']], m: [0, [1]] })
    expect(drawing.needs!(inputOf({}, [plain]))).toBe('Periods need a time column with values.')
  })
})

it('labels the times of a period at even distances', () => {
  const days = Array.from({ length: 14 }, (_, day) => at('2024-01-01') + day * 86_400_000)
  const rows = answer({ __timestamp: [2, days], m: [0, days.map((_, day) => day)] })
  const { xAxis } = drawing.option({ ...inputOf({}, [rows]), size: { width: 424, height: 300 } }) as {
    xAxis: { axisLabel: { customValues: number[] } }
  }
  const { customValues } = xAxis.axisLabel
  const gaps = customValues.slice(1).map((time, mark) => time - customValues[mark]!)
  expect(customValues[0]).toBe(at('2024-01-08'))
  expect(new Set(gaps).size).toBe(1)
})

it.each(['1000000000', '99999W-MON', 'x'])('reads the frequency %s as a week', (freq) =>
  expect(atOnce(readPeriods(data, freq)).map((period) => periodName(period, freq))).toEqual([
    '2020-01-20 (current)',
    '2020-01-13',
    '2020-01-06',
  ]),
)
