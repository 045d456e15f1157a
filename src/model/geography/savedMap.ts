/** How charts refer to maps with custom boundaries, and what such a map consists of. */

/** Charts store a map with custom boundaries as `own:` and its key. All other values are countries. */
const prefix = 'own:'

export const savedMap = (key: string): string => `${prefix}${key}`

/** The key of the map that a chart has saved; undefined for a country. */
export const keyOfSavedMap = (saved: string | null | undefined): string | undefined =>
  saved?.startsWith(prefix) ? saved.slice(prefix.length) : undefined

/** The address of the areas of a map. */
export const areasAddress = (key: string): string => `/api/v1/map_boundaries/areas/${encodeURIComponent(key)}`

/** A region of a map. `code` is absent if it has none; `also` are other values by which it is found. */
export interface Region {
  code?: string
  name: string
  also?: string[]
}

/** Codes and names of regions are compared without case and accents. */
export const folded = (text: string): string => text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()
