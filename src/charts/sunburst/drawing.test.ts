import { expect, it } from 'vitest'
import { flatBranches } from '../shared/hierarchy.ts'
import { answer, drawInput, noDatasource } from '../testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
import { drawing, readRings } from './drawing.ts'
import { fitsHorizontally } from './place.ts'
import type { SunburstForm } from './query.ts'

const data = answer({
  region: [1, ['north', 'north', 'south']],
  city: [1, ['x', 'y', 'x']],
  n: [0, [10, 30, 20]],
  m: [0, [5, 0, 20]],
})
const input = (saved: Record<string, unknown> = {}) =>
  drawInput(
    openSaved({ viz_type: 'sunburst_v2', columns: ['region', 'city'], metric: 'n', ...saved })!
      .formData as SunburstForm,
    [data],
  )

it('rings hold the sums of both metrics', () => {
  const rings = flatBranches(readRings(input({ secondary_metric: 'm' }))).map(({ path, sums }) => [
    path.join('/'),
    sums,
  ])
  expect(rings).toEqual([
    ['north', [40, 5]],
    ['north/x', [10, 5]],
    ['north/y', [30, 0]],
    ['south', [20, 20]],
    ['south/x', [20, 20]],
  ])
})

it('the order of the rows does not matter, unless they are sorted by the metric', () => {
  const turned = answer({
    region: [1, ['south', 'north', 'north']],
    city: [1, ['x', 'y', 'x']],
    n: [0, [20, 30, 10]],
    m: [0, [20, 0, 5]],
  })
  expect(readRings({ ...input(), data: [turned] })).toEqual(readRings(input()))
  const years = answer({ region: [0, [10, 9]], city: [1, ['x', 'x']], n: [0, [1, 2]], m: [0, [1, 1]] })
  const namesOf = (saved: object, result: typeof years) =>
    readRings({ ...input({ ...saved }), data: [result] }).map(({ name }) => name)
  expect(namesOf({}, years)).toEqual(['9', '10'])
  expect(namesOf({ sort_by_metric: true }, turned)).toEqual(['south', 'north'])
})

it('colors by the ratio of the metrics, or by name', () => {
  type Node = { itemStyle: { color: string }; children?: Node[] }
  const nodes = (saved: object) =>
    (drawing.option(input({ ...saved })) as unknown as { series: { data: Node[] }[] }).series[0]!.data
  const [north, south] = nodes({ secondary_metric: 'm', linear_color_scheme: 'white_black' })
  // 5 of 40 is between 0 and 1, where white becomes black
  expect(south!.itemStyle.color).toBe('rgb(0, 0, 0)')
  expect(north!.children![1]!.itemStyle.color).toBe('rgb(255, 255, 255)')
  const [byName] = nodes({ secondary_metric: 'n' })
  expect(byName!.itemStyle.color).toMatch(/^#/)
})

it('filters by all levels down to the ring', () => {
  const emit = (dataIndex: number) => drawing.crossFilter!(input(), { dataIndex })?.extraFormData?.filters
  expect(emit(1)).toEqual([{ col: 'region', op: 'IN', val: ['north'] }])
  expect(emit(3)).toEqual([
    { col: 'region', op: 'IN', val: ['north'] },
    { col: 'city', op: 'IN', val: ['y'] },
  ])
})

it('an older sunburst opens with the same data', () => {
  const old = { viz_type: 'sunburst', groupby: ['region', 'city'], metric: 'n', datasource: '1__table' }
  const context = contextOfSaved({ formData: old, datasource: noDatasource })
  expect(context?.queries[0]).toMatchObject({ columns: ['region', 'city'], metrics: ['n'] })
  expect(readRings(drawInput(openSaved(old)!.formData as SunburstForm, [data]))).toEqual(
    readRings(input({ secondary_metric: undefined })),
  )
})

it('truncates names to their ring, but never numbers', () => {
  type Node = { label: { show?: boolean; formatter: () => string } }
  const first = (label_type: string, side: number) => {
    const drawn = { ...input({ label_type, number_format: ',.4f' }), size: { width: side, height: side } }
    return (drawing.option(drawn) as unknown as { series: { data: Node[] }[] }).series[0]!.data[0]!.label
  }
  expect(first('value', 600).formatter()).toBe('40.0000')
  // the short form
  expect(first('value', 160).formatter()).toBe('40')
  expect(first('key_value', 600).formatter()).toBe('north: 40.0000')
  expect(first('key_value', 160).formatter()).toBe('north')
})

it('leaves out a name of which only a letter or two fit', () => {
  const labelsAt = (width: number) => {
    const { series } = drawing.option({
      ...input({ show_labels: true }),
      size: { width, height: width },
    }) as unknown as {
      series: { data: { label: { show?: boolean; formatter: () => string } }[] }[]
    }
    return series[0]!.data.map(({ label }) => label.show !== false && label.formatter())
  }
  expect(labelsAt(400)).toEqual(['north', 'south'])
  expect(labelsAt(150)).toEqual([false, false])
})
it('does not measure the names of parts that are too narrow for them', () => {
  const many = answer({
    region: [1, ['big', ...Array.from({ length: 99 }, (_, at) => `small ${at}`)]],
    city: [1, Array.from({ length: 100 }, () => 'x')],
    n: [0, [901, ...Array.from({ length: 99 }, () => 1)]],
  })
  const { series } = drawing.option({ ...input({ show_labels: true }), data: [many] }) as unknown as {
    series: { data: { name: string; label: { show?: boolean } }[] }[]
  }
  const named = series[0]!.data.filter(({ label }) => label.show !== false)
  expect(named.map(({ name }) => name)).toEqual(['big'])
})

it('a text is horizontal if it fits in its sector', () => {
  const ring = { inner: 50, outer: 100 }
  const quarter = { ...ring, from: 0.125, to: 0.375 }
  expect(fitsHorizontally(quarter, 40, 11)).toBe(true)
  // longer than the ring is wide, which is at the right of the center
  expect(fitsHorizontally(quarter, 60, 11)).toBe(false)
  // above the center, the ring is wider than high
  expect(fitsHorizontally({ ...ring, from: 0.875, to: 1.125 }, 60, 11)).toBe(true)
  expect(fitsHorizontally({ ...ring, from: 0.24, to: 0.26 }, 20, 11)).toBe(false)
  // the whole circle
  expect(fitsHorizontally({ ...ring, from: 0, to: 1 }, 20, 11)).toBe(true)
})

it('has a ramp for the colors of a metric, if there is space', () => {
  const drawn = (more: Record<string, unknown>, side: number) => {
    const { visualMap, series } = drawing.option({
      ...input(more),
      size: { width: side, height: side },
    }) as unknown as { visualMap?: { min: number; max: number; text: string[] }; series: { center: number[] }[] }
    return { visualMap, y: series[0]!.center[1] }
  }
  expect(drawn({ secondary_metric: 'm' }, 400).visualMap).toMatchObject({ min: 0, max: 1, text: ['100%', 'm / n  0%'] })
  expect(drawn({ secondary_metric: 'm' }, 400).y).toBe(188)
  expect(drawn({ secondary_metric: 'm' }, 200)).toEqual({ y: 100 })
  expect(drawn({}, 400)).toEqual({ y: 200 })
})
