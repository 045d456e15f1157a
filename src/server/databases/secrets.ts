import { passwordMask } from '../../model/database/connectionUri.ts'

/** JSON of secrets as it is shown: every text behind the mask. */
export function masked(json: string | undefined): string {
  return json === undefined ? '{}' : JSON.stringify(maskedValue(JSON.parse(json)))
}

function maskedValue(value: unknown): unknown {
  if (typeof value === 'string') return passwordMask
  if (Array.isArray(value)) return value.map(maskedValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, maskedValue(inner)]))
}

/** What was sent, with the stored text wherever the mask came back. undefined: a mask stands for nothing that is stored. */
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
