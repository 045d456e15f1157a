import { z } from 'zod'
import { isoText } from '../wire/answers.ts'

/**
 * The part of an object that contains a text, from the highest weight to the lowest. The index stores the position in
 * this list: only append.
 */
export const searchPlaces = ['title', 'description', 'column', 'metric', 'text', 'sql'] as const
export type SearchPlace = (typeof searchPlaces)[number]

/** The kinds of objects that are searched, in the order of results. */
export const searchedKinds = ['Dashboard', 'Chart', 'Dataset', 'SavedQuery'] as const
export type SearchedKind = (typeof searchedKinds)[number]

export const MOST_FOUND = 100

/** `GET /api/v1/search/`. `limit`: objects of each kind. */
export const SearchAsked = z.object({
  text: z.string().max(500, 'Longer than maximum length 500.').default(''),
  kind: z.enum(searchedKinds).optional(),
  limit: z.coerce.number().int().min(1).max(MOST_FOUND).default(20),
})

const found = z.strictObject({
  kind: z.enum(searchedKinds),
  id: z.int(),
  title: z.string(),
  url: z.string(),
  /** the dataset of a chart, the database of a dataset or of a saved query */
  source: z.string().nullable(),
  changed_on: isoText,
  /** an excerpt of the matching text; null if the match is in the title */
  match: z.strictObject({ place: z.enum(searchPlaces), text: z.string() }).nullable(),
})
export type FoundObject = z.infer<typeof found>

/** Objects that contain all words of the text, by kind, best match first. Only objects that the user may see. */
export const SearchAnswer = z.strictObject({
  result: z.array(found),
  /** kinds with more results than returned */
  more: z.array(z.enum(searchedKinds)),
  /** false: the index does not contain the latest changes of objects yet */
  is_complete: z.boolean(),
})
export type SearchAnswer = z.infer<typeof SearchAnswer>
