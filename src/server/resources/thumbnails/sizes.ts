import { z } from 'zod'
import { pythonText } from '../../../model/query/queryContext.ts'
import { fieldErrors } from '../../../model/wire/fields.ts'
import { QueryViolation } from '../../../model/wire/listQuery.ts'
import type { Size } from '../../pictures/protocol.ts'

/** Limits for the sides of a picture, in px. */
const LEAST = 40
const MOST = 4000

const side = z
  .number()
  .min(LEAST, `Width and height must be at least ${LEAST} pixels`)
  .max(MOST, `Width and height must be at most ${MOST} pixels`)
const pair = z.tuple([side, side]).transform(([width, height]): Size => ({ width, height }))

const Wanted = z
  .object({ force: z.boolean().optional(), window_size: pair.optional(), thumb_size: pair.optional() })
  .nullish()

export interface ScreenshotWishes {
  force: boolean
  /** The size in px in which the chart is laid out. */
  window: Size
  /** The size of the image in px. */
  image: Size
}

/** Reads the parameters of a screenshot. @throws QueryViolation */
export function readWishes(value: unknown, standard: Size): ScreenshotWishes {
  const parsed = Wanted.safeParse(value)
  if (!parsed.success) throw new QueryViolation(pythonText(fieldErrors(parsed.error)))
  const { force = false, window_size: window = standard, thumb_size: image = window } = parsed.data ?? {}
  return { force, window, image }
}
