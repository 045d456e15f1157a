import type { StillInput } from '../shared/contract.ts'
import type { RgbaList } from '../shared/maps/deck/layerSpec.ts'
import { withoutShapes } from '../shared/maps/shapeTexts.ts'
import { type MakeStillParts, stillMap } from '../shared/maps/stillMap.ts'
import { areaSwatch } from '../shared/maps/swatch.ts'
import { pixelsOfMeter } from '../shared/maps/viewport.ts'
import { h, type SvgNode } from '../shared/svg/tree.ts'
import { leastRadius, radiusOf, readParts } from './features.ts'
import type { DeckGeojsonForm } from './query.ts'
import { texts } from './texts.ts'

/** The same map as a picture, seen from above. */
export const still = (input: StillInput<DeckGeojsonForm>): SvgNode | string => stillMap(input, stillParts)

export const stillParts: MakeStillParts<DeckGeojsonForm> = (input) => {
  const { formData: form, text } = input
  const { points, lines, areas, bounds, missing, tooLarge } = readParts(input)
  if (form.geojson === undefined) return text(texts.needsFeatures)
  if (bounds === undefined) return text(withoutShapes(tooLarge, texts.needsRows))
  return {
    bounds,
    missing,
    tooLarge,
    swatch: areaSwatch(form),
    marks: ({ view, place, pathOf }) => {
      const meter = pixelsOfMeter(view.zoom, view.latitude)
      const widthOf = (width: number) =>
        Math.max(1, form.line_width_unit === 'meters' ? width * meter : width).toFixed(1)
      const strokeOf = ({ stroke, width }: { stroke: RgbaList; width: number }) => ({
        ...painted('stroke', stroke),
        strokeWidth: widthOf(width),
      })
      const look = (part: { fill: RgbaList; stroke: RgbaList; width: number }) => ({
        ...(form.filled ? painted('fill', part.fill) : { fill: 'none' }),
        ...(form.stroked && strokeOf(part)),
      })
      return [
        areas.map((part) => h('path', { d: pathOf(part.area, true), fillRule: 'evenodd', ...look(part) })),
        lines.map((part) => h('path', { d: pathOf([part.line]), fill: 'none', ...strokeOf(part) })),
        points.map((part) => {
          const [cx, cy] = place(part.at)
          const radius = Math.max(leastRadius, radiusOf(form) * pixelsOfMeter(view.zoom, part.at[1]))
          return h('circle', { cx: cx.toFixed(1), cy: cy.toFixed(1), r: radius.toFixed(1), ...look(part) })
        }),
      ]
    },
  }
}

const painted = (name: 'fill' | 'stroke', [red, green, blue, alpha]: RgbaList) => ({
  [name]: `rgb(${red},${green},${blue})`,
  [`${name}Opacity`]: (alpha / 255).toFixed(2),
})
