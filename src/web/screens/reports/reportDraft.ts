import type { ReportCreate } from '../../../model/report/reportForm.ts'
import { CONDITIONS, GRACE_PERIOD_S, RECIPIENT_TYPES, type REPORT_FORMATS } from '../../../model/report/reportTerms.ts'
import { isCrontab } from '../../../model/time/crontab.ts'
import { parseObject } from '../../../model/wire/json.ts'
import type { Report, ReportType } from '../../api/reports.ts'

export type Condition = (typeof CONDITIONS)[number] | 'not null'

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
  crontab: string
  timezone: string
  /** days; 0: logs are not deleted */
  logRetention: number
  /** seconds */
  workingTimeout: number | null
  gracePeriod: number | null
  content: 'dashboard' | 'chart'
  dashboard: number | undefined
  chart: number | undefined
  format: ReportFormat
  ignoresCache: boolean
  /** one for each method of notification */
  recipients: RecipientDraft[]
}

export type ReportFormat = (typeof REPORT_FORMATS)[number]
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
    crontab: '0 * * * *',
    timezone,
    logRetention: 90,
    workingTimeout: 3600,
    gracePeriod: null,
    content: 'dashboard',
    dashboard: undefined,
    chart: undefined,
    format: 'PNG',
    ignoresCache: false,
    recipients: [],
  }
}

export function draftOf(report: Report): ReportDraft {
  const { op, threshold } = parseObject(report.validator_config_json)
  return {
    name: report.name,
    owners: report.owners.map(({ id }) => id),
    description: report.description ?? '',
    active: report.active,
    database: report.database?.id,
    sql: report.sql ?? '',
    condition: report.validator_type === 'not null' ? 'not null' : CONDITIONS.find((condition) => condition === op),
    threshold: typeof threshold === 'number' ? threshold : null,
    crontab: report.crontab,
    timezone: report.timezone,
    logRetention: report.log_retention ?? 0,
    workingTimeout: report.working_timeout,
    gracePeriod: report.grace_period,
    content: report.chart ? 'chart' : 'dashboard',
    dashboard: report.dashboard?.id,
    chart: report.chart?.id,
    format: report.report_format,
    ignoresCache: report.force_screenshot,
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

/** The fields that the form sends. */
type ReportBody = Omit<ReportCreate, 'database' | 'selected_tabs'> & { database?: number }

/** The body of a save; undefined while a required field is empty or invalid. */
export function bodyOf(type: ReportType, draft: ReportDraft): ReportBody | undefined {
  const name = draft.name.trim()
  const subject = draft.content === 'chart' ? draft.chart : draft.dashboard
  const recipients = draft.recipients.map(({ type, target, others }) => ({ type, target: target.trim(), others }))
  const condition = type === 'Alert' ? conditionOf(draft) : {}
  const isComplete =
    name !== '' &&
    draft.owners.length > 0 &&
    subject !== undefined &&
    isCrontab(draft.crontab) &&
    draft.workingTimeout !== null &&
    recipients.length > 0 &&
    recipients.every(({ target }) => target !== '')
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
    // rows are those of a chart
    report_format: draft.content === 'dashboard' && draft.format === 'CSV' ? 'PNG' : draft.format,
    force_screenshot: draft.ignoresCache,
    recipients: recipients.map(({ type, target, others }) => ({ type, recipient_config_json: { ...others, target } })),
    ...condition,
  }
}

function conditionOf({ database, sql, condition, threshold }: ReportDraft): Partial<ReportBody> | undefined {
  if (database === undefined || sql.trim() === '' || condition === undefined) return undefined
  if (condition === 'not null') return { database, sql, validator_type: 'not null', validator_config_json: {} }
  if (threshold === null) return undefined
  return { database, sql, validator_type: 'operator', validator_config_json: { op: condition, threshold } }
}
