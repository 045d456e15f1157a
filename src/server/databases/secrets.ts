import { passwordMask } from '../../model/database/connectionUri.ts'

/** JSON of secrets for display: every text is replaced by the mask. */
export function masked(json: string | undefined): string {
  return json === undefined ? '{}' : JSON.stringify(maskedValue(JSON.parse(json)))
}

function maskedValue(value: unknown): unknown {
  if (typeof value === 'string') return passwordMask
  if (Array.isArray(value)) return value.map(maskedValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, maskedValue(inner)]))
}

/** The sent value, with the stored text in place of the mask. undefined: a mask has no stored secret. */
export function unmasked(sent: unknown, stored: unknown): unknown {
  if (sent === passwordMask) return typeof stored === 'string' ? stored : undefined
  if (Array.isArray(sent))
    return whole(sent.map((item, index) => unmasked(item, Array.isArray(stored) ? stored[index] : undefined)))
  if (typeof sent !== 'object' || sent === null) return sent
  const known = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
  const entries = Object.entries(sent).map(([key, value]) => [
    key,
    unmasked(value, Object.hasOwn(known, key) ? known[key] : undefined),
  ])
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries)
}

const whole = (items: unknown[]) => (items.includes(undefined) ? undefined : items)
