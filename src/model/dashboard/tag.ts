import { z } from 'zod'
import { person } from '../wire/answers.ts'
import { id, short, text } from '../wire/fields.ts'

/** Objects that have tags, with their number in the contract. */
export const taggedTypes = { query: 1, chart: 2, dashboard: 3, dataset: 4 } as const
export type TaggedType = keyof typeof taggedTypes

export const isTaggedType = (name: string): name is TaggedType => Object.hasOwn(taggedTypes, name)
/** The type of a name or a number. */
export const taggedTypeOf = (value: string): TaggedType | undefined =>
  isTaggedType(value)
    ? value
    : (Object.keys(taggedTypes) as TaggedType[]).find((name) => String(taggedTypes[name]) === value)

/** A name has no commas, because commas separate the tags in addresses. */
const name = text(1, 250).refine((value) => value.trim() === value && !/[,\p{Cc}]/u.test(value), {
  message: 'Use a name without commas, and without spaces at its ends.',
})
export const TagNames = short(z.array(name))

const objects = short(z.array(z.tuple([z.union([z.string(), z.int()]), id])))

/** `POST` and `PUT /api/v1/tag/`. `objects_to_tag`: pairs of a type and an id. */
export const TagForm = z.strictObject({
  name,
  description: z.string().max(1000, 'Longer than maximum length 1000.').nullish(),
  objects_to_tag: objects.optional(),
})
export type TagForm = z.infer<typeof TagForm>

/** `POST /api/v1/tag/bulk_create` */
export const TagsForm = z.strictObject({ tags: short(z.array(TagForm)) })

/** `POST /api/v1/tag/{type}/{id}/` */
export const ObjectTags = z.strictObject({ properties: z.strictObject({ tags: TagNames }) })

/** Kinds of tags with their number in the contract; this server creates no others. */
export const tagTypes = { custom: 1 } as const

/** A tag in the lists of objects. */
export const ShownTag = z.strictObject({ id: z.int(), name: z.string(), type: z.int() })
export type ShownTag = z.infer<typeof ShownTag>

/** A tag in responses. */
export const TagRow = z.strictObject({
  id: z.int(),
  name: z.string(),
  type: z.int(),
  description: z.string().nullable(),
  changed_by: person.nullable(),
  created_by: person.nullable(),
  changed_on_delta_humanized: z.string(),
  created_on_delta_humanized: z.string(),
})
export type TagRow = z.infer<typeof TagRow>

/** An object with a tag, as lists of them show it. */
export const TaggedObject = z.strictObject({
  id: z.int(),
  type: z.enum(['query', 'chart', 'dashboard', 'dataset']),
  name: z.string(),
  url: z.string(),
  changed_on: z.number(),
  created_by: z.int().nullable(),
  creator: z.string(),
})
export type TaggedObject = z.infer<typeof TaggedObject>

const taggedList = z.array(z.tuple([z.string(), z.int()]))

/** `POST /api/v1/tag/bulk_create`: types and ids, once for each tag. */
export const TaggedManyAnswer = z.strictObject({
  result: z.strictObject({ objects_tagged: taggedList, objects_skipped: taggedList }),
})
export type TaggedManyAnswer = z.infer<typeof TaggedManyAnswer>
