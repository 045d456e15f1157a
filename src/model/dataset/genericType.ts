import { z } from 'zod'

/** `GenericType` as answers carry it. */
export const genericType = z.literal([0, 1, 2, 3])
