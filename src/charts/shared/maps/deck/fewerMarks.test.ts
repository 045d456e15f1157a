import { expect, it } from 'vitest'
import { fewerMarks } from './fewerMarks.ts'
import type { LayerSpec } from './layerSpec.ts'

const layer = (kind: LayerSpec['kind'], marks: number, props: Record<string, unknown> = {}): LayerSpec => ({
  kind,
  id: kind,
  props: { data: Array.from({ length: marks }, (_, at) => at), color: 'red', ...props },
})
const ring = (points: number) => Array.from({ length: points }, (_, at): [number, number] => [at, at % 2])
const areas = (marks: number, points = 5, stroked = false, shape = [ring(points)]) =>
  layer('polygon', marks, { getPolygon: () => shape, stroked })
const lines = (marks: number, points = 2, shape = ring(points)) => layer('path', marks, { getPath: () => shape })

const onProcessor = () => true
const counts = (layers: ReturnType<typeof fewerMarks>['layers']) =>
  layers.map((each) => (each as LayerSpec).props['data'] as number[]).map(({ length }) => length)
/** How many of a large number of marks are drawn. */
const mostOf = (all: LayerSpec) => counts(fewerMarks([all], onProcessor).layers)[0]!

it('without a graphics card, the first marks are drawn, fewer if each takes more time', () => {
  const many = 1_000_000
  const kinds = [layer('scatterplot', many), lines(many), areas(many), layer('arc', many), areas(many, 5, true)]
  const most = kinds.map((all) => {
    const { layers, left } = fewerMarks([all], onProcessor)
    const { props } = layers[0] as LayerSpec
    const [shown = 0] = counts(layers)
    expect(left).toEqual({ shown, all: many })
    expect(props).toMatchObject({ color: 'red' })
    expect((props['data'] as number[]).slice(0, 2)).toEqual([0, 1])
    return shown
  })
  expect(most[0]).toBeGreaterThanOrEqual(100_000)
  expect(Math.min(...most)).toBeGreaterThan(5000)
  expect(new Set(most).size).toBe(most.length)
  expect(mostOf(areas(many, 5, true))).toBeLessThan(mostOf(areas(many)))
  // walls take more time than the area above them
  const raised = layer('polygon', many, { getPolygon: () => ring(5), extruded: true })
  expect(mostOf(raised) * 2).toBeLessThan(mostOf(areas(many)))
})

it('the points of marks count, in all of their rings', () => {
  const [short, long] = [mostOf(lines(1_000_000, 10)), mostOf(lines(100_000, 100))]
  expect(Math.abs(short - long * 10)).toBeLessThanOrEqual(10)
  const rings = [ring(5), ring(5)]
  const holes = layer('polygon', 1_000_000, { getPolygon: () => rings })
  expect(Math.abs(mostOf(areas(1_000_000)) - mostOf(holes) * 2)).toBeLessThanOrEqual(2)
  const flat = layer('polygon', 1_000_000, { getPolygon: () => rings[0] })
  expect(mostOf(flat)).toBe(mostOf(areas(1_000_000)))
})

it('layers that are drawn together share the time, and what one does not need is for the others', () => {
  const alone = mostOf(areas(1_000_000))
  const half = counts(fewerMarks([areas(1_000_000), areas(1_000_000)], onProcessor).layers)
  for (const count of half) expect(Math.abs(count - alone / 2)).toBeLessThanOrEqual(1)
  const { layers, left } = fewerMarks([areas(1_000_000), areas(100), lines(0)], onProcessor)
  expect(counts(layers)).toEqual([alone - 100, 100, 0])
  expect(left).toEqual({ shown: alone, all: 1_000_100 })
})

it('each kind of layer needs time to start, and outlines of points take more time', () => {
  const alone = mostOf(areas(1_000_000))
  const { layers } = fewerMarks([areas(1_000_000), lines(1)], onProcessor)
  expect(counts(layers)[0]).toBeLessThan(alone * 0.9)
  const many = 1_000_000
  expect(mostOf(layer('scatterplot', many, { stroked: true }))).toBeLessThan(mostOf(layer('scatterplot', many)))
})

it('with a graphics card, or with few marks, all are drawn', () => {
  const many = [areas(1_000_000)]
  expect(fewerMarks(many, () => false)).toEqual({ layers: many, left: undefined })
  const few = [areas(1000), layer('arc', 1000)]
  const asked = () => {
    throw new Error('few marks need no look at the graphics card')
  }
  const drawn = fewerMarks(few, asked)
  expect(drawn.layers).toBe(few)
  expect(drawn.left).toBeUndefined()
  const ofView = [() => areas(1_000_000)]
  expect(fewerMarks(ofView, asked).layers).toBe(ofView)
})

it('a mark that takes too long alone does not hide the others', () => {
  const [huge, small] = [ring(1_000_000), ring(5)]
  const shapes = [small, huge, small, small]
  const all = layer('polygon', 4, {
    data: shapes,
    getPolygon: (shape: unknown) => shape,
  })
  const { layers, left } = fewerMarks([all], onProcessor)
  const { props } = layers[0] as LayerSpec
  expect(props['data']).toEqual([small, small, small])
  expect(left).toEqual({ shown: 3, all: 4 })
})
