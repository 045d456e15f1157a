import { isRecord } from '../../model/wire/json.ts'
import type { ErrorItem } from '../api/failure.ts'

/** Errors of a connection's form, by field, and those that do not belong to a field. */
export interface FormErrors {
  fields: Record<string, string>
  others: string[]
}

export const noErrors: FormErrors = { fields: {}, others: [] }

/** Error types that are ignored while a form is being filled in. */
const early = new Set(['CONNECTION_MISSING_PARAMETERS_ERROR', 'CONNECTION_ACCESS_DENIED_ERROR'])

const namesIn = (extra: unknown, key: 'missing' | 'invalid'): string[] => {
  const names = isRecord(extra) ? extra[key] : undefined
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}

/**
 * The errors of a validation by field. `isFinal`: the user requested the connection, so missing fields are errors, too.
 */
export function formErrors(
  items: readonly ErrorItem[],
  { isFinal, required }: { isFinal: boolean; required: string },
): FormErrors {
  const errors: FormErrors = { fields: {}, others: [] }
  for (const { error_type = '', message = '', extra } of items) {
    if (!isFinal && early.has(error_type)) continue
    const missing = namesIn(extra, 'missing')
    const invalid = namesIn(extra, 'invalid')
    for (const name of missing) errors.fields[name] ??= required
    for (const name of invalid) errors.fields[name] ??= message
    if (missing.length + invalid.length === 0 && isFinal) errors.others.push(message)
  }
  return errors
}
