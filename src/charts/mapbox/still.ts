import type { StillInput } from '../shared/contract.ts'
import { stillMap } from '../shared/maps/stillMap.ts'
import { combinedNotes } from '../shared/maps/stillNotes.ts'
import { h, type SvgNode } from '../shared/svg/tree.ts'
import { mapForm } from './circles.ts'
import { aroundCircles, circlesIn, readPoints } from './clusters.ts'
import { labelsOf } from './labels.ts'
import { colorOf, opacityOf } from './look.ts'
import type { MapboxForm } from './query.ts'
import { texts } from './texts.ts'

/** The map as a static drawing. */
export function still(input: StillInput<MapboxForm>): SvgNode | string {
  const { formData: form, size, text } = input
  const { bounds, missing, hasPlaces, combined } = readPoints(input)
  if (!hasPlaces) return text(texts.needsPlaces)
  if (bounds === undefined) return text(texts.needsRows)
  const [red, green, blue] = colorOf(form)
  return stillMap({ ...input, formData: mapForm(form) }, ({ theme }) => ({
    bounds,
    missing,
    padding: aroundCircles,
    ...combinedNotes(combined, text),
    marks: ({ view, place, source }) => {
      const circles = circlesIn(input, view, size)
      return [
        circles.map((circle) => {
          const [cx, cy] = place(circle.place)
          return h('circle', {
            cx: cx.toFixed(1),
            cy: cy.toFixed(1),
            r: circle.radius.toFixed(1),
            fill: `rgb(${red},${green},${blue})`,
            fillOpacity: opacityOf(form),
          })
        }),
        labelsOf(circles, { form, theme, place, size, boxes: [source] }).map((label) =>
          h(
            'text',
            {
              x: label.at[0].toFixed(1),
              y: (label.at[1] + label.size * 0.35).toFixed(1),
              fill: label.color,
              fontSize: label.size,
              textAnchor: 'middle',
              ...(label.halo !== undefined && { stroke: label.halo, strokeWidth: 3, paintOrder: 'stroke' }),
            },
            label.text,
          ),
        ),
      ]
    },
  }))
}
