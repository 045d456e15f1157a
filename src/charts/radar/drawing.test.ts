import { expect, it } from 'vitest'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { axesOf, drawing, readPolygons } from './drawing.ts'
import { fittingPositions } from './labels.ts'
import type { RadarForm } from './query.ts'

const data = answer({ team: [1, ['a', 'b', 'c']], speed: [0, [1, 5, null]], price: [0, [0, 0, null]] })
const input = (saved: Record<string, unknown> = {}) =>
  drawInput(
    openSaved({ viz_type: 'radar', groupby: ['team'], metrics: ['speed', 'price'], ...saved })!.formData as RadarForm,
    [data],
  )

it('has one polygon per row with a value', () => {
  expect(readPolygons(input()).map(({ label, values }) => [label, values])).toEqual([
    ['a', [1, 0]],
    ['b', [5, 0]],
  ])
})

it.each([
  [{}, undefined, undefined, undefined],
  [{ speed: { radarMetricMaxValue: null }, price: { radarMetricMaxValue: null } }, 5, undefined, undefined],
  [{ speed: { radarMetricMaxValue: '20', radarMetricMinValue: 2 } }, 20, 2, undefined],
  [{ speed: { radarMetricMaxValue: 1, radarMetricMinValue: 2 } }, undefined, undefined, undefined],
])('ends of the axes with %j', (column_config, max, min, priceMax) => {
  const given = input({ column_config })
  const [speed, price] = axesOf(given, readPolygons(given))
  expect([speed?.max, speed?.min, price?.max]).toEqual([max, min, priceMax])
})

it('filters by the row of a polygon', () => {
  expect(drawing.crossFilter!(input(), { name: 'b' })).toMatchObject({
    extraFormData: { filters: [{ col: 'team', op: 'IN', val: ['b'] }] },
  })
})

it('is as large in a narrow chart as its names allow', () => {
  const { radar } = drawing.option({ ...input(), size: { width: 204, height: 200 } }) as unknown as {
    radar: { radius: number }
  }
  expect(radar.radius).toBeGreaterThanOrEqual(50)
})

it('leaves room for a long name only on the side of its axis', () => {
  const measures = ['up', 'right', 'a rather long name of a measure', 'also a long name', 'left']
  const many = answer({ team: [1, ['a']], ...Object.fromEntries(measures.map((name) => [name, [0, [1]] as const])) })
  const { formData } = input({ metrics: measures })
  const { radar } = drawing.option(drawInput(formData, [many], { size: { width: 420, height: 290 } })) as unknown as {
    radar: { radius: number }
  }
  expect(radar.radius).toBeGreaterThan(105)
})

it('does not truncate the name that decides how large it is', () => {
  const measures = ['Flights', 'Longest delay', 'Average distance', 'Average delay']
  const many = answer({ team: [1, ['a']], ...Object.fromEntries(measures.map((name) => [name, [0, [1]] as const])) })
  const { formData } = input({ metrics: measures })
  for (let width = 700; width < 740; width += 0.4) {
    const { radar } = drawing.option(drawInput(formData, [many], { size: { width, height: 900 } })) as unknown as {
      radar: { axisName?: { formatter: (name: string) => string }; indicator: { name: string }[] }
    }
    const shown = radar.indicator.map(({ name }) => radar.axisName?.formatter(name) ?? name)
    expect(shown).toEqual(measures)
  }
})

it('labels of polygons do not cover each other', () => {
  const at = (y: number) => [{ x: 0, y, text: '370,248' }]
  expect(fittingPositions([at(0), at(100)], 'top')).toEqual(['top', 'top'])
  expect(fittingPositions([at(0), at(5)], 'top')).toEqual(['top', 'right'])
  // above and below a point
  expect(fittingPositions([at(0), at(1)], 'top')).toEqual(['top', 'bottom'])
  expect(fittingPositions([at(0), at(0), at(0)], 'top')).toBeUndefined()
})

it('a note says that there are no labels if they would cover each other', () => {
  const drawn = (first: number[]) => {
    const given = answer({ team: [1, ['a', 'b', 'c', 'd', 'e']], speed: [0, first], price: [0, first], n: [0, first] })
    const { formData } = input({ metrics: ['speed', 'price', 'n'], show_labels: true })
    const option = drawing.option(drawInput(formData, [given], { size: { width: 900, height: 800 } }))
    const { title, series } = option as unknown as {
      title?: { text: string }
      series: { data: { label: { show: boolean; backgroundColor: string } }[] }[]
    }
    return [title?.text, series[0]!.data[0]!.label.show]
  }
  expect(drawn([1, 2, 3, 4, 5])).toEqual([undefined, true])
  expect(drawn([1, 1, 1, 1, 1])).toEqual(['Too many values for labels', false])
})

it('a long name has two lines in a narrow chart', () => {
  const measures = ['Flights', 'Average delay', 'Late', 'Average distance', 'Airports']
  const many = answer({ team: [1, ['a']], ...Object.fromEntries(measures.map((name) => [name, [0, [1]] as const])) })
  const { formData } = input({ metrics: measures })
  const { radar } = drawing.option(drawInput(formData, [many], { size: { width: 204, height: 200 } })) as unknown as {
    radar: { radius: number; axisName: { formatter: (name: string) => string } }
  }
  expect(measures.map((name) => radar.axisName.formatter(name))).toEqual([
    'Flights',
    'Average\ndelay',
    'Late',
    'Average\ndistance',
    'Airports',
  ])
  expect(radar.radius).toBeGreaterThan(40)
})
