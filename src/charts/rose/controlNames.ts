import { analytics, query, time } from '../shared/legacySeries/controlNames.ts'

/** The controls that the contract lists for the type, in display order. */
export const controlNames = `${time} ${query} ${analytics}
  color_scheme number_format date_time_format rich_tooltip rose_area_proportion`

export { left } from '../shared/legacySeries/controlNames.ts'
