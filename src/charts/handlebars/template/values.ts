/** Values in templates: how they become text and conditions, and how their properties are read. */

export type Values = Record<string, unknown>

/** An own property of the value; never an inherited one, such as `constructor`. */
export function partOf(value: unknown, name: string): unknown {
  if (value === null || value === undefined) return undefined
  // for a text, `length` is an own property of the wrapper object
  const holder = Object(value) as Values
  return Object.hasOwn(holder, name) ? holder[name] : undefined
}

/** The value as text: empty for null, with commas for a list. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join(',')
  return typeof value === 'object' ? '[object Object]' : String(value)
}

/** false, 0, a missing value, an empty text and an empty list are falsy. */
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

/** The text with all characters escaped that have a meaning in HTML. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"'`=]/g, (char) => entities[char] ?? char)
