import { expect, it } from 'vitest'
import { fewerMarks } from './fewerMarks.ts'
import type { LayerSpec } from './layerSpec.ts'

const layer = (kind: LayerSpec['kind'], marks: number): LayerSpec => ({
  kind,
  id: kind,
  props: { data: Array.from({ length: marks }, (_, at) => at), color: 'red' },
})
const outlined = (marks: number): LayerSpec => {
  const { props, ...rest } = layer('polygon', marks)
  return { ...rest, props: { ...props, stroked: true } }
}
const onProcessor = () => true
const counts = (layers: ReturnType<typeof fewerMarks>['layers']) =>
  layers.map((each) => (each as LayerSpec).props['data'] as number[]).map(({ length }) => length)

it('without a graphics card, the first areas and arcs are drawn, fewer if they have outlines', () => {
  const most = [layer('arc', 100_000), layer('polygon', 100_000), outlined(100_000)].map((all) => {
    const { layers, left } = fewerMarks([all], onProcessor)
    const { props } = layers[0] as LayerSpec
    const [shown = 0] = counts(layers)
    expect(left).toEqual({ shown, all: 100_000 })
    expect(props).toMatchObject({ color: 'red' })
    expect((props['data'] as number[]).slice(0, 2)).toEqual([0, 1])
    return shown
  })
  expect(most).toEqual(most.toSorted((one, other) => other - one))
  expect(new Set([...most, 100_000]).size).toBe(4)
  for (const kind of ['path', 'scatterplot'] as const)
    expect(fewerMarks([layer(kind, 100_000)], onProcessor).left).toBeUndefined()
})

it('layers that are drawn together share the time', () => {
  const [alone = 0] = counts(fewerMarks([layer('polygon', 100_000)], onProcessor).layers)
  const together = [layer('polygon', 100_000), layer('scatterplot', 100_000), layer('path', 0)]
  const { layers, left } = fewerMarks(together, onProcessor)
  expect(counts(layers)).toEqual([alone / 2, 100_000, 0])
  expect(left).toEqual({ shown: alone / 2 + 100_000, all: 200_000 })
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
