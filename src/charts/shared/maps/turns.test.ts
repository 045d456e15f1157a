import { expect, it } from 'vitest'
import { turnsOf } from './turns.ts'

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
