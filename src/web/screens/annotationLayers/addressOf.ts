/** The page of a layer's annotations. */
export const addressOf = (layerId: number) => `/annotationlayer/${layerId}/annotation/`

/** The page of all layers. */
export const listAddress = '/annotationlayer/list/'
