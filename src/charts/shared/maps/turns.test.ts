import { expect, it } from 'vitest'
import { linesInPart, partAround, turnsOf } from './turns.ts'

const size = { width: 1024, height: 400 }
const view = { longitude: 0, latitude: 0, zoom: 2, bearing: 0, pitch: 0 }

it.each([
  ['half of the world', view, [0]],
  ['180 degrees in the east', { ...view, longitude: 100 }, [0, 360]],
  ['180 degrees in the west', { ...view, longitude: -100 }, [-360, 0]],
  ['more than the world', { ...view, zoom: 0.5 }, [-360, 0, 360]],
  ['the world and what is behind a tilted map', { ...view, zoom: 2, pitch: 45 }, [-360, 0, 360]],
] as const)('a map with %s shows land on each side of 180 degrees', (_name, shown, turns) =>
  expect(turnsOf(shown, size)).toEqual(turns),
)

it('the part of the world around a view contains its corners, in steps of ten degrees', () => {
  expect(partAround({ ...view, longitude: 13, latitude: 48, zoom: 5 }, size)).toEqual([0, 30, 30, 60])
  const [west, , east, north] = partAround({ ...view, zoom: 0 }, size)
  expect([west <= -180, east >= 180, north]).toEqual([true, true, 90])
})

it('lines outside of a part are left out', () => {
  const [near, across, far] = [
    [
      [1, 1],
      [2, 2],
    ],
    [
      [-50, 5],
      [50, 6],
    ],
    [
      [1, 40],
      [2, 50],
    ],
  ]
  expect(linesInPart([near!, across!, far!], [0, 0, 10, 10])).toEqual([near, across])
})
