/** The address of the page with a layer's annotations. */
export const addressOf = (layerId: number) => `/annotationlayer/${layerId}/annotation/`

/** The address of the page with all layers. */
export const listAddress = '/annotationlayer/list/'

/** The page at an address: the list of layers, the annotations of a layer (its id), or none. */
export function screenAt(pathname: string): 'list' | number | undefined {
  const path = pathname.endsWith('/') ? pathname : `${pathname}/`
  if (path === listAddress) return 'list'
  const id = /^\/annotationlayer\/(\d{1,15})\/annotation\/$/.exec(path)?.[1]
  return id === undefined ? undefined : Number(id)
}
