import { z } from 'zod'
import { isRecord } from '../../model/wire/json.ts'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { mapFields, weightedFields } from '../shared/maps/mapFields.ts'
import { weightedQuery } from '../shared/maps/mapQuery.ts'
import { type Contour, startContours } from './startContours.ts'

const numberIn = (value: unknown): number | undefined =>
  value === null || value === '' || typeof value === 'boolean' || !Number.isFinite(Number(value))
    ? undefined
    : Number(value)

const black = { r: 0, g: 0, b: 0, a: 1 }

/** A color as an object, or as a list of its channels. */
function colorOf(saved: unknown) {
  const [r, g, b, a] = Array.isArray(saved) ? saved : []
  const color = Array.isArray(saved) ? { r, g, b, a: a === undefined ? 1 : Number(a) / 255 } : saved
  return field.rgbaOr(black).parse(color)
}

/** A saved contour; undefined without a lower threshold. */
function contourOf(saved: unknown, at: number): Contour | undefined {
  if (!isRecord(saved)) return undefined
  const lowerThreshold = numberIn(saved['lowerThreshold'])
  if (lowerThreshold === undefined) return undefined
  const upperThreshold = numberIn(saved['upperThreshold'])
  return {
    lowerThreshold,
    ...(upperThreshold !== undefined && { upperThreshold }),
    color: colorOf(saved['color']),
    strokeWidth: Math.max(0, numberIn(saved['strokeWidth']) ?? 1),
    zIndex: numberIn(saved['zIndex']) ?? at,
  }
}

const formData = field.formDataSchema({
  ...mapFields,
  ...weightedFields,
  cellSize: field.number(300),
  aggregation: field.oneOf(['sum', 'min', 'max', 'mean'], 'sum'),
  contours: z
    .unknown()
    .transform((saved): Contour[] =>
      Array.isArray(saved) ? saved.map(contourOf).filter((contour) => contour !== undefined) : startContours,
    )
    .default(startContours),
})

export type DeckContourForm = z.output<typeof formData>

export const query = defineQuery<DeckContourForm>({
  formData,
  buildQuery: ({ formData: form }) => [weightedQuery(form, { isSum: false })],
})
