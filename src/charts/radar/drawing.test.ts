import { expect, it } from 'vitest'
import { answer, drawInput } from '../testing/drawInput.ts'
import { openSaved } from '../testing/parts.ts'
import { axesOf, drawing, readPolygons } from './drawing.ts'
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
