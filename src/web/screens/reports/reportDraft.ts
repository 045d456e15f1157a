import { mailRecipients, slackChannels } from '../../../model/report/recipients.ts'
import type { ReportCreate } from '../../../model/report/reportForm.ts'
import {
  CONDITIONS,
  FORECAST_CONFIDENCE,
  FORECAST_SIDES,
  GRACE_PERIOD_S,
  isDrawn,
  isWidth,
  RECIPIENT_TYPES,
  type ReportFormat,
} from '../../../model/report/reportTerms.ts'
import { isCrontab } from '../../../model/time/crontab.ts'
import { isRecord, parseObject } from '../../../model/wire/json.ts'
import type { DashboardPermalinkState } from '../../api/permalinks.ts'
import type { Report, ReportType } from '../../api/reports.ts'

export type Condition = (typeof CONDITIONS)[number] | 'not null' | 'forecast'
export type Side = (typeof FORECAST_SIDES)[number]
export type Content = 'dashboard' | 'chart' | 'savedQuery'

/** An alert or report as it is being edited. */
export interface ReportDraft {
  name: string
  owners: number[]
  description: string
  active: boolean
  database: number | undefined
  sql: string
  condition: Condition | undefined
  threshold: number | null
  /** for a forecast: percent of the values within its band */
  confidence: number | null
  side: Side
  crontab: string
  timezone: string
  /** days; 0: logs are not deleted */
  logRetention: number
  /** seconds */
  workingTimeout: number | null
  gracePeriod: number | null
  content: Content
  dashboard: number | undefined
  chart: number | undefined
  savedQuery: number | undefined
  /** the table that the rows of the saved query fill; empty if there is none */
  intoTable: string
  /** other dashboards in the same message */
  furtherDashboards: number[]
  /** filters and tabs of the dashboard */
  state: DashboardPermalinkState | undefined
  digest: boolean
  /** whether each recipient gets only the data that they may see */
  perRecipient: boolean
  /** px */
  width: number | null
  format: ReportFormat
  ignoresCache: boolean
  /** fields of `extra` without a field in the form */
  otherExtra: Record<string, unknown>
  /** one for each method of notification */
  recipients: RecipientDraft[]
}

export type Method = (typeof RECIPIENT_TYPES)[number]

export interface RecipientDraft {
  type: Method
  /** addresses, channels, or the address of a webhook */
  target: string
  /** stored settings without a field in the form: saving does not change them */
  others: { ccTarget?: string; bccTarget?: string }
}

export function newDraft(userId: number | undefined, timezone: string): ReportDraft {
  return {
    name: '',
    owners: userId === undefined ? [] : [userId],
    description: '',
    active: true,
    database: undefined,
    sql: '',
    condition: undefined,
    threshold: null,
    confidence: FORECAST_CONFIDENCE * 100,
    side: 'both',
    crontab: '0 * * * *',
    timezone,
    logRetention: 90,
    workingTimeout: 3600,
    gracePeriod: null,
    content: 'dashboard',
    dashboard: undefined,
    chart: undefined,
    savedQuery: undefined,
    intoTable: '',
    furtherDashboards: [],
    state: undefined,
    digest: false,
    perRecipient: false,
    width: null,
    format: 'PNG',
    ignoresCache: false,
    otherExtra: {},
    recipients: [],
  }
}

export function draftOf(report: Report): ReportDraft {
  const { op, threshold, confidence, side } = parseObject(report.validator_config_json)
  const {
    dashboard: state,
    dashboards,
    digest,
    per_recipient,
    saved_query: query,
    into_table: table,
    ...otherExtra
  } = report.extra
  const { validator_type: validator } = report
  return {
    name: report.name,
    owners: report.owners.map(({ id }) => id),
    description: report.description ?? '',
    active: report.active,
    database: report.database?.id,
    sql: report.sql ?? '',
    condition:
      validator === 'not null' || validator === 'forecast'
        ? validator
        : CONDITIONS.find((condition) => condition === op),
    threshold: typeof threshold === 'number' ? threshold : null,
    confidence: Math.round((typeof confidence === 'number' ? confidence : FORECAST_CONFIDENCE) * 1000) / 10,
    side: FORECAST_SIDES.find((known) => known === side) ?? 'both',
    crontab: report.crontab,
    timezone: report.timezone,
    logRetention: report.log_retention ?? 0,
    workingTimeout: report.working_timeout,
    gracePeriod: report.grace_period,
    content: report.chart ? 'chart' : !report.dashboard && typeof query === 'number' ? 'savedQuery' : 'dashboard',
    dashboard: report.dashboard?.id,
    chart: report.chart?.id,
    savedQuery: typeof query === 'number' ? query : undefined,
    intoTable: typeof table === 'string' ? table : '',
    furtherDashboards: Array.isArray(dashboards) ? dashboards.filter((each) => typeof each === 'number') : [],
    state: isRecord(state) ? (state as DashboardPermalinkState) : undefined,
    digest: digest === true,
    perRecipient: per_recipient === true,
    width: report.custom_width,
    format: report.report_format,
    ignoresCache: report.force_screenshot,
    otherExtra,
    recipients: report.recipients.map(({ type, recipient_config_json }) =>
      recipientOf(RECIPIENT_TYPES.find((known) => known === type) ?? 'Email', parseObject(recipient_config_json)),
    ),
  }
}

function recipientOf(type: Method, { target, ccTarget, bccTarget }: Record<string, unknown>): RecipientDraft {
  return {
    type,
    target: typeof target === 'string' ? target : '',
    others: {
      ...(typeof ccTarget === 'string' && { ccTarget }),
      ...(typeof bccTarget === 'string' && { bccTarget }),
    },
  }
}

/** The recipients in a target that are not valid addresses of its method. */
export function invalidIn({ type, target }: Pick<RecipientDraft, 'type' | 'target'>): string[] {
  if (type === 'Email') return mailRecipients({ target }).invalid
  return type === 'Slack' ? slackChannels({ target }).invalid : []
}

/** The fields that the form always sends. */
type ReportBody = Omit<ReportCreate, 'database' | 'selected_tabs'> & { database?: number }

/** The body of a save; undefined while a required field is empty or invalid. */
export function bodyOf(type: ReportType, draft: ReportDraft): ReportBody | undefined {
  const name = draft.name.trim()
  const subject = draft[draft.content]
  // a hidden field does not prevent saving
  const width = isDrawn(formatOf(draft)) ? draft.width : null
  const recipients = draft.recipients.map(({ type, target, others }) => ({ type, target: target.trim(), others }))
  const condition = type === 'Alert' ? conditionOf(draft) : {}
  const isComplete =
    name !== '' &&
    draft.owners.length > 0 &&
    subject !== undefined &&
    isCrontab(draft.crontab) &&
    draft.workingTimeout !== null &&
    // if the rows fill a table, they need not be sent as well
    (recipients.length > 0 || tableOf(draft) !== undefined) &&
    recipients.every((recipient) => recipient.target !== '' && invalidIn(recipient).length === 0) &&
    isWidth(width)
  if (!isComplete || condition === undefined) return undefined
  return {
    type,
    name,
    owners: draft.owners,
    description: draft.description.trim() || null,
    active: draft.active,
    crontab: draft.crontab.trim(),
    timezone: draft.timezone,
    log_retention: draft.logRetention || null,
    working_timeout: draft.workingTimeout,
    ...(type === 'Alert' ? { grace_period: draft.gracePeriod ?? GRACE_PERIOD_S } : {}),
    chart: draft.content === 'chart' ? subject : null,
    dashboard: draft.content === 'dashboard' ? subject : null,
    report_format: formatOf(draft),
    custom_width: width,
    extra: extraOf(draft),
    force_screenshot: draft.ignoresCache,
    recipients: recipients.map(({ type, target, others }) => ({ type, recipient_config_json: { ...others, target } })),
    ...condition,
  }
}

/** The formats of each content, with the default first. */
export const formatsOf: Record<Content, readonly ReportFormat[]> = {
  dashboard: ['PNG', 'PDF', 'XLSX', 'TEXT'],
  chart: ['PNG', 'PDF', 'CSV', 'XLSX', 'TEXT'],
  savedQuery: ['TEXT', 'CSV', 'XLSX'],
}

/** The selected format, or the default of the content if it does not support that format. */
export function formatOf({ content, format }: Pick<ReportDraft, 'content' | 'format'>): ReportFormat {
  const formats = formatsOf[content]
  return formats.includes(format) ? format : (formats[0] ?? 'PNG')
}

/** The table that the rows of a saved query fill. */
function tableOf({ content, intoTable }: ReportDraft): string | undefined {
  const name = intoTable.trim()
  return content === 'savedQuery' && name !== '' ? name : undefined
}

function extraOf(draft: ReportDraft): Record<string, unknown> {
  const { content, state, furtherDashboards, digest, perRecipient, savedQuery, otherExtra } = draft
  const isBoard = content === 'dashboard'
  return {
    ...otherExtra,
    ...(isBoard && state && { dashboard: state }),
    ...(isBoard && furtherDashboards.length > 0 && { dashboards: furtherDashboards }),
    ...(content !== 'savedQuery' && digest && { digest }),
    ...(perRecipient && { per_recipient: true }),
    ...(content === 'savedQuery' && { saved_query: savedQuery }),
    ...(tableOf(draft) !== undefined && { into_table: tableOf(draft) }),
  }
}

function conditionOf({
  database,
  sql,
  condition,
  threshold,
  confidence,
  side,
}: ReportDraft): Partial<ReportBody> | undefined {
  if (database === undefined || sql.trim() === '' || condition === undefined) return undefined
  if (condition === 'not null') return { database, sql, validator_type: 'not null', validator_config_json: {} }
  if (condition === 'forecast') {
    if (confidence === null || confidence <= 0 || confidence >= 100) return undefined
    const config = { confidence: Math.round(confidence * 10) / 1000, side }
    return { database, sql, validator_type: 'forecast', validator_config_json: config }
  }
  if (threshold === null) return undefined
  return { database, sql, validator_type: 'operator', validator_config_json: { op: condition, threshold } }
}
