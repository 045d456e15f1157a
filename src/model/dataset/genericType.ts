import { z } from 'zod'

/** `GenericType` in responses. */
export const genericType = z.literal([0, 1, 2, 3])
