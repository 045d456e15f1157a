import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasExamples } from '../../../../conformance/vectors/exampleTables.ts'
import type { TimeseriesForm } from '../../../charts/shared/timeseries/formData.ts'
import { readTimeseries } from '../../../charts/shared/timeseries/model.ts'
import { plainForm } from '../../../charts/shared/timeseries/plainForm.ts'
import { drawInput, noDatasource } from '../../../charts/testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../../../charts/testing/parts.ts'
import { readPeriods } from '../../../charts/timePivot/periods.ts'
import type { ChartData } from '../../../model/query/chartData.ts'
import { loadBirths } from '../../chartData/testing/entities.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { hasShared } from '../../testing/shared.ts'

type Values = [x: unknown, y: number | null][]
interface LegacySeries {
  key: string | string[]
  rank?: number
  values: { x: unknown; y: number | null }[]
}

/** Retired charts draw the same data as their successors: what the retired endpoint answers is compared with it. */
describe.skipIf(!hasExamples || !hasShared)('successors of retired charts (needs ../shared)', () => {
  let test: TestApp
  let datasource: string
  let token: string
  beforeAll(async () => {
    test = await startApp({ SEXTANT_EXAMPLES: 'false' })
    datasource = `${(await loadBirths(test.services)).datasetId}__table`
    token = await test.token('admin')
  })
  afterAll(() => test.close())

  const authorization = () => ({ authorization: `Bearer ${token}` })

  async function legacy(form: object): Promise<LegacySeries[]> {
    const response = await test.app.inject({
      method: 'POST',
      url: '/superset/explore_json/',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...authorization() },
      payload: new URLSearchParams({ form_data: JSON.stringify({ datasource, ...form }) }).toString(),
    })
    expect(response.statusCode, response.body).toBe(200)
    return response.json<{ data: LegacySeries[] }>().data
  }

  async function successor(form: object): Promise<ChartData> {
    const context = contextOfSaved({ formData: { datasource, ...form }, datasource: noDatasource })!
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/v1/explore/data',
      headers: authorization(),
      payload: context,
    })
    expect(response.statusCode, response.body).toBe(200)
    return response.json<{ result: ChartData[] }>().result[0]!
  }

  const near = (value: number | null) => (value === null ? null : Number(value.toPrecision(9)))
  const nameOf = (key: string | string[]) => [key].flat().join(', ')
  const byName = (series: [string, Values][]) => Object.fromEntries(series.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  /** Rows without a value are not drawn. */
  const told = (values: Values): Values =>
    values.flatMap(([x, y]): Values => (y === null ? [] : [[x, near(y)]])).toSorted(([a], [b]) => (a! < b! ? -1 : 1))

  async function drawn(form: Record<string, unknown>) {
    const data = await successor(form)
    const opened = openSaved(form)!.formData as TimeseriesForm
    const { series, x } = readTimeseries(drawInput({ ...plainForm, ...opened }, [data]))
    return byName(series.map(({ label, values }) => [label, told(values.map((y, row) => [x[row], y]))]))
  }

  const time = { granularity_sqla: 'ds', time_grain_sqla: 'P1Y', time_range: '1980 : 2000' }
  const births = { ...time, metrics: ['sum__num'], groupby: ['gender'] }

  it.each([
    ['line', births],
    ['line', { ...births, groupby: [] }],
    ['line', { ...births, groupby: ['state'], limit: 3 }],
    ['line', { ...births, rolling_type: 'mean', rolling_periods: 3, min_periods: 2 }],
    ['line', { ...births, rolling_type: 'cumsum' }],
    ['line', { ...births, contribution: true }],
    ['line', { ...births, line_interpolation: 'step-after', adhoc_filters: [boys()] }],
    ['area', { ...births, stacked_style: 'stack' }],
    ['bar', { ...births, bar_stacked: true, order_desc: false }],
    ['compare', births],
  ])('%s with %j', async (viz_type, saved) => {
    const form = { viz_type, ...saved }
    const expected = (await legacy(form)).map(({ key, values }): [string, Values] => [
      nameOf(key),
      told(values.map(({ x, y }) => [x, y])),
    ])
    expect(expected.length).toBeGreaterThan(0)
    expect(await drawn(form)).toEqual(byName(expected))
  })

  it.each([
    [{ groupby: ['gender'] }],
    [{ groupby: ['state'], columns: ['gender'], row_limit: 20 }],
    [{ groupby: ['gender'], adhoc_filters: [boys()] }],
  ])('dist_bar with %j', async (saved) => {
    const form = { viz_type: 'dist_bar', metrics: ['sum__num'], ...saved }
    const expected = (await legacy(form)).map(({ key, values }): [string, Values] => [
      nameOf(key),
      told(values.map(({ x, y }) => [x, y])),
    ])
    expect(await drawn(form)).toEqual(byName(expected))
  })

  it.each(['AS', 'W-SUN', 'W-MON', 'D'])('time_pivot by %s', async (freq) => {
    const form = { viz_type: 'time_pivot', ...time, time_grain_sqla: 'P1D', metric: 'sum__num', freq }
    // the retired chart moved years by days: after a leap day, its values are a day off
    const placed = (values: Values) => (freq === 'AS' ? told(values).map(([, y]) => y) : told(values))
    const expected = (await legacy(form)).map(({ rank, values }) => [rank, placed(values.map(({ x, y }) => [x, y]))])
    const periods = readPeriods(await successor(form), freq)
    const own = periods.map(({ rank, values }) => [rank, placed([...values])])
    expect(own).toEqual(expected.toSorted(([a], [b]) => Number(a) - Number(b)))
    expect(own.length).toBeGreaterThan(1)
  })
})

function boys() {
  return { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'gender', operator: '==', comparator: 'boy' }
}
