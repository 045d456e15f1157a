export const listAddress = '/rowlevelsecurityfiltersmodelview/list/'
export const newAddress = '/rowlevelsecurityfiltersmodelview/add'
export const editAddress = (id: number) => `/rowlevelsecurityfiltersmodelview/edit/${id}`

/** The rule that an address opens; undefined for the list. */
export function ruleAt(pathname: string): number | 'new' | undefined {
  if (/^\/rowlevelsecurityfiltersmodelview\/add\/?$/.test(pathname)) return 'new'
  const id = /^\/rowlevelsecurityfiltersmodelview\/(?:edit|show)\/(\d{1,15})\/?$/.exec(pathname)?.[1]
  return id === undefined ? undefined : Number(id)
}
