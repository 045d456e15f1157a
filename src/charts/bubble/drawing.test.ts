import { describe, expect, it } from 'vitest'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { plot } from '../testing/plot.ts'
import { hasRecordings, readRecordings } from '../testing/recordings.ts'
import { diameterOf, drawing, readBubbles } from './drawing.ts'
import type { BubbleForm } from './query.ts'

const rows = answer({
  country: [1, ['a', 'b', null, 'd']],
  region: [1, ['x', 'y', 'x', 'x']],
  p: [0, [1, 2, 3, null]],
  q: [0, [10, 0, 30, 40]],
  s: [0, [100, 300, null, 5]],
})
const form = { viz_type: 'bubble_v2', entity: 'country', series: 'region', x: 'p', y: 'q', size: 's' }
const input = (saved: Record<string, unknown> = {}) =>
  drawInput(openSaved({ ...form, ...saved })!.formData as BubbleForm, [rows])
interface Option {
  series: { name: string; data: { name: string; value: (number | null)[]; symbolSize: number }[] }[]
  xAxis: { type: string; min?: number }
}
const option = (saved?: Record<string, unknown>) => drawing.option(input(saved)) as unknown as Option

it('draws a bubble at the values of each row, by series', () => {
  const drawn = option().series.map(({ name, data }) => [name, data.map((each) => [each.name, ...each.value])])
  expect(Object.fromEntries(drawn)).toEqual({
    y: [['b', 2, 0, 300]],
    x: [
      ['a', 1, 10, 100],
      ['<NULL>', 3, 30, null],
    ],
  })
})
it('has diameters from 5 px to twice the maximum and 5', () => {
  const diameter = diameterOf(input({ max_bubble_size: '10' }).formData, readBubbles(input()), {
    width: 600,
    height: 600,
  })
  expect([diameter(100), diameter(200), diameter(300), diameter(null)]).toEqual([5, 15, 25, 5])
})
it('leaves out values and bounds that a logarithmic axis cannot show', () => {
  expect(readBubbles(input({ logYAxis: true })).map(({ entity }) => entity)).toEqual(['a', '<NULL>'])
  expect(option({ logXAxis: true, truncateXAxis: true, xAxisBounds: [-1, 5] }).xAxis).toMatchObject({ type: 'log' })
  expect(option({ logXAxis: true, truncateXAxis: true, xAxisBounds: [-1, 5] }).xAxis).toMatchObject({ min: 1, max: 5 })
})
it('has ticks between powers of ten on a logarithmic axis', () => {
  const { xAxis } = option({ logXAxis: true }) as unknown as { xAxis: { axisLabel: { customValues: number[] } } }
  expect(xAxis.axisLabel.customValues).toEqual([1, 2, 5])
})
it('colors by entity where there is no dimension', () => {
  expect(option({ series: undefined }).series.map(({ name }) => name)).toEqual(['b', 'a', '<NULL>'])
})

describe('query', () => {
  const queryOf = (saved: Record<string, unknown>) => {
    const opened = openSaved({ ...form, ...saved })!
    return opened.query.buildQuery({ formData: opened.formData, datasource: input().datasource })[0]!
  }
  it('sorts by its metric', () => {
    expect(queryOf({ orderby: 's', order_desc: false }).orderby).toEqual([['s', true]])
    expect(queryOf({})).not.toHaveProperty('orderby')
  })
})

describe.skipIf(!hasRecordings)('the retired bubble chart (needs ../shared/reference/recordings)', () => {
  it('draws the recorded data', () => {
    const recordings = readRecordings()
    const old = recordings.find(({ viz_type }) => viz_type === 'bubble')!
    const successor = recordings.find(({ viz_type }) => viz_type === 'bubble_v2')!
    const opened = openSaved(old.form_data)!
    expect(opened.chart.type).toBe('bubble_v2')
    const [query] = opened.query.buildQuery({ formData: opened.formData, datasource: input().datasource })
    const { columns, metrics } = successor.request.body.queries[0]!
    expect([query?.columns, query?.metrics]).toEqual([columns, metrics])
    expect(query?.filters?.at(-1)).toEqual({ col: 'year', op: 'TEMPORAL_RANGE', val: '2011-01-01 : 2011-01-02' })
    // the rows that were recorded for the successor are of the same year: they must be drawn as the recorded groups of
    // the retired type
    const result = successor.answer.result[0]!
    const given = answer(
      Object.fromEntries(
        result.colnames.map((name, at) => [
          name,
          [result.coltypes[at]!, result.data.map((row) => row[name] as string)] as [0, string[]],
        ]),
      ),
    )
    const drawn = readBubbles({ formData: opened.formData as BubbleForm, data: [given] })
    const groups = (old.answer as unknown as { data: { key: string; values: Record<string, unknown>[] }[] }).data
    const recorded = new Map(groups.flatMap(({ values }) => values.map((each) => [each.country_name, each] as const)))
    expect(drawn.length).toBeGreaterThan(100)
    for (const { entity, series, x, y, size } of drawn) {
      const each = recorded.get(entity)
      expect([entity, series, x, y, size]).toEqual([entity, each?.region, each?.x, each?.y, each?.size])
    }
  })
})

it.each([
  [{}, 600, ['p', 'q']],
  [{ x_axis_label: 'Mine' }, 600, ['Mine', 'q']],
  [{}, 214, [undefined, undefined]],
])('shows which metric an axis has: %j, %i px wide', (saved, width, expected) => {
  const { xAxis, yAxis } = drawing.option({ ...input(saved), size: { width, height: 300 } }) as unknown as {
    xAxis: { name?: string }
    yAxis: { name?: string }
  }
  expect([xAxis.name, yAxis.name]).toEqual(expected)
})

it.each([
  [440, 320],
  [204, 200],
])('draws whole bubbles in a chart of %i x %i px', async (width, height) => {
  const far = answer({ country: [1, ['a', 'b']], p: [0, [1, 7.9]], q: [0, [2, 4.9]], s: [0, [1, 100]] })
  const { series } = await plot({ ...form, series: undefined }, [far], { size: { width, height } })
  for (const { left, right, top, bottom } of series.flatMap(({ boxes }) => boxes)) {
    expect(Math.min(left, top, width - right, height - bottom)).toBeGreaterThanOrEqual(0)
  }
})
