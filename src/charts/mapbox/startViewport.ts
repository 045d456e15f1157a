/** The viewport of new charts. A chart that still has these values shows all of its data. */
export const startViewport = { longitude: -122.405293, latitude: 37.772123, zoom: 11 }

export const startColor = 'rgb(0, 139, 139)'
