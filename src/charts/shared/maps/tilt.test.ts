import { expect, it } from 'vitest'
import { shownGround, tiltOf } from './tilt.ts'
import { pixelsOfMeter, placesIn } from './viewport.ts'

const size = { width: 800, height: 500 }

// as deck.gl projects them: pitch, bearing, longitude, latitude and meters
it.each([
  [0, 0, [14, 25, 0], [491, 127]],
  [0, 0, [12, 20, 300000], [450, 250]],
  [45, 0, [14, 25, 0], [482, 172]],
  [45, 0, [12, 20, 300000], [448, 201]],
  [0, 30, [14, 25, 0], [417, 98]],
  [0, 30, [12, 20, 300000], [443, 225]],
  [60, -75, [14, 25, 0], [552, 280]],
  [60, -75, [12, 20, 300000], [413, 212]],
] as const)('with a pitch of %s and a bearing of %s, the place %j is at %j', (pitch, bearing, [x, y, meters], at) => {
  const view = { longitude: 10, latitude: 20, zoom: 4, pitch, bearing }
  const up = meters * pixelsOfMeter(view.zoom, y)
  expect(tiltOf(view, size)(placesIn(view, size)([x, y]), up).map(Math.round)).toEqual(at)
})

it('the shown ground reaches the edges of the map', () => {
  const view = { longitude: 0, latitude: 0, zoom: 4, pitch: 50, bearing: 0 }
  const [[left, top], [right, bottom]] = shownGround(view, size)
  const tilt = tiltOf(view, size)
  expect(tilt([left, top])[0]).toBeCloseTo(0)
  expect(tilt([right, top])[0]).toBeCloseTo(800)
  expect(tilt([right, top])[1]).toBeCloseTo(0)
  expect(Math.round(tilt([400, bottom])[1])).toBe(500)
  expect(shownGround({ ...view, pitch: 0 }, size)).toEqual([
    [0, 0],
    [800, 500],
  ])
})
