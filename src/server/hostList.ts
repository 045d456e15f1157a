import { z } from 'zod'
import { isHostEntry } from '../engine/run/addresses.ts'

/** The value of a setting that names hosts. */
export const hostList = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine((entries) => entries.every(isHostEntry), 'names, addresses and ranges, separated by commas')
