import { z } from 'zod'

/** Whether a picture can be moved and zoomed. */
export type Roam = false | 'scale' | 'move' | true

export const roamField = z
  .unknown()
  .transform((saved): Roam => {
    if (saved === false || saved === 'false') return false
    return saved === 'scale' || saved === 'move' ? saved : true
  })
  .default(true)
