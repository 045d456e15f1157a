import { expect, it } from 'vitest'
import type { LayerSpec } from './layerSpec.ts'
import { withinMap } from './withinMap.ts'

type At = (mark: unknown) => number[]
const places = [
  [0, 90],
  [10, -89],
  [20, 50],
]
const at = (mark: unknown) => places[mark as number]

it.each<[LayerSpec['kind'], string]>([
  ['scatterplot', 'getPosition'],
  ['arc', 'getSourcePosition'],
  ['arc', 'getTargetPosition'],
])('places of a layer of the kind %s beyond the map are at its edge: %s', (kind, name) => {
  const props = withinMap({ kind, props: { data: [0, 1, 2], [name]: at, getRadius: 5 } })
  const drawn = [0, 1, 2].map((mark) => (props[name] as At)(mark))
  expect(drawn.map(([x]) => x)).toEqual([0, 10, 20])
  expect(drawn[0]?.[1]).toBeCloseTo(85.05, 2)
  expect(drawn[1]?.[1]).toBeCloseTo(-85.05, 2)
  expect(drawn[2]?.[1]).toBe(50)
  expect(props).toMatchObject({ data: [0, 1, 2], getRadius: 5 })
})

it('other layers keep their properties', () => {
  const props = { data: [0], getPath: () => [[0, 90]] }
  expect(withinMap({ kind: 'path', props })).toEqual(props)
})
