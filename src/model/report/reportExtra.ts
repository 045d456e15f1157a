import { z } from 'zod'
import { flag, id, ids, NO_MAPPING } from '../wire/fields.ts'
import { isRecord, parseObject } from '../wire/json.ts'
import { urlParameters } from '../wire/stateForm.ts'
import { MOST_FURTHER_DASHBOARDS } from './reportTerms.ts'

/** Accepted by every database without quotes. */
const tableName = z
  .string()
  .regex(
    /^[a-z_][a-z0-9_]{0,59}$/i,
    'A table name has letters, digits and underscores, at most 60, and begins with a letter.',
  )

const NO_PAIRS = 'URL parameters are a list of names and values.'
const NO_QUERY = 'A table is filled with the rows of a saved query.'
const TOO_MANY = `Longer than maximum length ${MOST_FURTHER_DASHBOARDS}.`

/** The field `extra` of an alert or report. The contract knows only `dashboard`; it stores other names unchanged. */
export const ReportExtra = z
  .looseObject(
    {
      /** The state of a permalink: only its parameters of the address are read by other parts. */
      dashboard: z.unknown(),
      /** Ids of further dashboards in the same message. */
      dashboards: ids.refine((value) => value.length <= MOST_FURTHER_DASHBOARDS, TOO_MANY),
      /** Sentences about the largest changes. */
      digest: flag,
      /** Each recipient gets the data that their own permissions allow, not what the owner sees. */
      per_recipient: flag,
      /** The id of a saved query whose rows are sent; instead of a chart or dashboard. */
      saved_query: id,
      /** The table that its rows fill, in the database of the query. */
      into_table: tableName,
    },
    NO_MAPPING,
  )
  .partial()
  .superRefine(({ dashboard, into_table, saved_query }, context) => {
    if (into_table !== undefined && saved_query === undefined)
      context.addIssue({ code: 'custom', path: ['into_table'], message: NO_QUERY })
    const parameters = urlParameters.safeParse(isRecord(dashboard) ? dashboard['urlParams'] : undefined)
    if (!parameters.success) context.addIssue({ code: 'custom', path: ['dashboard', 'urlParams'], message: NO_PAIRS })
  })
export type ReportExtra = z.infer<typeof ReportExtra>

/** The stored field; empty if an older version stored something else. */
export function storedExtra(json: string): ReportExtra {
  const parsed = ReportExtra.safeParse(parseObject(json))
  return parsed.success ? parsed.data : {}
}
