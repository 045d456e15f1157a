import { GenericType } from '../dataset/dataset.ts'

/** Declared type text of any database -> generic type; the first match wins, case-insensitive. */
const PATTERNS: [RegExp, GenericType][] = [
  [/^string/, GenericType.string],
  [/^n((var)?char|text)/, GenericType.string],
  [/^(var)?char/, GenericType.string],
  [/^(tiny|medium|long)?text/, GenericType.string],
  [/^(uuid|json|enum|array|blob|bytea|interval)/, GenericType.string],
  [/^(u?(tiny|small|big|huge)int|u?int(eger)?\d*)/, GenericType.numeric],
  [/^(long|decimal|numeric|float|double|real|(small|big)?serial|money|number)/, GenericType.numeric],
  [/^(timestamp|datetime|date|time)/, GenericType.temporal],
  [/^bool(ean)?/, GenericType.boolean],
]

/**
 * The kind of values in a column of this declared type; null if the text is unknown or missing. `INTERVAL` does not
 * match `int` here, and lists are text, regardless of their element type.
 */
export function genericTypeOf(declaredType: string | null | undefined): GenericType | null {
  const type = declaredType?.trim().toLowerCase()
  if (!type) return null
  if (type.endsWith(']')) return GenericType.string
  return PATTERNS.find(([pattern]) => pattern.test(type))?.[1] ?? null
}
