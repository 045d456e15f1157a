import { expect, it } from 'vitest'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { axesOf, drawing, readPolygons } from './drawing.ts'
import { fittingOffsets, nameBox } from './labels.ts'
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
  const at = (y: number) => ({ x: 0, y, text: '370,248' })
  const sides = (ys: number[], taken = [] as ReturnType<typeof nameBox>[]) =>
    fittingOffsets(ys.map(at), 'top', taken)?.map(({ dx, dy }) => [Math.sign(dx), Math.sign(dy)])
  const [above, right] = [
    [0, -1],
    [1, 0],
  ]
  expect(sides([0, 100])).toEqual([above, above])
  expect(sides([0, 5])).toEqual([above, right])
  // three values at almost the same point
  expect(sides([0, 1, 2])).toEqual([above, [1, 1], [-1, 1]])
  expect(sides([0, 0, 0, 0, 0, 0, 0, 0, 0])).toBeUndefined()
  // nor do they cover the name of the axis, or another point
  expect(sides([0], [nameBox(['Late'], 0, 12)])).toEqual([right])
  expect(sides([0, -14])).toEqual([right, above])
})

it('if names of metrics would make labels cover each other, labels have the values only', () => {
  const formatted = (first: number[], width: number) => {
    const metrics = ['speed', 'price', 'the average number of flights that are late by an hour or more in a month']
    const columns = Object.fromEntries(metrics.map((name) => [name, [0, first] as const]))
    const given = answer({ team: [1, first.map(String)], ...columns })
    const { formData } = input({ metrics, show_labels: true, label_type: 'key_value' })
    const { series } = drawing.option(drawInput(formData, [given], { size: { width, height: width } })) as unknown as {
      series: { data: { label: { formatter: (params: object) => string } }[] }[]
    }
    return series[0]!.data[0]!.label.formatter({ dimensionIndex: 0, value: first[0] })
  }
  expect(formatted([1, 5], 1600)).toBe('speed: 1')
  expect(formatted([1, 5], 900)).toBe('1')
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
