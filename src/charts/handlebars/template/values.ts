/** Values in templates: what they are as text and as a condition, and how their parts are found. */

export type Values = Record<string, unknown>

/** The value's own part; never one that it inherits, such as `constructor`. */
export function partOf(value: unknown, name: string): unknown {
  if (value === null || value === undefined) return undefined
  // a text has its length
  const holder = Object(value) as Values
  return Object.hasOwn(holder, name) ? holder[name] : undefined
}

/** The value as text: nothing for null, a list with commas. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join(',')
  return typeof value === 'object' ? '[object Object]' : String(value)
}

/** false, 0, nothing, an empty text and an empty list count as no. */
export const isFilled = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value))

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
  '`': '&#x60;',
  '=': '&#x3D;',
}

/** The text with everything escaped that has a meaning in HTML. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"'`=]/g, (char) => entities[char] ?? char)
