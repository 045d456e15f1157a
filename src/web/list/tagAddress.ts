/** The address of the page with the objects of a tag. */
export const tagAddress = (id: number): string => `/superset/all_entities/?id=${id}`

/** The tag in such an address, by its id or, in older links, by its name; undefined without one. */
export function tagIn(search: string): { id: number } | { name: string } | undefined {
  const query = new URLSearchParams(search)
  const id = query.get('id')
  if (id !== null && /^\d{1,10}$/.test(id)) return { id: Number(id) }
  const name = query.get('tags')
  return name === null || name === '' ? undefined : { name }
}
