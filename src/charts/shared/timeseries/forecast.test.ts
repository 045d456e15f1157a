import { beforeAll, describe, expect, it } from 'vitest'
import { answer, drawInput, noDatasource } from '../../testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../../testing/parts.ts'
import type { ChartDatasource } from '../contract.ts'
import { chartTheme } from '../theme.ts'
import { drawing } from './drawing.ts'
import { forecastText, readForecasts } from './forecast.ts'
import type { TimeseriesForm } from './formData.ts'
import { readTimeseries } from './model.ts'
import { tooltipAt } from './tooltip.ts'

const month = (index: number) => Date.UTC(2020, index, 1)
const saved = {
  viz_type: 'echarts_timeseries_line',
  datasource: '1__table',
  x_axis: 't',
  time_grain_sqla: 'P1M',
  metrics: ['m'],
  forecastEnabled: true,
}
const open = (more: object = {}) => openSaved({ ...saved, ...more })!.formData as TimeseriesForm
/** Three observed months, and two future ones. */
const data = answer({
  t: [2, [0, 1, 2, 3, 4].map(month)],
  m__yhat: [0, [1, 2, 3, 4, 5]],
  m__yhat_lower: [0, [-1, 1, 2, 2.5, 3]],
  m__yhat_upper: [0, [2, 3, 4, 5.5, 7]],
  m: [0, [1.5, 1.5, 3.5, null, null]],
})

interface Option {
  dataset: { source: Record<string, (number | null)[]> }
  yAxis: { min?: number }
  series: (Record<string, unknown> & { id: string; type: string; encode: { y: string } })[]
}
const option = (more: object = {}, result = data) =>
  drawing.option(drawInput(open(more), [result])) as unknown as Option

beforeAll(() => drawing.register(open({ logAxis: true })))

describe('the query of a forecast', () => {
  const steps = (more: object, datasource: ChartDatasource = noDatasource) =>
    contextOfSaved({ formData: { ...saved, ...more }, datasource })!.queries[0]!.post_processing!

  it('is the last step, with the grain, the periods and the seasonality', () => {
    const form = { forecastPeriods: '7', forecastInterval: '0.9', forecastSeasonalityYearly: '12' }
    expect(steps({ ...form, forecastSeasonalityDaily: false }).at(-1)).toEqual({
      operation: 'prophet',
      options: {
        time_grain: 'P1M',
        periods: 7,
        confidence_interval: 0.9,
        yearly_seasonality: 12,
        weekly_seasonality: null,
        daily_seasonality: false,
        index: 't',
      },
    })
  })

  it('uses the grain of a dashboard filter', () => {
    const filtered = { ...saved, extra_form_data: { time_grain_sqla: 'P1Y' } }
    const query = contextOfSaved({ formData: filtered, datasource: noDatasource })!.queries[0]!
    expect(query.post_processing!.at(-1)).toMatchObject({ operation: 'prophet', options: { time_grain: 'P1Y' } })
  })

  it.each([
    [{ forecastEnabled: false }, noDatasource],
    [{ x_axis: undefined }, noDatasource],
    [{}, { ...noDatasource, columnTypes: { t: 1 } } as ChartDatasource],
  ])('is not sent with %j', (more, datasource) =>
    expect(steps(more, datasource).map((step) => step!.operation)).not.toContain('prophet'),
  )
})

describe('the drawing of a forecast', () => {
  it('shows observed points, the fitted past, the future from the last observation, and the interval', () => {
    const { series, dataset } = option()
    const valuesOf = (id: string) => dataset.source[series.find((one) => one.id === id)!.encode.y]
    expect(valuesOf('m')).toEqual([1.5, 1.5, 3.5, null, null])
    expect(valuesOf('m fit')).toEqual([1, 2, 3, null, null])
    expect(valuesOf('m future')).toEqual([null, null, 3, 4, 5])
    expect(valuesOf('m lower')).toEqual([-1, 1, 2, 2.5, 3])
    expect(valuesOf('m interval')).toEqual([3, 2, 2, 3, 4])
    expect(series.every((one) => one.name === 'm' && one.color === series[0]!.color)).toBe(true)
    expect(series.find((one) => one.id === 'm')).toMatchObject({ showSymbol: true, lineStyle: { opacity: 0 } })
  })

  describe('of an earlier time in the same color', () => {
    const both = answer({
      t: [2, [0, 1, 2].map(month)],
      ...Object.fromEntries(
        ['m', 'm__1 year ago'].flatMap((name) => [
          [`${name}__yhat`, [0, [1, 2, 3]]],
          [`${name}__yhat_lower`, [0, [0, 1, 2]]],
          [`${name}__yhat_upper`, [0, [2, 3, 4]]],
          [name, [0, [1, 2, null]]],
        ]),
      ),
    })
    interface Part {
      lineStyle: { opacity: number }
      areaStyle: { opacity: number }
      itemStyle: { color: string; borderColor?: string }
    }
    const partOf = (more: object, id: string) =>
      option({ time_compare: ['1 year ago'], ...more }, both).series.find((one) => one.id === id) as unknown as Part

    it('is paler in all parts, and has rings as points', () => {
      const form = { time_shift_color: true }
      const [own, earlier] = ['m', 'm__1 year ago'] as const
      expect(partOf(form, `${earlier} fit`).lineStyle.opacity).toBeLessThan(
        partOf(form, `${own} fit`).lineStyle.opacity,
      )
      expect(partOf(form, `${earlier} future`).lineStyle.opacity).toBe(0.4)
      expect(partOf(form, `${own} future`).lineStyle.opacity).toBe(1)
      expect(partOf(form, `${earlier} interval`).areaStyle.opacity).toBeLessThan(0.16)
      // rings: filled with the background color of the theme
      const { color } = partOf(form, own).itemStyle
      expect(partOf(form, earlier).itemStyle).toMatchObject({ color: chartTheme('light').surface, borderColor: color })
    })

    it('has full strength if it has its own color', () => {
      const form = { time_shift_color: false }
      expect(partOf(form, 'm__1 year ago future').lineStyle.opacity).toBe(1)
      expect(partOf(form, 'm__1 year ago').itemStyle.borderColor).toBeUndefined()
    })
  })

  it('keeps bars and adds lines', () => {
    const types = option({ viz_type: 'echarts_timeseries_bar' }).series.map(({ id, type }) => [id, type])
    expect(types).toContainEqual(['m', 'bar'])
    expect(types).toContainEqual(['m future', 'line'])
  })

  it('stacks lines without intervals', () => {
    const { series } = option({ stack: 'Stack', viz_type: 'echarts_area' })
    expect(series.map(({ id, stack }) => [id, stack])).toEqual([
      ['m fit', 'fit'],
      ['m future', 'future'],
      ['m', 'stack'],
    ])
    expect(option({ stack: 'Stack', viz_type: 'echarts_area' }).dataset.source.s0).toEqual([1.5, 1.5, 3.5, null, null])
  })

  it('has gaps on a log axis where the interval is not positive, and an axis that includes the interval', () => {
    const form = open({ logAxis: true })
    expect(readForecasts(form, data, readTimeseries(drawInput(form, [data])).series).get('m')?.lower).toEqual([
      null,
      1,
      2,
      2.5,
      3,
    ])
    expect(option({ logAxis: true }).yAxis.min).toBe(1)
  })

  it('does not exist for a series with gaps, or for a result without a forecast', () => {
    const { m__yhat: _none, ...rest } = { m__yhat: 0, t: data.columns[0]!, m: [1, null, 3, 4, 5] }
    const plain = answer({ t: [2, rest.t], m: [0, rest.m] })
    expect(option({}, plain).series.map(({ id }) => id)).toEqual(['m'])
  })

  it('is shown with its interval', () => {
    const forecast = { value: [1, null], lower: [0, null], upper: [2, null] }
    expect(forecastText(forecast, 0, String)).toBe('ŷ = 1 (0, 2)')
    expect(forecastText(forecast, 1, String)).toBe('')
  })

  it('is in the tooltip of observed and of future rows', () => {
    const input = drawInput(open(), [data])
    const { series, ...model } = readTimeseries(input)
    const stacked = { series, totals: [] }
    const context = {
      input,
      model: { series, ...model },
      stacked,
      format: () => String,
      color: () => 'red',
      forecast: (_series: unknown, row: number) => `ŷ ${row}`,
    }
    expect(tooltipAt(context, 0, series)).toMatch(/1\.5.*ŷ 0/)
    expect(tooltipAt(context, 4, series)).toContain('ŷ 4')
  })
})
