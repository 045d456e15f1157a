import { expect, it } from 'vitest'
import { columnBoxes } from './columnBoxes.ts'
import type { LayerSpec } from './layerSpec.ts'
import type { Project } from './placeNames.ts'

const size = { width: 400, height: 300 }
/** One px per degree; heights point upwards. */
const project: Project = ([x, y], height = 0) => [x, 300 - y - height]
const square = (x: number, y: number) => [
  [x, y],
  [x + 10, y],
  [x + 10, y + 10],
  [x, y + 10],
]
const columns = (marks: { x: number; high: number }[], props: Record<string, unknown> = {}): LayerSpec => ({
  kind: 'polygon',
  id: 'columns',
  props: {
    data: marks,
    extruded: true,
    getPolygon: ({ x }: { x: number }) => [square(x, 100)],
    getElevation: ({ high }: { high: number }) => high,
    ...props,
  },
})

it('names of places avoid high columns, from foot to top', () => {
  const layer = columns([
    { x: 50, high: 80 },
    { x: 100, high: 5 },
    { x: 900, high: 80 },
  ])
  expect(columnBoxes([layer], project, size)).toEqual([{ left: 50, top: 110, right: 60, bottom: 200 }])
})

it('areas without heights, and those with many points, are not avoided', () => {
  const marks = [{ x: 50, high: 80 }]
  expect(columnBoxes([columns(marks, { extruded: false })], project, size)).toEqual([])
  const coast = Array.from({ length: 50 }, (_, at) => [at, at % 2])
  expect(columnBoxes([columns(marks, { getPolygon: () => coast })], project, size)).toEqual([])
})
