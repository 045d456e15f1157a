import { z } from 'zod'
import { isCrontab, nextDue } from '../time/crontab.ts'
import { isTimeZone } from '../time/timeZone.ts'
import { isoText } from '../wire/answers.ts'
import { flag, id, ids, integer, short, text } from '../wire/fields.ts'
import { ReportExtra } from './reportExtra.ts'
import {
  CONDITIONS,
  FORECAST_SIDES,
  NARROWEST_PX,
  RECIPIENT_TYPES,
  REPORT_FORMATS,
  REPORT_STATES,
  REPORT_TYPES,
  VALIDATOR_TYPES,
  WIDEST_PX,
} from './reportTerms.ts'

/** Alerts and reports, as `/api/v1/report/` reads and writes them. */

const CREATION_METHODS: readonly string[] = ['alerts_reports', 'dashboards', 'charts']

const MOST_RECIPIENTS = 50

const positive = integer.refine((value) => value > 0, 'Value must be greater than 0')

const crontab = text(1, 1000)
  .refine(isCrontab, 'Cron expression is not valid')
  .refine((value) => !isCrontab(value) || nextDue(value, 'UTC', Date.now()) !== null, 'This schedule is never due.')

const timezone = z
  .string()
  .refine(isTimeZone, { error: () => `Must be one of: ${Intl.supportedValuesOf('timeZone').join(', ')}.` })

/** `target` has the addresses; later versions of the contract have two more lists. */
const Recipient = z.strictObject({
  type: z.enum(RECIPIENT_TYPES),
  recipient_config_json: z
    .strictObject({ target: z.string(), ccTarget: z.string(), bccTarget: z.string() })
    .partial()
    .optional(),
})

const Validator = z
  .strictObject({
    op: z.enum(CONDITIONS),
    threshold: z.number(),
    /** For a forecast: the share of values that its band contains. */
    confidence: z.number().gt(0).lt(1),
    side: z.enum(FORECAST_SIDES),
  })
  .partial()

const fields = {
  type: z.enum(REPORT_TYPES),
  name: text(1, 150),
  description: z.string().nullish(),
  context_markdown: z.string().nullish(),
  active: flag.optional(),
  crontab,
  timezone: timezone.optional(),
  sql: z.string().optional(),
  chart: id.nullish(),
  creation_method: z
    .string()
    .refine((value) => CREATION_METHODS.includes(value), {
      error: ({ input }) => `Invalid enum value ${String(input)}`,
    })
    .optional(),
  dashboard: id.nullish(),
  owners: ids.optional(),
  validator_type: z.enum(VALIDATOR_TYPES).optional(),
  validator_config_json: Validator.optional(),
  /** Days; null: logs are not deleted. */
  log_retention: positive.nullish(),
  /** Seconds. */
  grace_period: positive.nullish(),
  /** Seconds. */
  working_timeout: positive.nullish(),
  recipients: z.array(Recipient).max(MOST_RECIPIENTS, `Longer than maximum length ${MOST_RECIPIENTS}.`).optional(),
  report_format: z.enum(REPORT_FORMATS).optional(),
  extra: short(ReportExtra).nullish(),
  force_screenshot: flag.optional(),
  custom_width: integer
    .refine(
      (value) => value >= NARROWEST_PX && value <= WIDEST_PX,
      `Screenshot width must be between ${NARROWEST_PX}px and ${WIDEST_PX}px`,
    )
    .nullish(),
  email_subject: z.string().max(255, 'Longer than maximum length 255.').nullish(),
}

/** Body of `POST /api/v1/report/`. */
export const ReportCreate = z
  .strictObject({ ...fields, database: id.nullish(), selected_tabs: ids.nullish() })
  .superRefine(({ type, database }, context) => {
    if (type === 'Report' && database != null) {
      context.addIssue({ code: 'custom', path: ['database'], message: 'Database reference is not allowed on a report' })
    }
  })
export type ReportCreate = z.infer<typeof ReportCreate>

/** Body of `PUT /api/v1/report/{id}`. A missing field changes nothing; lists replace. */
export const ReportUpdate = z.strictObject({ ...fields, database: id }).partial()
export type ReportUpdate = z.infer<typeof ReportUpdate>

/** The fields of both forms that the contract describes. */
const { custom_width: _width, email_subject: _subject, ...described } = fields
export const DescribedReport = z.strictObject({ ...described, database: id.nullish() })
export const DescribedReportUpdate = DescribedReport.partial()

const name = z.strictObject({ first_name: z.string(), last_name: z.string() })
const count = z.int().nullable()

/** An alert or report as lists and items show it. */
export const ReportRow = z.strictObject({
  id: z.int(),
  active: z.boolean(),
  changed_by: name.nullable(),
  changed_on: isoText,
  changed_on_delta_humanized: z.string(),
  chart: z.strictObject({ id: z.int(), slice_name: z.string(), viz_type: z.string() }).nullable(),
  chart_id: count,
  context_markdown: z.string().nullable(),
  created_by: name.nullable(),
  created_on: isoText,
  creation_method: z.string(),
  crontab: z.string(),
  crontab_humanized: z.string(),
  custom_width: count,
  dashboard: z.strictObject({ id: z.int(), dashboard_title: z.string().nullable() }).nullable(),
  dashboard_id: count,
  database: z.strictObject({ id: z.int(), database_name: z.string() }).nullable(),
  description: z.string().nullable(),
  email_subject: z.string().nullable(),
  extra: z.record(z.string(), z.unknown()),
  force_screenshot: z.boolean(),
  grace_period: count,
  last_eval_dttm: isoText.nullable(),
  last_state: z.enum(REPORT_STATES),
  last_value: z.number().nullable(),
  last_value_row_json: z.string().nullable(),
  log_retention: count,
  name: z.string(),
  owners: z.array(z.strictObject({ id: z.int(), first_name: z.string(), last_name: z.string() })),
  recipients: z.array(z.strictObject({ id: z.int(), type: z.string(), recipient_config_json: z.string() })),
  report_format: z.enum(REPORT_FORMATS),
  sql: z.string().nullable(),
  timezone: z.string(),
  type: z.enum(REPORT_TYPES),
  validator_config_json: z.string(),
  validator_type: z.string().nullable(),
  working_timeout: count,
})
export type ReportRow = z.infer<typeof ReportRow>

/** One run of an alert or report. */
export const ReportLogRow = z.strictObject({
  id: z.int(),
  scheduled_dttm: isoText,
  start_dttm: isoText.nullable(),
  end_dttm: isoText.nullable(),
  state: z.enum(REPORT_STATES),
  value: z.number().nullable(),
  value_row_json: z.string().nullable(),
  error_message: z.string().nullable(),
  uuid: z.string(),
})
export type ReportLogRow = z.infer<typeof ReportLogRow>

/** `POST /api/v1/report/{id}/test`: a preview of a report with current data. */
export const ReportTestAnswer = z.object({
  result: z.strictObject({
    subject: z.string(),
    text: z.string(),
    /** Names of attached files. */
    files: z.array(z.string()),
    /** For an alert: whether its condition is met now, or why this is unknown. Null for a report. */
    condition: z.union([z.strictObject({ holds: z.boolean() }), z.strictObject({ error: z.string() })]).nullable(),
    /** The recipient; null: it was not sent. */
    sent_to: z.string().nullable(),
  }),
})
export type ReportTestAnswer = z.infer<typeof ReportTestAnswer>
