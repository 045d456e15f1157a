import { z } from 'zod'
import { isTooManifold, parseLargeJson } from './json.ts'

/**
 * Parts of request schemas whose error messages are those of the contract, and the conversion of a failed parse to its
 * field map: `{"slice_name": ["Missing data for required field."]}`.
 */

/** Text whose length is between the two limits. */
export const text = (min: number, max: number) => {
  const message = `Length must be between ${min} and ${max}.`
  return z.string().min(min, message).max(max, message)
}

export const tooManyValues = 'Longer than maximum length: too many values.'

/** JSON text; stored as it was sent. Empty text is not a JSON value but means "none". */
export const jsonText = z
  .string()
  .refine((value) => !isTooManifold(value), { message: tooManyValues, abort: true })
  .refine((value) => value === '' || isJson(value), 'JSON not valid')

/** Clients send the text of input fields: digits are accepted as a number. */
const numberOfText = (value: unknown) =>
  typeof value === 'string' && /^\s*[+-]?\d{1,16}\s*$/.test(value) ? Number(value) : value

const orText = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(numberOfText, schema)

/** A whole number, also as text. */
export const integer = orText(z.int())

/** The largest id that both metadata databases can store. */
export const maxId = 2 ** 31 - 1
export const id = orText(z.int().max(maxId, 'Not a valid integer.').min(-maxId, 'Not a valid integer.'))
/**
 * Maximum number of entries of a list: real requests have a few dozen, and an SQL statement supports about ten thousand
 * values.
 */
const MOST_ENTRIES = 5000
export const isShort = (entries: number) => entries <= MOST_ENTRIES
export const tooLong = `Longer than maximum length ${MOST_ENTRIES}.`
/** A list or an object with a maximum number of entries. */
export const short = <Value extends object>(schema: z.ZodType<Value>) =>
  schema.refine((value) => isShort(Object.keys(value).length), tooLong)
export const ids = short(z.array(id))
/** Seconds; -1 disables the cache. */
export const seconds = orText(z.int())

const words = (texts: string) =>
  texts.split(' ').flatMap((word) => [word, word.toUpperCase(), word.replace(/^./, (letter) => letter.toUpperCase())])
const flagOfWord = new Map<unknown, boolean>([
  ...words('t true on y yes 1').map((word): [unknown, boolean] => [word, true]),
  ...words('f false off n no 0').map((word): [unknown, boolean] => [word, false]),
  [1, true],
  [0, false],
])

/** A boolean, also as the words and numbers that the contract's clients use. */
export const flag = z.preprocess((value) => flagOfWord.get(value) ?? value, z.boolean())

function isJson(value: string): boolean {
  try {
    parseLargeJson(value)
    return true
  } catch {
    return false
  }
}

export type FieldErrors = { [field: string]: string[] | FieldErrors }

/** The result of reading a body: its value, or the errors by field. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; fields: FieldErrors }

/** Reads a body by its schema. A body that is not an object is one error under `_schema`. */
export function parseFields<T>(schema: z.ZodType<T>, body: unknown): Parsed<T> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { ok: false, fields: { _schema: ['Invalid input type.'] } }
  const parsed = schema.safeParse(body, { reportInput: true })
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, fields: fieldErrors(parsed.error) }
}

/** The contract's field map of a failed parse. Needs issues that include their input (`reportInput`). */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) add(fields, [...issue.path, key], 'Unknown field.')
    } else add(fields, isNoObject(issue) ? [...issue.path, '_schema'] : issue.path, complaint(issue))
  }
  return fields
}

/** The message of schemas of objects with arbitrary keys: it is reported for the field itself, not under `_schema`. */
export const NO_MAPPING = 'Not a valid mapping type.'

/** Whether a value is not an object although an object with fields is expected. Its error is listed under `_schema`. */
const isNoObject = ({ path, code, message, ...issue }: z.core.$ZodIssue): boolean =>
  path.length === 0 ||
  (message !== NO_MAPPING &&
    code === 'invalid_type' &&
    'expected' in issue &&
    issue.expected === 'object' &&
    issue.input != null)

function complaint(issue: z.core.$ZodIssue): string {
  if (issue.path.length === 0 && issue.code === 'invalid_type') return 'Invalid input type.'
  if (issue.code === 'invalid_type' || issue.code === 'invalid_value') {
    if (issue.input === undefined) return 'Missing data for required field.'
    if (issue.input === null) return 'Field may not be null.'
  }
  if (issue.code === 'invalid_value') return `Must be one of: ${issue.values.map(String).join(', ')}.`
  if (issue.message === NO_MAPPING) return NO_MAPPING
  if (issue.code === 'invalid_type') return typeNames[issue.expected] ?? 'Invalid input type.'
  return limitComplaint(issue) ?? issue.message
}

/** The message for an exceeded limit, unless the schema has its own message. */
function limitComplaint(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === 'invalid_format' && issue.format === 'uuid') return 'Not a valid UUID.'
  if ((issue.code !== 'too_small' && issue.code !== 'too_big') || !/^Too (small|big)/.test(issue.message))
    return undefined
  const isNumber = issue.origin === 'number' || issue.origin === 'int' || issue.origin === 'bigint'
  if (issue.code === 'too_small') {
    if (!isNumber) return `Shorter than minimum length ${issue.minimum}.`
    return `Must be greater than ${issue.inclusive === false ? '' : 'or equal to '}${issue.minimum}.`
  }
  if (!isNumber) return `Longer than maximum length ${issue.maximum}.`
  return `Must be less than ${issue.inclusive === false ? '' : 'or equal to '}${issue.maximum}.`
}

const typeNames: Partial<Record<string, string>> = {
  string: 'Not a valid string.',
  int: 'Not a valid integer.',
  number: 'Not a valid integer.',
  boolean: 'Not a valid boolean.',
  array: 'Not a valid list.',
  record: NO_MAPPING,
}

function add(fields: FieldErrors, path: PropertyKey[], message: string): void {
  let place = fields
  for (const step of path.slice(0, -1)) {
    const inner = place[String(step)]
    if (Array.isArray(inner)) return // the parent itself has an error already
    place = place[String(step)] = inner ?? {}
  }
  const last = String(path.at(-1))
  const known = place[last]
  if (known === undefined) place[last] = [message]
  else if (Array.isArray(known) && !known.includes(message)) known.push(message)
}
