import { z } from 'zod'
import { isoText, person } from '../wire/answers.ts'

/** The objects that have a history. */
export type VersionKind = 'Chart' | 'Dashboard' | 'Dataset'

const version = z.strictObject({
  version: z.int(),
  saved_on: isoText,
  /** null: saved by no user, or by one who was deleted */
  saved_by: person.nullable(),
  is_current: z.boolean(),
})
export type VersionRow = z.infer<typeof version>

/** The saved states of an object, the newest first. */
export const VersionList = z.strictObject({ count: z.int(), result: z.array(version) })
export type VersionList = z.infer<typeof VersionList>

/** An object as it was in a version: its fields as in the body of a PUT request. */
export const VersionState = z.strictObject({
  result: z.strictObject({ version: z.int(), content: z.record(z.string(), z.unknown()) }),
})
export type VersionState = z.infer<typeof VersionState>

const part = z.strictObject({
  kind: z.enum(['field', 'control', 'setting', 'filter', 'component', 'column', 'metric']),
  /** the key of a field, a control or a setting; the name of anything else */
  name: z.string(),
  /** null: the part did not exist */
  before: z.string().nullable(),
  /** null: the part no longer exists */
  after: z.string().nullable(),
  /** whether the part is a component that was moved */
  is_moved: z.boolean(),
})
export type VersionPart = z.infer<typeof part>

/** The differences between two states of an object. */
export const VersionChanges = z.strictObject({ result: z.array(part) })
export type VersionChanges = z.infer<typeof VersionChanges>

/** The state with which a version is compared: the version before it, or the current state. */
export const VersionAgainst = z.enum(['previous', 'current'])
export type VersionAgainst = z.infer<typeof VersionAgainst>

/** `version`: the current version of the object. */
export const VersionRestored = z.strictObject({ id: z.int(), version: z.int() })
