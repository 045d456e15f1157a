import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasExamples } from '../../../../conformance/vectors/exampleTables.ts'
import { readBubbles } from '../../../charts/bubble/drawing.ts'
import { readGrid } from '../../../charts/heatmap/model.ts'
import { readHistogram } from '../../../charts/histogram/drawing.ts'
import { pivotOf } from '../../../charts/pivotTable/pivot.ts'
import { linksOf } from '../../../charts/sankey/drawing.ts'
import { type Branch, flatBranches } from '../../../charts/shared/hierarchy.ts'
import { atOnce } from '../../../charts/shared/steps.ts'
import type { TimeseriesForm } from '../../../charts/shared/timeseries/formData.ts'
import { readTimeseries } from '../../../charts/shared/timeseries/model.ts'
import { plainForm } from '../../../charts/shared/timeseries/plainForm.ts'
import { readRings } from '../../../charts/sunburst/drawing.ts'
import { drawInput, noDatasource } from '../../../charts/testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../../../charts/testing/parts.ts'
import { readPeriods } from '../../../charts/timePivot/periods.ts'
import { readBranches } from '../../../charts/treemap/drawing.ts'
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

/** Compares the responses of the retired endpoint with the data that the successors of retired charts draw. */
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

  async function legacy<T = LegacySeries[]>(form: object): Promise<T> {
    const response = await test.app.inject({
      method: 'POST',
      url: '/superset/explore_json/',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...authorization() },
      payload: new URLSearchParams({ form_data: JSON.stringify({ datasource, ...form }) }).toString(),
    })
    expect(response.statusCode, response.body).toBe(200)
    return response.json<{ data: T }>().data
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

  /** The input of the drawing of the successor: its result and its form data. */
  async function opened(form: Record<string, unknown>) {
    return drawInput(openSaved(form)!.formData as never, [await successor(form)])
  }
  /** Rows in a fixed order, because neither endpoint guarantees one. */
  const sorted = (rows: unknown[][]) => rows.map((row) => JSON.stringify(row)).toSorted()
  type Cells = (string | number)[][]

  it.each(['heatmap', 'x', 'y'])('heatmap, ranked across %s', async (normalize_across) => {
    const axes = { all_columns_x: 'gender', all_columns_y: 'state' }
    const form = { viz_type: 'heatmap', ...axes, metric: 'sum__num', normalize_across }
    type Records = { records: { x: string; y: string; v: number; rank: number }[] }
    const { records } = await legacy<Records>(form)
    const { x, y, cells } = readGrid(await opened(form))
    expect(records.length).toBeGreaterThan(10)
    expect(sorted(cells.map((cell) => [x[cell.x], y[cell.y], cell.value, near(cell.rank)]))).toEqual(
      sorted(records.map((record) => [record.x, record.y, record.v, near(record.rank)])),
    )
  })

  it.each([[[]], [['gender']]])('histogram by %j', async (groupby) => {
    const form = { viz_type: 'histogram', all_columns_x: ['num'], groupby, link_length: '10', row_limit: 50_000 }
    const only = { adhoc_filters: [ofState('CA')] }
    const raw = await legacy<{ key: string; values: number[] }[]>({ ...form, ...only })
    const { bins, series } = readHistogram(await opened({ ...form, ...only }))
    expect(bins).toHaveLength(10)
    const least = (index: number) => bins[index]!.low
    const counts = raw.map(({ values }) =>
      bins.map((_, at) => {
        const isIn = (value: number) => value >= least(at) && (at === bins.length - 1 || value < least(at + 1))
        return values.filter(isIn).length
      }),
    )
    expect(sorted(series.map(({ values }) => values))).toEqual(sorted(counts))
  })

  it.each(['sankey', 'sankey_loop'])('%s', async (viz_type) => {
    const form = { groupby: ['gender', 'state'], metric: 'sum__num', row_limit: 1000 }
    const links = await legacy<{ source: string; target: string; value: number }[]>({ viz_type: 'sankey', ...form })
    expect(links.length).toBeGreaterThan(10)
    const own = linksOf(await opened({ viz_type, ...form }))
    expect(sorted(own.map(({ source, target, value }) => [source, target, value]))).toEqual(
      sorted(links.map(({ source, target, value }) => [source, target, value])),
    )
  })

  const leavesOf = (branches: Branch[]) => flatBranches(branches).filter(({ children }) => children.length === 0)

  it('sunburst', async () => {
    const form = { viz_type: 'sunburst', groupby: ['gender', 'state'], metric: 'sum__num', secondary_metric: 'count' }
    const rows = await legacy<Cells>(form)
    const leaves = leavesOf(readRings(await opened(form)))
    expect(leaves.length).toBeGreaterThan(10)
    expect(sorted(leaves.map(({ path, sums }) => [...path, ...sums]))).toEqual(sorted(rows))
  })

  it('bubble', async () => {
    const roles = { entity: 'state', series: 'gender', x: 'count', y: 'sum__num', size: 'sum__num' }
    const form = { viz_type: 'bubble', ...roles, limit: 30 }
    const series =
      await legacy<{ key: string; values: { x: number; y: number; size: number; state: string }[] }[]>(form)
    const expected = series.flatMap(({ key, values }) =>
      values.map(({ x, y, size, state }) => [state, key, x, y, size]),
    )
    const own = readBubbles(await opened(form)).map((each) => [each.entity, each.series, each.x, each.y, each.size])
    expect(own.length).toBeGreaterThan(10)
    expect(sorted(own)).toEqual(sorted(expected))
  })

  /** The rows of two dimensions as the retired endpoint would return them: it never supported these two types. */
  const recordsOf = async (groupby: string[]) => {
    const form = { viz_type: 'table', groupby, metrics: ['sum__num'], row_limit: 1000 }
    const { records } = await legacy<{ records: Record<string, string | number>[] }>(form)
    expect(records.length).toBeGreaterThan(10)
    return sorted(records.map((record) => [...groupby, 'sum__num'].map((name) => record[name])))
  }

  it('treemap', async () => {
    const form = { viz_type: 'treemap', groupby: ['gender', 'state'], metrics: ['sum__num'], row_limit: 1000 }
    const leaves = leavesOf(readBranches(await opened(form)))
    expect(sorted(leaves.map(({ path, sums }) => [...path, ...sums]))).toEqual(await recordsOf(['gender', 'state']))
  })

  it('pivot_table', async () => {
    const form = { viz_type: 'pivot_table', groupby: ['state'], columns: ['gender'], metrics: ['sum__num'] }
    const { formData, data } = await opened(form)
    const { rows, columns, value } = pivotOf(formData, data)
    const cells = columns.leaves.flatMap((column) =>
      rows.leaves.map((row) => [column.key, row.key, value(row, column, 0)]),
    )
    expect(sorted(cells.filter(([, , cell]) => cell !== null))).toEqual(await recordsOf(['gender', 'state']))
  })

  it.each(['AS', 'W-SUN', 'W-MON', 'D'])('time_pivot by %s', async (freq) => {
    const form = { viz_type: 'time_pivot', ...time, time_grain_sqla: 'P1D', metric: 'sum__num', freq }
    // the retired chart moved years by days: after a leap day, its values are a day off
    const placed = (values: Values) => (freq === 'AS' ? told(values).map(([, y]) => y) : told(values))
    const expected = (await legacy(form)).map(({ rank, values }) => [rank, placed(values.map(({ x, y }) => [x, y]))])
    const periods = atOnce(readPeriods(await successor(form), freq))
    const own = periods.map(({ rank, values }) => [rank, placed([...values])])
    expect(own).toEqual(expected.toSorted(([a], [b]) => Number(a) - Number(b)))
    expect(own.length).toBeGreaterThan(1)
  })
})

function ofState(comparator: string) {
  return { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'state', operator: '==', comparator }
}

function boys() {
  return { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'gender', operator: '==', comparator: 'boy' }
}
