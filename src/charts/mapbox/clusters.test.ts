import { describe, expect, it } from 'vitest'
import { boxOfLabel } from '../shared/maps/deck/mapLabels.ts'
import { fitBounds, placesIn, startViewport } from '../shared/maps/viewport.ts'
import { chartTheme } from '../shared/theme.ts'
import { answer, drawInput, noDatasource } from '../testing/drawInput.ts'
import { contextOfSaved, openSaved } from '../testing/parts.ts'
import { circlesOf, mapForm } from './circles.ts'
import { circlesIn, readPoints, zoomOf } from './clusters.ts'
import { labelsOf } from './labels.ts'
import { colorOf } from './look.ts'
import type { MapboxForm } from './query.ts'
import { still } from './still.ts'

const places = answer({
  x: [0, [10, 10.001, 10.002, 40, 200, null]],
  y: [0, [50, 50, 50, 20, 95, 1]],
  n: [0, [1, 2, 6, 4, 5, 6]],
  name: [1, ['a', 'b', 'c', 'd', 'e', 'f']],
})
const form = { viz_type: 'mapbox', all_columns_x: 'x', all_columns_y: 'y' }
const inputOf = (more: object = {}, data = [places]) =>
  drawInput(openSaved({ ...form, ...more })!.formData as MapboxForm, data)
const size = { width: 600, height: 400 }
const view = { ...startViewport, longitude: 25, latitude: 38, zoom: 2 }
const circles = (more: object = {}, at = view) => circlesIn(inputOf(more), at, size)

const queryOf = (more: object) =>
  contextOfSaved({ formData: { ...form, datasource: '1__table', ...more }, datasource: noDatasource })!.queries[0]!

describe('query of mapbox', () => {
  it.each([
    [
      'rows with the columns that are drawn',
      { mapbox_label: ['n'], point_radius: 'r' },
      ['x', 'y', 'n', 'r'],
      undefined,
    ],
    ['no count of rows that are not grouped', { mapbox_label: ['count'] }, ['x', 'y'], undefined],
    ['groups with their places', { groupby: ['name'], mapbox_label: ['n'] }, ['name', 'x', 'y', 'n'], []],
    ['the count of groups', { groupby: ['x', 'y'], mapbox_label: ['count'] }, ['x', 'y'], ['count']],
  ])('%s', (_name, more, columns, metrics) => {
    expect(queryOf(more)).toMatchObject({ columns })
    expect(queryOf(more).metrics).toEqual(metrics)
  })
})

describe('circles of mapbox', () => {
  it('joins places that are near each other, and leaves out rows without a place', () => {
    expect(readPoints(inputOf())).toMatchObject({ missing: 2, rows: [0, 1, 2, 3] })
    const [near, far] = circles().toSorted((one, other) => other.count - one.count)
    expect(near).toMatchObject({ count: 3, label: '3' })
    expect(near!.place[0]).toBeCloseTo(10.001)
    expect(far).toMatchObject({ count: 1, row: 3, label: undefined, radius: 6 })
    expect(circles({}, { ...view, longitude: 10, latitude: 50, zoom: 20 })).toHaveLength(1)
    expect(circles({}, { ...view, longitude: 10.001, latitude: 50, zoom: 17 })).toHaveLength(3)
  })

  it.each([
    ['sum', '9'],
    ['mean', '3'],
    ['min', '1'],
    ['max', '6'],
    ['var', '4.67'],
    ['std', '2.16'],
  ])('labels a circle with the %s of its points', (pandas_aggfunc, label) => {
    const [near] = circles({ mapbox_label: ['n'], pandas_aggfunc }).filter(({ count }) => count > 1)
    expect(near!.label).toBe(label)
  })

  it.each([
    ['var', '0.6667'],
    ['std', '0.8165'],
  ])('is exact in the %s of large numbers', (pandas_aggfunc, label) => {
    const large = answer({
      x: [0, [10, 10.001, 10.002, 10.001]],
      y: [0, [50, 50, 50, 50]],
      n: [0, [1e9, 1e9 + 1, 1e9 + 2, null]],
    })
    const [near] = circlesIn(inputOf({ mapbox_label: ['n'], pandas_aggfunc }, [large]), view, size)
    expect(near).toMatchObject({ count: 4, label })
  })

  it('labels single points with texts, and circles with their number', () => {
    expect(circles({ mapbox_label: ['name'] }).map(({ label }) => label)).toEqual(expect.arrayContaining(['d', '3']))
  })

  it.each([
    ['Pixels', 4],
    ['Kilometers', 4000 / ((40_075_016.686 * Math.cos((20 * Math.PI) / 180)) / (512 * 2 ** 7))],
    ['Miles', (4 * 1609.34) / ((40_075_016.686 * Math.cos((20 * Math.PI) / 180)) / (512 * 2 ** 7))],
  ])('has a radius in %s from a column', (point_radius_unit, radius) => {
    const near = { ...view, longitude: 40, latitude: 20, zoom: 7 }
    const [single] = circles({ point_radius: 'n', point_radius_unit }, near)
    expect(single!.radius).toBeCloseTo(radius, 6)
  })

  it('has a circle that can be seen for a radius of less than a pixel', () => {
    const [single] = circles({ point_radius: 'n', point_radius_unit: 'Kilometers' }).filter(({ count }) => count === 1)
    expect(single!.radius).toBe(2.5)
  })

  it('returns the zoom at which the points of a circle are separate', () => {
    const { cluster } = circles().find(({ count }) => count > 1)!
    const zoom = zoomOf(inputOf(), cluster!)
    expect(circles({}, { ...view, longitude: 10.001, latitude: 50, zoom })!.length).toBeGreaterThan(1)
  })

  it('reads colors as they were saved, and shows all points unless a viewport was set', () => {
    const { formData } = inputOf({ mapbox_color: 'rgb(1, 2, 3)', global_opacity: '0.5' })
    expect(colorOf(formData)).toEqual([1, 2, 3, 128])
    expect(colorOf(inputOf({ mapbox_color: 'javascript:', global_opacity: 7 }).formData)).toEqual([0, 139, 139, 255])
    expect(mapForm(formData).autozoom).toBe(true)
    expect(mapForm(inputOf({ viewport_zoom: 3 }).formData)).toMatchObject({ autozoom: false, viewport: { zoom: 3 } })
  })

  const circle = (x: number, radius: number, label?: string) => ({
    place: [x, 100] as [number, number],
    row: 0,
    count: 2,
    radius,
    label,
  })
  const labelled = (circles: ReturnType<typeof circle>[], boxes: { left: number; top: number }[] = []) =>
    labelsOf(circles, {
      form: inputOf().formData,
      theme: chartTheme('light'),
      place: ([x, y]) => [x, y],
      size: { width: 300, height: 200 },
      boxes: boxes.map((box) => ({ ...box, right: 300, bottom: 200 })),
    })

  it('writes labels into circles where they fit, and beside them where they do not', () => {
    const { text: color } = chartTheme('light')
    expect(labelled([circle(100, 20, '12')])).toMatchObject([{ up: 0, right: 0, color: '#FFF' }])
    expect(labelled([circle(100, 6, 'Bremen')])).toMatchObject([{ up: 15, right: 0, color }])
    // with another circle above it, then also with one below it
    const above = { ...circle(100, 12, '7'), place: [100, 80] as [number, number] }
    const below = { ...above, place: [100, 122] as [number, number] }
    expect(labelled([above, circle(100, 6, 'Bremen')])[1]).toMatchObject({ text: 'Bremen', up: -15 })
    const [, , beside] = labelled([above, below, circle(100, 6, 'Bremen')])
    expect(beside).toMatchObject({ text: 'Bremen', up: 0 })
    expect(beside!.right).toBeGreaterThan(20)
    expect(labelled([circle(100, 20)])).toEqual([])
  })

  it('leaves out labels that would be over a larger circle, or would be cut', () => {
    const shown = (...given: Parameters<typeof labelled>) => labelled(...given).map(({ text }) => text)
    const wide = [circle(60, 20, '1,000'), circle(80, 40, '2,000'), circle(160, 20, '3,000')]
    expect(shown(wide)).toEqual(['2,000', '3,000'])
    // labels at the edges of the map, then one behind an element that covers the map
    expect(shown([circle(5, 20, '12'), circle(298, 20, '34'), circle(100, 20, '56')])).toEqual(['56'])
    expect(shown(wide, [{ left: 150, top: 90 }])).toEqual(['2,000'])
  })

  it.each([40, 400])('has no label over another circle or label among %i circles', (count) => {
    const size = { width: 600, height: 400 }
    const circles = Array.from({ length: count }, (_, at) => ({
      ...circle(0, 5 + ((at * 7) % 30), String(at * 37)),
      place: [(at * 137.5) % 600, (at * 71.3) % 400] as [number, number],
    }))
    const theme = chartTheme('light')
    const labels = labelsOf(circles, { form: inputOf().formData, theme, place: ([x, y]) => [x, y], size })
    expect(labels.length).toBeGreaterThan(5)
    const boxes = labels.map((label) => boxOfLabel(label, ([x, y]) => [x, y]))
    for (const [at, { left, right, top, bottom }] of boxes.entries()) {
      expect([left >= 0, top >= 0, right <= 600, bottom <= 400]).toEqual([true, true, true, true])
      const label = labels[at]!
      const over = boxes.filter((box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top)
      expect(over).toHaveLength(1)
      const numbered = labels.filter((other) => other !== label && other.right === 0 && other.up === 0)
      for (const { at: middle, text } of numbered) {
        const { radius } = circles.find((each) => each.label === text)!
        const [x, y] = middle
        const distance = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))
        expect(distance).toBeGreaterThanOrEqual(radius)
      }
    }
  })

  it('draws the circles and labels of a view', () => {
    const { layer, labels } = circlesOf(inputOf({ mapbox_label: ['n'] }))
    const { props } = layer(view, size)
    expect((props['data'] as unknown[]).length).toBe(2)
    expect(
      labels(chartTheme('dark'))(view, size, { place: placesIn(view, size), boxes: [] })
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual(['4', '9'])
  })

  it('draws the circles that a larger map shows', () => {
    const { layer } = circlesOf(inputOf())
    const countIn = (box: typeof size) => (layer(view, box).props['data'] as unknown[]).length
    const small = { width: 20, height: 20 }
    expect([countIn(small), countIn(size), countIn(small)]).toEqual([0, 2, 0])
  })

  it('is a picture of the same circles', () => {
    const text = ({ defaultMessage }: { defaultMessage?: unknown }) => String(defaultMessage)
    const more = { id: 'p', measure: () => 10, text, size }
    const input = { ...inputOf({ mapbox_label: ['n'] }), ...more } as never
    const { bounds } = readPoints(inputOf({ mapbox_label: ['n'] }))
    const shown = circlesIn(inputOf({ mapbox_label: ['n'] }), fitBounds(bounds!, size), size)
    expect(JSON.stringify(still(input)).match(/"circle"/g)).toHaveLength(shown.length)
    expect(still({ ...inputOf({}, [answer({})]), ...more } as never)).toMatch(/^No row/)
    expect(still({ ...inputOf({ all_columns_x: null }), ...more } as never)).toMatch(/^This map needs/)
  })
})
