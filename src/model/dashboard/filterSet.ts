import { z } from 'zod'
import { isoText } from '../wire/answers.ts'
import { id, text } from '../wire/fields.ts'
import { isRecord, parseObject } from '../wire/json.ts'

/** JSON text with the filters of a dashboard and their values. */
const isSet = (value: string) => {
  const { nativeFilters, dataMask } = parseObject(value)
  return isRecord(nativeFilters) && isRecord(dataMask)
}
const unreadable = 'failed to parse json_metadata to json'

const ownerType = z.enum(['User', 'Dashboard'])
const shape = {
  name: text(1, 500),
  json_metadata: z.string().min(1),
  description: text(1, 1000).optional(),
}

/** `POST /api/v1/dashboard/{id}/filtersets` */
export const FilterSetCreate = z
  .strictObject({ ...shape, owner_type: ownerType, owner_id: id.optional() })
  .refine(({ json_metadata }) => isSet(json_metadata), unreadable)
  .refine(({ owner_type, owner_id }) => owner_type !== 'User' || owner_id !== undefined, {
    message: 'owner_id is mandatory when owner_type is User',
  })

/** `PUT /api/v1/dashboard/{id}/filtersets/{id}`. A set can be transferred to the dashboard, never to a user. */
export const FilterSetUpdate = z
  .strictObject({ ...shape, owner_type: z.literal('Dashboard'), owner_id: id })
  .partial()
  .refine(({ json_metadata }) => json_metadata === undefined || isSet(json_metadata), unreadable)

/** The response to a change. */
export const FilterSetSaved = z.strictObject({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  dashboard_id: z.int(),
  owner_type: ownerType,
  owner_id: z.int(),
  params: z.record(z.string(), z.unknown()),
})
export type FilterSetSaved = z.infer<typeof FilterSetSaved>

const FilterSetRow = FilterSetSaved.extend({
  changed_by_fk: z.int().nullable(),
  changed_on: isoText,
  created_by_fk: z.int().nullable(),
  created_on: isoText,
})

export const FilterSetList = z.strictObject({
  count: z.int(),
  ids: z.array(z.int()),
  result: z.array(FilterSetRow),
})

export type FilterSetList = z.infer<typeof FilterSetList>

/** Deleting a set that does not exist returns an empty object. */
export const FilterSetDeleted = z.strictObject({ id: z.int().optional() })
