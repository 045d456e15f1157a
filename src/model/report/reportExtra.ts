import { z } from 'zod'
import { flag, id, ids, NO_MAPPING } from '../wire/fields.ts'
import { isRecord, parseObject } from '../wire/json.ts'
import { urlParameters } from '../wire/stateForm.ts'
import { MOST_FURTHER_DASHBOARDS } from './reportTerms.ts'

/** A table name that every database accepts without quotes. */
const tableName = z
  .string()
  .regex(
    /^[a-z_][a-z0-9_]{0,59}$/i,
    'A table name consists of at most 60 letters, digits and underscores, and begins with a letter.',
  )

const NO_PAIRS = 'URL parameters must be a list of names and values.'
const NO_QUERY = 'A table can only be filled with the rows of a saved query.'
const TOO_MANY = `Longer than maximum length ${MOST_FURTHER_DASHBOARDS}.`

/**
 * The field `extra` of an alert or report. The contract knows only `dashboard`; fields with other names are stored
 * unchanged.
 */
export const ReportExtra = z
  .looseObject(
    {
      /** The state of a dashboard link: filters, tabs and URL parameters. Only `urlParams` is validated here. */
      dashboard: z.unknown(),
      /** Ids of further dashboards in the same message. */
      dashboards: ids.refine((value) => value.length <= MOST_FURTHER_DASHBOARDS, TOO_MANY),
      /** Whether the message contains sentences about the largest changes. */
      digest: flag,
      /** Each recipient gets the data that their own permissions allow, not what the owner sees. */
      per_recipient: flag,
      /** The id of a saved query whose rows are sent instead of a chart or dashboard. */
      saved_query: id,
      /** The table that is filled with the rows of the saved query, in the database of that query. */
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

/** Parses the stored field. The result is empty if an older version stored something else. */
export function storedExtra(json: string): ReportExtra {
  const parsed = ReportExtra.safeParse(parseObject(json))
  return parsed.success ? parsed.data : {}
}
