import type { PictureParts, StillInput } from '../shared/contract.ts'
import { stillMap } from '../shared/maps/stillMap.ts'
import { h, type SvgNode } from '../shared/svg/tree.ts'
import { backgroundOf, cornersOf, mapForm, readPlaces, sizeOf, smallForm } from './places.ts'
import type { CartodiagramForm } from './query.ts'
import { texts } from './texts.ts'

export { sources } from './sources.ts'

/** px between a chart and the edge of its background */
const edge = 4

/** The charts of the places, which the server draws into the picture. */
export function parts(input: Pick<StillInput<CartodiagramForm>, 'formData' | 'data'>): PictureParts {
  const placed = readPlaces(input)
  if ('why' in placed) return []
  const side = sizeOf(input.formData) - 2 * edge
  const { type, datasource } = placed
  const formData = smallForm(placed.formData)
  return placed.charts.map(({ data }) => ({
    type,
    formData,
    datasource,
    data: [data],
    size: { width: side, height: side },
  }))
}

/** The same map as a picture. */
export function still(input: StillInput<CartodiagramForm>): SvgNode | string {
  const { formData: form, text } = input
  const placed = readPlaces(input)
  if ('why' in placed) return text(placed.why, { name: placed.name })
  const { fill, opacity } = backgroundOf(form, input.theme)
  const notes = { lines: placed.notes.map(([note, values]) => text(note, values)), brief: text(texts.notAll) }
  const side = sizeOf(form)
  return stillMap({ ...input, formData: mapForm(form) }, () => ({
    bounds: placed.bounds,
    notes,
    marks: ({ place }) =>
      placed.charts.map((chart, at) => {
        const [x, y] = place(chart.place)
        return h(
          'g',
          { transform: `translate(${(x - side / 2).toFixed(1)},${(y - side / 2).toFixed(1)})` },
          h('rect', {
            width: side,
            height: side,
            rx: (side * cornersOf(form)) / 100,
            fill,
            fillOpacity: opacity,
          }),
          h('g', { transform: `translate(${edge},${edge})` }, h('g', { 'data-part': at })),
        )
      }),
  }))
}
