import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ChartData } from '../../../model/query/chartData.ts'
import { answer, drawInput, noDatasource } from '../../testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../../testing/parts.ts'
import type { DrawInput } from '../contract.ts'
import { drawing as mixedDrawing } from '../mixed/drawing.ts'
import type { MixedForm } from '../mixed/formData.ts'
import { drawing } from './drawing.ts'
import type { TimeseriesForm } from './formData.ts'

const day = (index: number) => Date.UTC(2020, 0, 1 + index)
const saved = { viz_type: 'echarts_timeseries_line', datasource: '1__table', x_axis: 't', metrics: ['m'] }
const open = (layers: object[], more: object = {}) =>
  openSaved({ ...saved, ...more, annotation_layers: layers })!.formData as TimeseriesForm
const data = (annotation_data: ChartData['annotation_data'] = {}) =>
  answer({ t: [2, [0, 1, 2].map(day)], m: [0, [10, 20, 30]] }, { annotation_data })

interface Mark {
  name: string
  xAxis: unknown
  yAxis?: unknown
  label?: { width?: number }
}
type OneSeries = Record<string, unknown> & {
  id: string
  name: string
  data?: unknown[]
  markLine?: { data: Mark[]; label: { show: boolean; formatter: (of: { name: string }) => string } }
  markArea?: { data: Mark[][]; itemStyle: object; label: { show: boolean }; z?: number }
}
interface Option {
  legend: { data: string[] }
  series: OneSeries[]
  yAxis: { min?: number }
  tooltip: { formatter: (params: unknown) => string }
}
const option = (layers: object[], result = data(), more: object = {}, rest: Partial<DrawInput<TimeseriesForm>> = {}) =>
  drawing.option(drawInput(open(layers, more), [result], rest)) as unknown as Option
const layerOf = ({ series }: Option, name: string) => series.find((one) => one.id === `annotation ${name}`)

const formula = { name: 'goal', annotationType: 'FORMULA', sourceType: '', value: 'y = x / 86400000', show: true }
const native = { sourceType: 'NATIVE', value: 1, show: true }
const event = { ...native, name: 'news', annotationType: 'EVENT' }
const interval = { ...native, name: 'sale', annotationType: 'INTERVAL' }
const line = { name: 'plan', annotationType: 'TIME_SERIES', sourceType: 'line', value: 7, show: true }
const stored = (...records: object[]) => ({
  columns: ['start_dttm', 'end_dttm', 'short_descr', 'long_descr', 'json_metadata'],
  records,
})
const record = { start_dttm: day(1), end_dttm: day(9), short_descr: 'start', long_descr: 'why' }

beforeAll(() => drawing.register(open([formula, event], { logAxis: true })))

describe('the query of a chart with layers', () => {
  it('has the layers as they were saved', () => {
    const layers = [{ ...event, some_new_key: 5 }]
    const { queries } = contextOfSaved({ formData: { ...saved, annotation_layers: layers }, datasource: noDatasource })!
    expect(queries[0]!.annotation_layers).toEqual(layers)
  })
})

describe('a formula', () => {
  it('is a smooth line over the rows of the chart, and is in the legend', () => {
    const drawn = option([{ ...formula, style: 'longDashed', width: 3, color: '#123456', opacity: 'opacityHigh' }])
    expect(layerOf(drawn, 'goal')).toMatchObject({
      data: [0, 1, 2].map((index) => [day(index), day(index) / 86_400_000]),
      smooth: 0.35,
      lineStyle: { color: '#123456', width: 3, type: [12, 6], opacity: 0.8 },
      tooltip: { show: false },
    })
    expect(drawn.legend.data).toEqual(['m', 'goal'])
  })

  it('has its value in the tooltip', () => {
    const { tooltip } = option([{ ...formula, value: '77' }])
    expect(tooltip.formatter([{ seriesName: 'm', dataIndex: 1 }])).toMatch(/goal.*77/)
  })

  it('has gaps where it is not a number, and on a log axis where it is not positive', () => {
    const values = (more: object, form: object = {}) =>
      (layerOf(option([{ ...formula, ...more }], data(), form), 'goal')!.data as number[][]).map(([, value]) => value)
    expect(values({ value: '1 / (x - x)' })).toEqual([null, null, null])
    expect(values({ value: '-1' }, { logAxis: true })).toEqual([null, null, null])
  })

  it.each([{ value: 'y = foo' }, { show: false }, { value: null }, { name: '' }, { annotationType: 'OTHER' }])(
    'draws nothing with %j',
    (more) => expect(option([{ ...formula, ...more }]).series.map(({ id }) => id)).toEqual(['m']),
  )

  it('has a unique name', () => {
    expect(option([{ ...formula, name: 'm' }, formula, { ...formula, value: '1' }]).legend.data).toEqual([
      'm',
      'm (1)',
      'goal',
      'goal (1)',
    ])
  })

  it('is horizontal or vertical like the bars', () => {
    const form = { viz_type: 'echarts_timeseries_bar', orientation: 'horizontal' }
    expect(layerOf(option([{ ...formula, value: '5' }], data(), form), 'goal')?.data?.[0]).toEqual([5, day(0)])
  })

  it('is at the names of a category axis', () => {
    const result = answer({ t: [1, ['a', '7']], m: [0, [1, 2]] })
    expect(layerOf(option([{ ...formula, value: '2x' }], result), 'goal')?.data).toEqual([
      ['a', null],
      ['7', 14],
    ])
  })
})

describe('an event', () => {
  it('is a line across the plot, with its title and descriptions', () => {
    const drawn = option([{ ...event, showLabel: true }], data({ news: stored(record) }))
    const { markLine } = layerOf(drawn, 'news')!
    expect(markLine).toMatchObject({
      tooltip: { show: false },
      label: { show: true },
      data: [{ name: 'news - start\n\nwhy', xAxis: day(1) }],
    })
    expect(markLine?.label.formatter({ name: 'news - start\n\nwhy' })).toBe('news - start')
    expect(drawn.legend.data).toEqual(['m'])
  })

  it.each([
    [{ width: 600, height: 300 }, true],
    [{ width: 380, height: 300 }, false],
    [{ width: 600, height: 150 }, false],
  ])('has a label if the chart of %j has room for it', (size, show) => {
    const drawn = option([{ ...event, showLabel: true }], data({ news: stored(record) }), {}, { size })
    expect(layerOf(drawn, 'news')?.markLine?.label.show).toBe(show)
  })

  it.each([
    [{ viz_type: 'echarts_timeseries_bar' }, true],
    [{ viz_type: 'echarts_area' }, true],
    [{}, false],
  ])('has a background over %j: %s', (form, has) => {
    const drawn = option([{ ...event, showLabel: true }], data({ news: stored(record) }), form)
    expect(Object.hasOwn(layerOf(drawn, 'news')!.markLine!.label, 'backgroundColor')).toBe(has)
  })

  it('has a label as wide as its text, up to half of the height', () => {
    const drawn = option(
      [{ ...event, showLabel: true }],
      data({ news: stored(record, { ...record, short_descr: 'a title that is longer than half of the height' }) }),
      {},
      { size: { width: 600, height: 300 } },
    )
    const { label, data: marks } = layerOf(drawn, 'news')!.markLine!
    expect(label).not.toHaveProperty('width')
    expect(marks.map((mark) => mark.label?.width)).toEqual([undefined, 150])
  })

  it('is in the tooltip of the row that it follows', () => {
    const { tooltip } = option([event], data({ news: stored({ ...record, start_dttm: day(1) + 5 }) }))
    expect(tooltip.formatter([{ seriesName: 'm', dataIndex: 1 }])).toContain('news - start')
    expect(tooltip.formatter([{ seriesName: 'm', dataIndex: 0 }])).not.toContain('news - start')
  })

  it('reads the columns of a table chart', () => {
    const table = {
      ...event,
      sourceType: 'table',
      timeColumn: 'at',
      titleColumn: 'what',
      descriptionColumns: ['n', 'o'],
    }
    const rows = [
      { at: '2020-01-02T00:00:00', what: 'x', n: 5, o: null },
      { at: null, what: 'no time' },
    ]
    const drawn = option([table], data({ news: { columns: ['at', 'what', 'n', 'o'], records: rows } }))
    expect(layerOf(drawn, 'news')?.markLine?.data).toEqual([{ name: 'news - x\n\n5', xAxis: day(1) }])
  })

  it('has no position among names', () => {
    const result = answer({ t: [1, ['a']], m: [0, [1]] }, { annotation_data: { news: stored(record) } })
    expect(option([event], result).series.map(({ id }) => id)).toEqual(['m'])
  })
})

describe('an interval', () => {
  it('is a band that ends with the rows of the chart', () => {
    const past = { ...record, start_dttm: day(-9), end_dttm: day(-5) }
    const { markArea } = layerOf(option([interval], data({ sale: stored(record, past) })), 'sale')!
    expect(markArea?.data).toEqual([[{ name: 'sale - start\n\nwhy', xAxis: day(1) }, { xAxis: day(2) }]])
    expect(markArea?.itemStyle).toMatchObject({ opacity: 0.5 })
  })

  it.each([
    [{ viz_type: 'echarts_timeseries_bar' }, ['m', 'annotation sale', 'annotation sale labels']],
    [{ viz_type: 'echarts_area' }, ['m', 'annotation sale', 'annotation sale labels']],
    [{}, ['m', 'annotation sale']],
  ])('has a label that the marks of %j do not hide, behind which its band is', (form, ids) => {
    const drawn = option([{ ...interval, showLabel: true }], data({ sale: stored(record) }), form)
    expect(drawn.series.map(({ id }) => id)).toEqual(ids)
    const labels = drawn.series.at(-1)?.markArea
    expect(labels?.label.show).toBe(true)
    expect((labels?.z ?? 1) > 2).toBe(ids.length > 2)
  })

  it('is accepted with both orders of its ends', () => {
    const reversed = { ...record, start_dttm: day(2), end_dttm: day(0) }
    const { markArea } = layerOf(option([interval], data({ sale: stored(reversed) })), 'sale')!
    expect(markArea?.data[0]?.map(({ xAxis }) => xAxis)).toEqual([day(0), day(2)])
  })
})

describe('a time series', () => {
  const rows = (...records: object[]) => ({ plan: { columns: ['__timestamp', 'a', 'b'], records } })
  const planned = rows({ __timestamp: day(1), a: 5, b: 'x' }, { __timestamp: day(0), a: '6', b: 'y' })

  it('is a line per column with numbers, in the order of its times', () => {
    const drawn = option([{ ...line, showMarkers: true }], data(planned))
    expect(layerOf(drawn, 'plan')).toMatchObject({
      showSymbol: true,
      data: [
        [day(0), 6],
        [day(1), 5],
      ],
    })
    expect(drawn.legend.data).toEqual(['m', 'plan'])
    const two = option([line], data(rows({ __timestamp: day(1), a: 5, b: 1 })))
    expect(two.legend.data).toEqual(['m', 'plan - a', 'plan - b'])
  })

  it('can have a hidden line', () =>
    expect(layerOf(option([{ ...line, hideLine: true }], data(planned)), 'plan')).toMatchObject({
      lineStyle: { width: 0 },
    }))

  it('is in the tooltip, and the value axis includes it', () => {
    const drawn = option([line], data(rows({ __timestamp: day(1), a: 0.01 })), { logAxis: true })
    expect(drawn.tooltip.formatter([{ seriesName: 'm', dataIndex: 1 }])).toContain('plan')
    expect(drawn.yAxis.min).toBe(0.01)
  })

  it.each([{ plan: { error: 'Query timeout' } }, { plan: null }, { plan: { records: 'x' } }, { other: stored() }, {}])(
    'is missing with %j',
    (result) => expect(option([line], data(result)).series.map(({ id }) => id)).toEqual(['m']),
  )
})

it('layers of a mixed chart have the axis and the rows of the first query', () => {
  const form = openSaved({
    ...saved,
    viz_type: 'mixed_timeseries',
    metrics_b: ['n'],
    yAxisIndex: 1,
    annotation_layers: [formula],
  })!.formData as MixedForm
  const b = answer({ t: [2, [day(5)]], n: [0, [1]] })
  const drawn = mixedDrawing.option(drawInput(form, [data(), b])) as unknown as Option
  expect(layerOf(drawn, 'goal')).toMatchObject({ yAxisIndex: 1 })
  expect(layerOf(drawn, 'goal')?.data).toHaveLength(3)
  expect(drawn.legend.data).toContain('goal')
})

describe('any saved layer with any data', () => {
  const types = ['FORMULA', 'EVENT', 'INTERVAL', 'TIME_SERIES', 'OTHER']
  const anything = fc.anything({ maxDepth: 2 })
  const layer = fc.record(
    {
      name: fc.oneof(fc.constantFrom('n', '', '__proto__', '<b>'), anything),
      annotationType: fc.constantFrom(...types),
      sourceType: fc.oneof(fc.constantFrom('', 'NATIVE', 'table', 'line'), anything),
      value: fc.oneof(fc.constantFrom('x!', '1/x', 5), anything),
      opacity: anything,
      style: anything,
      width: anything,
      color: anything,
      overrides: anything,
      timeColumn: fc.oneof(fc.constant('t'), anything),
      intervalEndColumn: fc.oneof(fc.constant('t'), anything),
      titleColumn: anything,
      descriptionColumns: anything,
    },
    { requiredKeys: ['name', 'annotationType'] },
  )
  const cell = fc.oneof(fc.double(), fc.string(), fc.constant(null), anything)
  const rows = fc.record({
    columns: fc.oneof(fc.constant(['t', 'v']), anything),
    records: fc.oneof(
      fc.array(fc.oneof(fc.record({ t: cell, v: cell, start_dttm: cell, end_dttm: cell }), anything)),
      anything,
    ),
  })
  const results = [
    answer({ t: [2, [0, null, 2].map((at) => (at === null ? null : day(at)))], m: [0, [1, null, 3]] }),
    answer({ t: [1, ['a', null, '']], m: [0, [1, 2, 3]] }),
    answer({ t: [2, []], m: [0, []] }),
  ]

  it('is drawn', () =>
    fc.assert(
      fc.property(
        fc.oneof(fc.array(fc.oneof(layer, anything)), anything),
        fc.dictionary(fc.constantFrom('n', '__proto__', '<b>'), fc.oneof(rows, anything)),
        fc.constantFrom(...results),
        fc.boolean(),
        (layers, annotation_data, result, logAxis) => {
          const form = openSaved({ ...saved, logAxis, annotation_layers: layers })!.formData as TimeseriesForm
          const { tooltip } = drawing.option(drawInput(form, [{ ...result, annotation_data }])) as unknown as Option
          expect(tooltip.formatter([{ seriesName: 'm', dataIndex: 0 }])).toEqual(expect.any(String))
        },
      ),
    ))
})
