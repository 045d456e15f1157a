import { GenericType } from '../dataset/dataset.ts'

/** Declared type text of any database -> generic type; the first match wins, case does not matter. */
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
 * What a column of this declared type holds. null where the text is unknown or missing.
 * `INTERVAL` is not an `int` here, and lists are text, whatever their elements are.
 */
export function genericTypeOf(declaredType: string | null | undefined): GenericType | null {
  const type = declaredType?.trim().toLowerCase()
  if (!type) return null
  if (type.endsWith(']')) return GenericType.string
  return PATTERNS.find(([pattern]) => pattern.test(type))?.[1] ?? null
}
