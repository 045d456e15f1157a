/** The controls that the contract lists for the type, in display order. */
export const controlNames = `time_range mapbox_style viewport autozoom deck_slices adhoc_filters`

export { left } from '../shared/legacySeries/controlNames.ts'
