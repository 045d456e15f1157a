import { time } from '../shared/legacySeries/controlNames.ts'

/** The controls that the contract lists for the type, in display order. */
export const controlNames = `${time} metrics adhoc_filters groupby limit column_collection row_limit url`

export { left } from '../shared/legacySeries/controlNames.ts'
