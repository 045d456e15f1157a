import { z } from 'zod'
import { type TimeNames, timeNames } from '../model/language/formatNames.ts'

/** How charts write numbers, and names of days and months: rows of the table in docs/configuration.md. */

const some = z.string().min(1)
const pair = z.tuple([z.string(), z.string()])
const seven = z.tuple([some, some, some, some, some, some, some])
const twelve = z.tuple([some, some, some, some, some, some, some, some, some, some, some, some])
const american: TimeNames = timeNames('en')

/** As d3-format defines a locale. */
const Numbers = z.strictObject({
  decimal: some.default('.'),
  thousands: z.string().default(','),
  grouping: z.array(z.int().min(1)).min(1).default([3]),
  currency: pair.default(['$', '']),
  percent: z.string().default('%'),
  minus: some.default('-'),
})

/** As d3-time-format defines a locale. */
const Times = z.strictObject({
  dateTime: some.default(american.dateTime),
  date: some.default(american.date),
  time: some.default(american.time),
  periods: pair.default(american.periods),
  days: seven.default(american.days),
  shortDays: seven.default(american.shortDays),
  months: twelve.default(american.months),
  shortMonths: twelve.default(american.shortMonths),
})

const json = <T>(shape: z.ZodType<T>, wanted: string) =>
  z
    .string()
    .transform((text, context): T => {
      try {
        return shape.parse(JSON.parse(text))
      } catch {
        context.addIssue(wanted)
        return z.NEVER
      }
    })
    .optional()

export const formatSettings = {
  SEXTANT_D3_FORMAT: {
    about:
      'How charts write numbers (docs/languages.md), as JSON: `{"decimal": ",", "thousands": ".", "currency": ["", " €"]}`. Default: `1,234.5`.',
    read: json(Numbers, 'a locale of d3-format, as JSON'),
  },
  SEXTANT_D3_TIME_FORMAT: {
    about:
      'How charts write names of days and months (docs/languages.md), as JSON: `{"shortMonths": ["Jän", "Feb", ...]}`. Default: in the language of the reader.',
    read: json(Times, 'a locale of d3-time-format, as JSON'),
  },
}

/** Complete locales of d3; undefined: not set. */
export interface FormatConfig {
  numbers: z.output<typeof Numbers> | undefined
  times: TimeNames | undefined
}
