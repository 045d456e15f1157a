import { loadLegendParts } from '../legendParts.ts'
import type { PictureParts, StillInput } from '../shared/contract.ts'
import { mapTheme } from '../shared/maps/mapTheme.ts'
import { type Ground, stillMap } from '../shared/maps/stillMap.ts'
import { h, type SvgNode } from '../shared/svg/tree.ts'
import { arranged } from './arranged.ts'
import { coloredParts, legendOf } from './legend.ts'
import { backgroundOf, cornersOf, isRound, mapForm, paddingOf, readPlaces, sizeOf, smallForm } from './places.ts'
import type { CartodiagramForm } from './query.ts'
import { texts } from './texts.ts'

export { sources } from './sources.ts'

export async function prepare(input: Pick<StillInput<CartodiagramForm>, 'formData' | 'data'>): Promise<void> {
  const placed = readPlaces(input)
  if ('type' in placed) await loadLegendParts(placed.type)
}

/** px between a chart and the edge of its background */
const edge = 4

/** The charts of the places, which the server draws into the picture. */
export function parts(
  input: Pick<StillInput<CartodiagramForm>, 'formData' | 'data' | 'theme' | 'color'>,
): PictureParts {
  const placed = readPlaces(input)
  if ('why' in placed) return []
  const side = sizeOf(input.formData) - 2 * edge
  const { type, datasource } = placed
  const theme = mapTheme(input.formData.mapbox_style, input.theme)
  const formData = smallForm(placed.formData)
  const { color } = coloredParts(placed, { color: input.color, theme })
  return placed.charts.map(({ data }) => ({
    type,
    formData,
    datasource,
    data: [data],
    theme,
    color,
    size: { width: side, height: side },
  }))
}

/** The same map as a picture. */
export function still(input: StillInput<CartodiagramForm>): SvgNode | string {
  const { formData: form, text } = input
  const placed = readPlaces(input)
  if ('why' in placed) return text(placed.why, { name: placed.name })
  const theme = mapTheme(form.mapbox_style, input.theme)
  const { fill, opacity } = backgroundOf(form, theme)
  const side = sizeOf(form)
  const { charts } = placed
  const arrangedOn = ({ place }: Ground) =>
    arranged(
      charts.map((chart) => place(chart.place)),
      { side, isRound: isRound(form) },
    )
  return stillMap({ ...input, formData: mapForm(form) }, () => ({
    bounds: placed.bounds,
    padding: paddingOf(form),
    position: 'br',
    names: legendOf(placed, coloredParts(placed, { color: input.color, theme }).parts),
    notesOn: (ground) => {
      const shown = arrangedOn(ground).shown.filter(Boolean).length
      const counts = { shown: String(shown), all: String(charts.length) }
      const notes = placed.notes.map(([note, values]) => text(note, values))
      return {
        lines: shown < charts.length ? [...notes, text(texts.overlap, counts)] : notes,
        brief: notes.length === 0 ? text(texts.shown, counts) : text(texts.notAll),
      }
    },
    marks: (ground) => {
      const { scale, shown } = arrangedOn(ground)
      return charts.map((chart, at) => {
        if (!shown[at]) return false
        const [x, y] = ground.place(chart.place)
        const corner = [x, y].map((middle) => (middle - (side * scale) / 2).toFixed(1))
        return h(
          'g',
          { transform: `translate(${corner.join()})${scale < 1 ? ` scale(${scale})` : ''}` },
          h('rect', {
            width: side,
            height: side,
            rx: (side * cornersOf(form)) / 100,
            fill,
            fillOpacity: opacity,
          }),
          h('g', { transform: `translate(${edge},${edge})` }, h('g', { 'data-part': at })),
        )
      })
    },
  }))
}
