import { describe, expect, it } from 'vitest'
import { placesIn, startViewport } from '../viewport.ts'
import { circleAt } from './circleAt.ts'
import type { LayerSpec } from './layerSpec.ts'

const size = { width: 800, height: 400 }
const view = { ...startViewport, longitude: 20, latitude: 30, zoom: 3 }
const place = placesIn(view, size)

/** 2500 circles, two degrees apart. */
const data = Array.from({ length: 2500 }, (_, at) => at)
const positionOf = (at: number): [number, number] => [(at % 50) * 2 - 30, Math.floor(at / 50) * 2 - 20]
const circles = (props: Record<string, unknown> = {}): LayerSpec => ({
  kind: 'scatterplot',
  id: 'points',
  props: { data, pickable: true, getPosition: positionOf, getRadius: 2, radiusUnits: 'pixels', ...props },
})
const found = (at: readonly [number, number], layers: LayerSpec[] = [circles()], repeats = false, seen = view) =>
  circleAt({ layers, size, repeats }, seen, at, () => true)

const of = (index: number) => ({ layer: 'points', index, object: index })
const [x, y] = place(positionOf(1234))

describe('the circle at a position', () => {
  it('is the one there, or a near one', () => {
    expect(found([x, y])).toEqual(of(1234))
    expect(found([x + 3, y + 4])).toEqual(of(1234))
    expect(found([x + 7, y])).toBeNull()
    expect(found([-1, -1])).toBeNull()
  })

  it('is the uppermost one', () => {
    const wide = circles({ getRadius: 10, getPosition: (at: number) => (at < 10 ? positionOf(1234) : positionOf(0)) })
    expect(found([x, y], [wide])).toEqual(of(9))
    const above = { ...circles(), id: 'above' }
    expect(found([x, y], [circles(), above])).toEqual({ ...of(1234), layer: 'above' })
  })

  it('has a radius in meters within limits in px', () => {
    const tiny = { getRadius: 1, radiusUnits: 'meters', radiusMinPixels: 12, radiusMaxPixels: 20 }
    expect(found([x - 11, y], [circles(tiny)])).toEqual(of(1234))
    const huge = { getRadius: 1e9, radiusUnits: 'meters', radiusMinPixels: 0, radiusMaxPixels: 5 }
    expect([found([x + 8, y], [circles(huge)]), found([x + 10, y], [circles(huge)])]).toEqual([of(1234), null])
  })

  it('is found on a repetition of the earth', () => {
    const other = { ...view, longitude: view.longitude + 360 }
    expect([found([x, y], undefined, true, other), found([x, y], undefined, false, other)]).toEqual([of(1234), null])
  })

  it.each([
    ['few circles', [circles({ data: data.slice(0, 100) })], view],
    ['other marks', [circles(), { kind: 'path', id: 'lines', props: { pickable: true, data: [] } } as LayerSpec], view],
    ['a tilted map', [circles()], { ...view, pitch: 30 }],
    ['a turned map', [circles()], { ...view, bearing: 30 }],
  ])('is left to deck.gl for %s', (_name, layers, seen) => expect(found([x, y], layers, false, seen)).toBeUndefined())

  it('is left to deck.gl with a graphics card', () =>
    expect(circleAt({ layers: [circles()], size, repeats: false }, view, [x, y], () => false)).toBeUndefined())
})
