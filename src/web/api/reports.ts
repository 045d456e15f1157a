import { queryOptions } from '@tanstack/react-query'
import type {
  ReportCreate,
  ReportLogRow,
  ReportRow,
  ReportTestAnswer,
  ReportUpdate,
} from '../../model/report/reportForm.ts'
import type { ItemAnswer, ListAnswer, MessageAnswer } from '../../model/wire/answers.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { deleteJson, getJson, postJson, putJson } from './client.ts'
import { getList, type Listed, type ListQuery, type ListRequest, listParameters } from './list.ts'

const path = '/api/v1/report/'

export type ReportType = ReportRow['type']

const columns = [
  'id',
  'name',
  'type',
  'active',
  'crontab',
  'crontab_humanized',
  'timezone',
  'last_eval_dttm',
  'last_state',
  'owners.id',
  'owners.first_name',
  'owners.last_name',
  'recipients.id',
  'recipients.type',
  'changed_by.first_name',
  'changed_by.last_name',
  'changed_on',
] as const
export type ReportSummary = Listed<'report', (typeof columns)[number]>

export const reportsKey = 'reports'

export function reportListQuery(type: ReportType, request: ListRequest): ListQuery<ReportSummary> {
  const filters = [...(request.filters ?? []), { col: 'type', opr: 'eq', value: type }]
  return {
    queryKey: [reportsKey, 'list', type, request],
    queryFn: ({ signal }) => getList('report', { ...request, filters, columns }, signal),
  }
}

const attachedColumns = ['id', 'name', 'active'] as const

/** The chart or dashboard that an e-mail report sends. */
export interface ReportPlace {
  kind: 'chart' | 'dashboard'
  id: number
}

/** The user's own e-mail report of a chart or dashboard, created from its menu; null if there is none. */
export function attachedReportQuery({ kind, id }: ReportPlace, userId: number) {
  return queryOptions({
    queryKey: [reportsKey, 'attached', kind, id],
    queryFn: async ({ signal }) => {
      const filters = [
        { col: `${kind}_id`, opr: 'eq', value: id },
        { col: 'creation_method', opr: 'eq', value: `${kind}s` },
        { col: 'created_by', opr: 'rel_o_m', value: userId },
      ]
      return (await getList('report', { filters, columns: attachedColumns, pageSize: 1 }, signal)).result[0] ?? null
    },
    retry: false,
  })
}

const itemColumns = [
  'id',
  'name',
  'type',
  'active',
  'description',
  'creation_method',
  'crontab',
  'timezone',
  'chart.id',
  'chart.slice_name',
  'chart.viz_type',
  'dashboard.id',
  'dashboard.dashboard_title',
  'database.id',
  'database.database_name',
  'sql',
  'validator_type',
  'validator_config_json',
  'grace_period',
  'log_retention',
  'working_timeout',
  'context_markdown',
  'custom_width',
  'extra',
  'force_screenshot',
  'report_format',
  'last_eval_dttm',
  'last_state',
  'last_value',
  'last_value_row_json',
  'owners.id',
  'owners.first_name',
  'owners.last_name',
  'recipients.id',
  'recipients.recipient_config_json',
  'recipients.type',
] as const
export type Report = Listed<'report', (typeof itemColumns)[number]>

export async function loadReport(id: number, signal?: AbortSignal): Promise<Report> {
  const query = { q: formatRison({ columns: itemColumns, keys: ['none'] }) }
  return (await getJson<ItemAnswer<Report>>(`${path}${id}`, { signal, query })).result
}

export async function createReport(body: ReportCreate): Promise<void> {
  await postJson(path, body)
}

export async function updateReport(id: number, body: ReportUpdate): Promise<void> {
  await putJson(`${path}${id}`, body)
}

export async function deleteReport(id: number): Promise<void> {
  await deleteJson(`${path}${id}`)
}

/** Addresses that have unsubscribed from a report. */
export const unsubscribedQuery = (id: number) =>
  queryOptions({
    queryKey: [reportsKey, 'unsubscribed', id],
    queryFn: async ({ signal }) =>
      (await getJson<{ result: string[] }>(`${path}${id}/unsubscribed`, { signal })).result,
    retry: false,
  })

/** Removes an address from the unsubscribed ones, so that it gets mails again. */
export async function subscribeAgain(id: number, address: string): Promise<void> {
  await postJson(`${path}${id}/subscribe`, { address })
}

export type ReportTest = ReportTestAnswer['result']

/** Creates a report as it would be sent now; with `send`, also sends it to the user's own address. */
export async function testReport(id: number, send: boolean): Promise<ReportTest> {
  return (await postJson<ReportTestAnswer>(`${path}${id}/test`, { send })).result
}

/** Deletes all or none. */
export function deleteReports(ids: readonly number[]): Promise<MessageAnswer> {
  return deleteJson(path, { query: { q: formatRison(ids) } })
}

const logColumns = [
  'id',
  'uuid',
  'state',
  'scheduled_dttm',
  'start_dttm',
  'end_dttm',
  'value',
  'error_message',
] as const
export type ReportLogSummary = Pick<ReportLogRow, (typeof logColumns)[number]>

export function reportLogQuery(reportId: number, request: ListRequest): ListQuery<ReportLogSummary> {
  return {
    queryKey: [reportsKey, 'log', reportId, request],
    queryFn: ({ signal }) => {
      const query = listParameters({ ...request, columns: logColumns })
      return getJson<ListAnswer<ReportLogSummary>>(`${path}${reportId}/log/`, { signal, query })
    },
  }
}
