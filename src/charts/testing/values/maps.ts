import { expect } from 'vitest'
import { pointLayer } from '../../deckScatter/points.ts'
import type { DeckScatterForm } from '../../deckScatter/query.ts'
import { answer, drawInput } from '../drawInput.ts'
import { openSaved } from '../parts.ts'
import type { Check } from './check.ts'

/** Types that are drawn by a graphics card: the places, sizes and colors of their marks. Stories look at the pixels. */

interface Circles {
  data: number[]
  getPosition: (at: number) => number[]
  getRadius: (at: number) => number
  getFillColor: (at: number) => number[]
}

const deckScatter: Check = () => {
  const data = [answer({ x: [0, [10, 20]], y: [0, [50, 60]], g: [1, ['a', 'b']], m: [0, [3.1415926, 4 * Math.PI]] })]
  const form = {
    viz_type: 'deck_scatter',
    spatial: { type: 'latlong', lonCol: 'x', latCol: 'y' },
    point_radius_fixed: { type: 'metric', value: 'm' },
    point_unit: 'square_km',
    dimension: 'g',
  }
  const input = drawInput(openSaved(form)!.formData as DeckScatterForm, data)
  const { kind, props } = pointLayer(input, new Set())
  const circles = props as unknown as Circles
  expect(kind).toBe('scatterplot')
  expect(circles.data.map(circles.getPosition)).toEqual([
    [10, 50],
    [20, 60],
  ])
  expect(circles.data.map((at) => Math.round(circles.getRadius(at)))).toEqual([1000, 2000])
  const colors = circles.data.map((at) => circles.getFillColor(at).slice(0, 3))
  expect(colors.map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)).toEqual([
    input.color('a').toLowerCase(),
    input.color('b').toLowerCase(),
  ])
}

export const maps: Record<string, Check> = { deck_scatter: deckScatter }
