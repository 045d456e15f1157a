import { init, use as register } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { expect, it } from 'vitest'
import type { EChartsDrawing } from '../shared/contract.ts'
import { answer, drawInput } from '../testing/drawInput.ts'
import { areasOfCountry, areasOfWorld, knownCountries, knownPlaces, placesOn } from '../testing/mapPlaces.ts'
import { openSaved } from '../testing/parts.ts'
import { drawing as world } from '../worldMap/drawing.ts'
import { drawing as country } from './drawing.ts'

register([SVGRenderer])

const size = { width: 440, height: 330 }

/** The color that is drawn at a place: that of the last path around it. */
function colorAt(svg: string, place: readonly number[]): string | undefined {
  const paths = [...svg.matchAll(/<path d="([^"]+)"[^>]*fill="([^"]+)"/g)]
  return paths.findLast(([, data = '']) => ringsOf(data).filter((ring) => isIn(place, ring)).length % 2 === 1)?.[2]
}

const ringsOf = (data: string) =>
  data
    .split('M')
    .slice(1)
    .map((ring) =>
      (ring.match(/-?[\d.]+(e-?\d+)? -?[\d.]+(e-?\d+)?/g) ?? []).map((pair) => pair.split(' ').map(Number)),
    )

/** Whether a place is in a ring: then an odd number of sides is to the right of the place. */
function isIn([x = 0, y = 0]: readonly number[], ring: readonly number[][]): boolean {
  const crossed = ring.filter(([fromX = 0, fromY = 0], at) => {
    const [toX = 0, toY = 0] = ring.at(at - 1) ?? []
    return fromY > y !== toY > y && x < ((toX - fromX) * (y - fromY)) / (toY - fromY) + fromX
  })
  return crossed.length % 2 === 1
}

it.each([
  ...Object.entries(knownPlaces).map(([key, known]) => ({ key, known, areas: areasOfCountry(key) })),
  { key: 'world', known: knownCountries, areas: areasOfWorld() },
])('$key has the colors of its values where its regions are', async ({ key, known, areas }) => {
  const rows = answer({
    c: [1, known.map(([, , code]) => code)],
    m: [0, known.map(([, , , isLarge]) => (isLarge ? 9 : 1))],
  })
  const form = { entity: 'c', metric: 'm', select_country: key, linear_color_scheme: 'white_black' }
  const viz_type = key === 'world' ? 'world_map' : 'country_map'
  const input = drawInput(openSaved({ viz_type, ...form })!.formData as never, [rows], { size })
  const drawing = (key === 'world' ? world : country) as unknown as EChartsDrawing<never>
  await drawing.register(input.formData)
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size })
  chart.setOption({ animation: false, ...drawing.option(input) })
  const svg = chart.renderToSVGString()
  const placeOf = placesOn(areas, size)
  // black is the larger value
  expect(known.map((place) => [place[2], colorAt(svg, placeOf(place))])).toEqual(
    known.map(([, , code, isLarge]) => [code, isLarge ? 'rgb(0, 0, 0)' : 'rgb(255, 255, 255)']),
  )
})
