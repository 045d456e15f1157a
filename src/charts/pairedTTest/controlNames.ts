import { query, time } from '../shared/legacySeries/controlNames.ts'

/** The controls that the contract lists for the type, in display order. */
export const controlNames = `${time} ${query} significance_level pvalue_precision liftvalue_precision`

export { left } from '../shared/legacySeries/controlNames.ts'
