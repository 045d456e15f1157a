import type { LineSeriesOption } from 'echarts'
import { beforeAll, describe, expect, it } from 'vitest'
import { GenericType } from '../../../model/dataset/dataset.ts'
import type { ChartData } from '../../../model/query/chartData.ts'
import { loadDrawing } from '../../drawn.ts'
import { answer, drawInput, noDatasource } from '../../testing/drawInput.ts'
import { openSaved } from '../../testing/parts.ts'
import type { EChartsDrawing } from '../contract.ts'

const month = (at: number) => Date.UTC(2025, at, 1)
let drawing: EChartsDrawing<Record<string, unknown>>
const open = (form: Record<string, unknown>) =>
  openSaved({ viz_type: 'echarts_timeseries_line', x_axis: 't', metrics: ['m'], time_grain_sqla: 'P1M', ...form })!
    .formData
const seriesOf = (option: ReturnType<typeof drawing.option>) => option.series as LineSeriesOption[]

beforeAll(async () => {
  drawing = (await loadDrawing('line')).drawing
  await drawing.register(open({ groupby: ['g'] }), true)
})

describe('a period that has not ended', () => {
  const data = (to_dttm: number | null = null, cached_dttm: string | null = null) =>
    answer(
      { t: [GenericType.temporal, [0, 1, 2, 3].map(month)], m: [GenericType.numeric, [5, 6, 7, 2]] },
      { to_dttm, cached_dttm },
    )
  const dashedRow = (form: Record<string, unknown>, now: number | undefined, result = data()) => {
    const dashed = seriesOf(drawing.option(drawInput(open(form), [result], { now }))).find(({ id }) =>
      String(id).endsWith('unfinished'),
    )
    return (dashed?.data as [number, number][] | undefined)?.at(-1)
  }

  it.each<[string, Record<string, unknown>, number | undefined, boolean]>([
    ['within the last month', {}, Date.UTC(2025, 3, 20), true],
    ['after it', {}, Date.UTC(2025, 4, 1), false],
    ['before it: a plan', {}, Date.UTC(2025, 2, 20), false],
    ['at an unknown time', {}, undefined, false],
    ['of years', { time_grain_sqla: 'P1Y' }, Date.UTC(2025, 11, 20), true],
    ['of minutes', { time_grain_sqla: 'PT1M' }, month(3) + 1000, false],
  ])('%s', (_name, form, now, isMarked) => {
    expect(dashedRow(form, now)).toEqual(isMarked ? [month(3), 2] : undefined)
  })

  it('depends on when the cached data was read, and on the end of the time range', () => {
    const now = Date.UTC(2026, 0, 1)
    expect(dashedRow({}, now, data(null, '2025-04-10T00:00:00'))).toEqual([month(3), 2])
    expect(dashedRow({}, now, data(Date.UTC(2025, 3, 15)))).toEqual([month(3), 2])
    expect(dashedRow({}, now, data(month(4)))).toBeUndefined()
  })
})

describe('thousands of series', () => {
  const count = 4200
  const names = Array.from({ length: count }, (_, at) => `series ${at}`)
  const data = answer({
    t: [GenericType.temporal, [0, 1, 2].map(month)],
    ...Object.fromEntries(names.map((name, at) => [name, [GenericType.numeric, [at, at, at], [name]]])),
  } as never)
  const form = { groupby: ['g'], truncate_metric: true }

  it('are reduced to the largest, with a message', () => {
    const option = drawing.option(drawInput(open(form), [data]))
    const drawn = seriesOf(option).map(({ name }) => name)
    expect(drawn).toHaveLength(100)
    expect(drawn).toContain('series 4199')
    expect(drawn).not.toContain('series 4099')
    expect(JSON.stringify(option.title)).toContain('The 100 largest of 4,200 series')
  })

  it('are more after one click, but never all', () => {
    const formData = open(form)
    const more = drawing.more!({ formData, data: [data] })!
    expect(more.label).toBe('Show 1000 series')
    const wanted = { ...formData, [more.field]: more.value }
    expect(seriesOf(drawing.option(drawInput(wanted, [data])))).toHaveLength(1000)
    expect(drawing.more!({ formData: wanted, data: [data] })?.label).toBe('Show 100 series')
  })

  it('have no button if all are drawn', () => {
    const few = answer({ t: [2, [month(0)]], a: [0, [1], ['a']] })
    expect(drawing.more!({ formData: open(form), data: [few] })).toBeNull()
  })
})

it('on hover, all digits of an adaptive number are shown', () => {
  const data = answer({ t: [GenericType.temporal, [month(0)]], m: [GenericType.numeric, [3003]] })
  const { formatter } = drawing.option(drawInput(open({ rich_tooltip: true }), [data])).tooltip as {
    formatter: (params: unknown) => string
  }
  expect(formatter([{ seriesName: 'm', dataIndex: 0 }])).toContain('3,003')
})

describe('series that limits leave out', () => {
  const form = { groupby: ['g'], group_others_when_limit_reached: true }
  const main = (sums: Record<string, number>) =>
    answer(
      { t: [2, [month(0), month(1)]], a: [0, [1, 2], ['a']], b: [0, [null, 4], ['b']] },
      { left_out: { series: 2, sums } },
    )
  const all = answer({ t: [2, [month(0), month(1)]], m: [0, [10, 20]] })

  it('are drawn as one series: all rows minus the drawn series', () => {
    const option = drawing.option(drawInput(open(form), [main({ m: 7 }), all]))
    const { source } = option.dataset as { source: Record<string, unknown[]> }
    const at = seriesOf(option).findIndex(({ name }) => name === 'Other')
    expect(source[`s${at}`]).toEqual([9, 14])
  })

  it('have a column in the table, with the numbers of the chart', () => {
    const rowsOf = (form: Record<string, unknown>, data: ChartData[]) =>
      drawing.rowsOf!({ formData: open(form), data, datasource: noDatasource })
    const bySum = { ...form, x_axis_sort_series: 'sum' }
    const byName = answer(
      { t: [1, ['low', 'high']], a: [0, [1, 2], ['a']] },
      { left_out: { series: 2, sums: { m: 3 } } },
    )
    const totals = answer({ t: [1, ['high', 'low']], m: [0, [20, 10]] })
    // in the order of the result, even if the chart orders its rows differently
    for (const more of [{ x_axis_sort_series_ascending: true }, { x_axis_sort_series_ascending: false }]) {
      const { colnames, coltypes, columns } = rowsOf({ ...bySum, ...more }, [byName, totals])
      expect(colnames).toEqual(['t', 'a', 'Other'])
      expect(coltypes).toEqual([1, 0, 0])
      expect(columns).toEqual([
        ['low', 'high'],
        [1, 2],
        [9, 18],
      ])
    }
    expect(rowsOf(form, [main({ m: 7 }), all]).columns.at(-1)).toEqual([9, 14])
    // without Other, the rows are those of the query
    const plain = main({ m: 7 })
    expect(rowsOf({ groupby: ['g'] }, [plain])).toBe(plain)
  })

  it('are not drawn for a metric that does not add up', () => {
    const names = seriesOf(drawing.option(drawInput(open(form), [main({}), all]))).map(({ name }) => name)
    expect(names).not.toContain('Other')
  })

  it('are requested with a second query; the first stays unchanged', () => {
    const input = (more: object) =>
      openSaved({
        viz_type: 'echarts_timeseries_line',
        x_axis: 't',
        metrics: ['m'],
        limit: 2,
        groupby: ['g'],
        ...more,
      })!
    const build = (more: object) => {
      const { query, formData } = input(more)
      return query.buildQuery({ formData, datasource: noDatasource })
    }
    const [plain] = build({})
    const [first, second] = build({ group_others_when_limit_reached: true })
    expect(first).toEqual(plain)
    expect(second).toMatchObject({ columns: ['t'], metrics: ['m'], series_limit: 0, post_processing: [] })
    expect(build({})).toHaveLength(1)
    expect(build({ group_others_when_limit_reached: true, rolling_type: 'cumsum' })).toHaveLength(1)
  })
})
