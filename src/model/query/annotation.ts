import { z } from 'zod'
import { wallOf } from '../time/wallClock.ts'
import { isoText, person } from '../wire/answers.ts'
import { jsonText, text } from '../wire/fields.ts'

/** Body of `POST /api/v1/annotation_layer/`. */
export const AnnotationLayerCreate = z.strictObject({ name: text(1, 250), descr: z.string().nullish() })
export type AnnotationLayerCreate = z.infer<typeof AnnotationLayerCreate>

/** Body of `PUT /api/v1/annotation_layer/{id}`. A missing field changes nothing. */
export const AnnotationLayerUpdate = z.strictObject({ name: text(1, 250).optional(), descr: z.string().optional() })

const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?)?(Z|[+-]\d\d:?\d\d)?$/
const MINUTE_MS = 60_000

/**
 * A time of an annotation as wall-clock milliseconds (UTC if a time zone is specified); null if the text is not a time.
 */
export function annotationTime(text: string): number | null {
  const match = iso.exec(text.trim())
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0))
  const ms = wallOf(year as number, month as number, day as number, hour, minute, second)
  if (ms === null) return null
  const zone = /([+-])(\d\d):?(\d\d)/.exec(match[8] ?? '')
  const offset = zone ? (Number(zone[2]) * 60 + Number(zone[3])) * (zone[1] === '-' ? -1 : 1) : 0
  return ms + Math.round(Number(match[7] ?? 0) * 1000) - offset * MINUTE_MS
}

const dttm = z
  .string()
  .refine((given) => annotationTime(given) !== null, 'Not a valid datetime.')
  .meta({ format: 'date-time' })

/** Body of `POST /api/v1/annotation_layer/{id}/annotation/`. */
export const AnnotationCreate = z.strictObject({
  short_descr: text(1, 500),
  long_descr: z.string().nullish(),
  start_dttm: dttm,
  end_dttm: dttm,
  json_metadata: jsonText.nullish(),
})
export type AnnotationCreate = z.infer<typeof AnnotationCreate>

/** Body of `PUT /api/v1/annotation_layer/{id}/annotation/{id}`. */
export const AnnotationUpdate = AnnotationCreate.partial()
export type AnnotationUpdate = z.infer<typeof AnnotationUpdate>

/** A layer as lists show it. */
export const AnnotationLayerRow = z.strictObject({
  id: z.int(),
  name: z.string(),
  descr: z.string().nullable(),
  created_by: person.nullable(),
  changed_by: person.nullable(),
  changed_on: isoText,
  changed_on_delta_humanized: z.string(),
  created_on: isoText,
})

export type AnnotationLayerRow = z.infer<typeof AnnotationLayerRow>

/** An annotation as lists and items show it. */
export const AnnotationRow = z.strictObject({
  id: z.int(),
  short_descr: z.string(),
  long_descr: z.string().nullable(),
  start_dttm: isoText,
  end_dttm: isoText,
  json_metadata: z.string().nullable(),
  layer: z.strictObject({ id: z.int(), name: z.string() }),
  created_by: person.nullable(),
  changed_by: person.nullable(),
  changed_on_delta_humanized: z.string(),
})
export type AnnotationRow = z.infer<typeof AnnotationRow>
