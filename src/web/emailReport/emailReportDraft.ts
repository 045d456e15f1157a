import type { ReportCreate } from '../../model/report/reportForm.ts'
import { isDrawn, type ReportFormat } from '../../model/report/reportTerms.ts'
import type { DashboardPermalinkState } from '../api/permalinks.ts'
import type { Report, ReportPlace } from '../api/reports.ts'

/** The content of an e-mail report. */
export interface ReportSubject extends ReportPlace {
  /** title of the chart or dashboard */
  title: string
  /** the current filters and tabs of the dashboard */
  state?: DashboardPermalinkState
  /** the format of a new report; text if absent */
  format?: ReportFormat
}

/** An e-mail report as it is being edited. */
export interface EmailReportDraft {
  name: string
  description: string
  crontab: string
  timezone: string
  format: ReportFormat
  /** width in px; null: the default */
  width: number | null
  /** whether the link opens the dashboard with its filters and tabs */
  hasState: boolean
}

/** Mondays at noon. */
const CRONTAB = '0 12 * * 1'

export const newEmailReport = (name: string, timezone: string, format: ReportFormat = 'TEXT'): EmailReportDraft => ({
  name,
  description: '',
  crontab: CRONTAB,
  timezone,
  format,
  width: null,
  hasState: false,
})

export const emailReportOf = (report: Report): EmailReportDraft => ({
  name: report.name,
  description: report.description ?? '',
  crontab: report.crontab,
  timezone: report.timezone,
  format: report.report_format,
  width: report.custom_width ?? null,
  hasState: report.extra['dashboard'] !== undefined,
})

/** The formats of each kind. */
export const formatsOf = {
  chart: ['TEXT', 'PNG', 'CSV', 'PDF', 'XLSX'],
  dashboard: ['PNG', 'PDF', 'XLSX'],
} as const satisfies Record<ReportSubject['kind'], readonly ReportFormat[]>

export const formatOf = (kind: ReportSubject['kind'], format: ReportFormat): ReportFormat =>
  formatsOf[kind].some((known) => known === format) ? format : 'PNG'

/** The fields that the form sends for a new report and for a stored one. */
function formFields({ kind, state }: ReportSubject, draft: EmailReportDraft, stored: Report | undefined) {
  const { dashboard: storedState, ...otherExtra } = stored?.extra ?? {}
  const hadState = storedState !== undefined
  return {
    name: draft.name.trim(),
    description: draft.description.trim() || null,
    crontab: draft.crontab.trim(),
    timezone: draft.timezone,
    report_format: formatOf(kind, draft.format),
    custom_width: isDrawn(formatOf(kind, draft.format)) ? draft.width : null,
    // a report keeps the filters with which it was created
    ...(draft.hasState && !hadState && state ? { extra: { ...otherExtra, dashboard: { ...state } } } : {}),
    // settings from the page of reports are kept, for example that each recipient gets a report with their own data
    ...(!draft.hasState && hadState ? { extra: otherExtra } : {}),
  } as const
}

/** The body of a new report. Its recipient is always the user's own address. */
export function bodyOfNew(
  subject: ReportSubject,
  draft: EmailReportDraft,
  user: { id: number; email: string },
): ReportCreate {
  const { kind, id } = subject
  return {
    ...formFields(subject, draft, undefined),
    type: 'Report',
    active: true,
    creation_method: `${kind}s`,
    chart: kind === 'chart' ? id : null,
    dashboard: kind === 'dashboard' ? id : null,
    force_screenshot: false,
    owners: [user.id],
    recipients: [{ type: 'Email', recipient_config_json: { target: user.email } }],
  }
}

export const bodyOfChange = (subject: ReportSubject, draft: EmailReportDraft, stored: Report) =>
  formFields(subject, draft, stored)
