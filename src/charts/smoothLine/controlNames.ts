import { axes, markers, seriesOrder, timeseriesQuery, titles } from '../shared/timeseries/controlNames.ts'

/** The controls that the contract lists for the type, in display order. */
export const controlNames = `${timeseriesQuery} ${titles} ${seriesOrder} show_value only_total ${markers} ${axes}`

export const left: Record<string, string> = { only_total: 'a total needs a stack, which the type does not have' }
