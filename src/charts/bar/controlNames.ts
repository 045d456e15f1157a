import { axes, seriesOrder, timeseriesQuery, titles, values } from '../shared/timeseries/controlNames.ts'

/** The controls that the contract lists for the type, in display order. */
export const controlNames = `${timeseriesQuery} orientation ${titles} ${seriesOrder} ${values} ${axes}`
