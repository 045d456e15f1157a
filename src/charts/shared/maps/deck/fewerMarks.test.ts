import { expect, it } from 'vitest'
import { fewerMarks } from './fewerMarks.ts'
import type { LayerSpec } from './layerSpec.ts'

const layer = (kind: LayerSpec['kind'], marks: number): LayerSpec => ({
  kind,
  id: kind,
  props: { data: Array.from({ length: marks }, (_, at) => at), color: 'red' },
})
const onProcessor = () => true
const counts = (layers: ReturnType<typeof fewerMarks>['layers']) =>
  layers.map((each) => (each as LayerSpec).props['data'] as number[]).map(({ length }) => length)

it('without a graphics card, the first arcs and areas are drawn, and all points and lines', () => {
  const all = [layer('polygon', 100_000), layer('arc', 100_000), layer('path', 100_000), layer('scatterplot', 100_000)]
  const { layers, left } = fewerMarks(all, onProcessor)
  const [areas = 0, arcs = 0, ...others] = counts(layers)
  expect(areas).toBeLessThan(arcs)
  expect(arcs).toBeLessThan(100_000)
  expect(others).toEqual([100_000, 100_000])
  expect(left).toEqual({ shown: areas + arcs + 200_000, all: 400_000 })
  expect((layers[0] as LayerSpec).props).toMatchObject({ color: 'red' })
  expect(((layers[0] as LayerSpec).props['data'] as number[]).slice(0, 2)).toEqual([0, 1])
})

it('with a graphics card, or with few marks, all are drawn', () => {
  const many = [layer('polygon', 100_000)]
  expect(fewerMarks(many, () => false)).toEqual({ layers: many, left: undefined })
  const few = [layer('polygon', 1000), layer('arc', 1000)]
  const asked = () => {
    throw new Error('few marks need no look at the graphics card')
  }
  const drawn = fewerMarks(few, asked)
  expect(drawn.layers).toBe(few)
  expect(drawn.left).toBeUndefined()
  const ofView = [() => layer('polygon', 100_000)]
  expect(fewerMarks(ofView, asked).layers).toBe(ofView)
})
