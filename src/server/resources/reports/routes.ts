import cronstrue from 'cronstrue'
import { type SqlBool, sql } from 'kysely'
import {
  DescribedReport,
  DescribedReportUpdate,
  ReportCreate,
  ReportLogRow,
  ReportRow,
  ReportUpdate,
} from '../../../model/report/reportForm.ts'
import { parseObject } from '../../../model/wire/json.ts'
import { visible } from '../../access/access.ts'
import { has, type Subject, seesAllData } from '../../access/subject.ts'
import type { ValueContext } from '../../declared/declaration.ts'
import { declareResource } from '../../declared/declareResource.ts'
import { changeFields } from '../../declared/fields.ts'
import { formOf } from '../../declared/forms.ts'
import { anyContains } from '../../listing/filters.ts'
import { unscheduleReports } from '../../reports/reportSchedule.ts'
import type { Row } from '../../storage/schema.ts'
import { testRoute } from './testRoute.ts'
import { checkReport, recipientsOf, reportColumns, writeParts } from './write.ts'

const view = 'ReportSchedule'
const flag = 'ALERT_REPORTS'

const isOwner = (subject: Subject) =>
  sql<SqlBool>`exists (select 1 from report_owners
    where report_owners.report_id = report_schedules.id and report_owners.user_id = ${subject.user?.id ?? 0})`

type Report = Row<'report_schedules'>

const nobody = sql<SqlBool>`1 = 0`
const everybody = sql<SqlBool>`1 = 1`

/** Users who may read all data see all reports, other users only their own. */
const visibleReports = (subject: Subject) => {
  if (!has(subject, `can_read:${view}`)) return nobody
  return seesAllData(subject) ? everybody : isOwner(subject)
}

/**
 * Reports whose results the subject may see. They are read with the row rules of an owner, and users who may read all
 * data can have other row rules.
 */
const ownReports = (subject: Subject) => (subject.isAdmin ? everybody : isOwner(subject))

/** A value that a run found; null for users who are neither owners nor administrators. */
const foundValue = (column: 'last_value' | 'last_value_row_json') => ({
  type: 'computed' as const,
  async load(rows: readonly Report[], { db, subject }: ValueContext) {
    const own = await db
      .selectFrom('report_schedules')
      .select('id')
      .where('id', 'in', [...rows.map(({ id }) => id), 0])
      .where(ownReports(subject))
      .execute()
    const ids = new Set(own.map(({ id }) => id))
    return (row: Report) => (ids.has(row.id) ? row[column] : null)
  },
})

/** The contract lists the fields of these forms by name. */
const sorted = <Value>(fields: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)))

const inWords = (crontab: string) => cronstrue.toString(crontab, { throwExceptionOnParseError: false })

/** `/api/v1/report`: alerts and reports. */
export const reports = declareResource({
  path: '/api/v1/report',
  table: 'report_schedules',
  kind: 'ReportSchedule',
  view,
  flag,
  title: 'Report Schedule',
  names: { one: 'report schedule', many: 'report schedules' },
  fields: {
    id: { type: 'integer' },
    type: { type: 'text' },
    name: {
      type: 'text',
      caseless: true,
      custom: {
        report_all_text: {
          name: 'All Text',
          where: (value) =>
            anyContains(
              ['name', 'description', 'sql'].map((column) => sql.ref(`report_schedules.${column}`)),
              value,
            ),
        },
      },
    },
    description: { type: 'text' },
    context_markdown: { type: 'text' },
    active: { type: 'boolean' },
    creation_method: { type: 'text' },
    crontab: { type: 'text' },
    crontab_humanized: {
      type: 'computed',
      value: ({ crontab }) => inWords(crontab),
      order: sql.ref('report_schedules.crontab'),
    },
    timezone: { type: 'text' },
    sql: { type: 'text' },
    chart_id: { type: 'integer' },
    dashboard_id: { type: 'integer' },
    chart: {
      type: 'toOne',
      column: 'chart_id',
      to: 'charts',
      columns: ['id', 'slice_name', 'viz_type'],
      visible: visible.charts,
      missing: 'Chart does not exist',
      isMissingText: true,
    },
    dashboard: {
      type: 'toOne',
      column: 'dashboard_id',
      to: 'dashboards',
      columns: ['id', 'dashboard_title'],
      visible: visible.dashboards,
      missing: 'Dashboard does not exist',
      isMissingText: true,
    },
    database: {
      type: 'toOne',
      column: 'database_id',
      to: 'databases',
      columns: ['id', 'database_name'],
      visible: visible.databases,
      missing: 'Database does not exist',
      isMissingText: true,
    },
    validator_type: { type: 'text' },
    validator_config_json: { type: 'text' },
    log_retention: { type: 'integer' },
    grace_period: { type: 'integer' },
    working_timeout: { type: 'integer' },
    report_format: { type: 'text' },
    force_screenshot: { type: 'boolean' },
    custom_width: { type: 'integer' },
    email_subject: { type: 'text' },
    extra: { type: 'computed', value: (row) => parseObject(row.extra_json) },
    last_eval_dttm: { type: 'time' },
    last_state: { type: 'text' },
    last_value: foundValue('last_value'),
    last_value_row_json: foundValue('last_value_row_json'),
    owners: {
      type: 'toMany',
      through: { table: 'report_owners', key: 'report_id', other: 'user_id' },
      to: 'users',
      columns: ['id', 'first_name', 'last_name'],
      missing: 'Owners are invalid',
    },
    recipients: {
      type: 'computed',
      async load(rows, { db }) {
        const recipients = await recipientsOf(
          db,
          rows.map(({ id }) => id),
        )
        return ({ id }) => recipients.get(id) ?? []
      },
    },
    ...changeFields,
  },
  list: [
    'active',
    'changed_by.first_name',
    'changed_by.last_name',
    'changed_on',
    'changed_on_delta_humanized',
    'chart_id',
    'created_by.first_name',
    'created_by.last_name',
    'created_on',
    'creation_method',
    'crontab',
    'crontab_humanized',
    'dashboard_id',
    'description',
    'extra',
    'id',
    'last_eval_dttm',
    'last_state',
    'name',
    'owners.first_name',
    'owners.id',
    'owners.last_name',
    'recipients.id',
    'recipients.type',
    'timezone',
    'type',
  ],
  laterColumns: ['custom_width', 'email_subject'],
  show: [
    'id',
    'active',
    'chart.id',
    'chart.slice_name',
    'chart.viz_type',
    'context_markdown',
    'creation_method',
    'crontab',
    'dashboard.dashboard_title',
    'dashboard.id',
    'database.database_name',
    'database.id',
    'description',
    'extra',
    'force_screenshot',
    'grace_period',
    'last_eval_dttm',
    'last_state',
    'last_value',
    'last_value_row_json',
    'log_retention',
    'name',
    'owners.first_name',
    'owners.id',
    'owners.last_name',
    'recipients.id',
    'recipients.recipient_config_json',
    'recipients.type',
    'report_format',
    'sql',
    'timezone',
    'type',
    'validator_config_json',
    'validator_type',
    'working_timeout',
  ],
  order: [
    'active',
    'description',
    'created_by.first_name',
    'changed_by.first_name',
    'changed_on',
    'changed_on_delta_humanized',
    'created_on',
    'crontab',
    'last_eval_dttm',
    'name',
    'type',
    'crontab_humanized',
  ],
  search: [
    'name',
    'active',
    'created_by',
    'changed_by',
    'owners',
    'type',
    'last_state',
    'creation_method',
    'dashboard_id',
    'chart_id',
  ],
  related: ['owners', 'chart', 'dashboard', 'database', 'created_by', 'changed_by'],
  row: ReportRow,
  policy: {
    visible: visibleReports,
    writable: (subject) => (subject.isAdmin ? everybody : isOwner(subject)),
  },
  create: ReportCreate,
  update: ReportUpdate,
  forms: () => ({ add: sorted(formOf(DescribedReport)), edit: sorted(formOf(DescribedReportUpdate)) }),
  isDeletable: true,
  rules: { values: reportColumns, check: checkReport, written: writeParts, remove: unscheduleReports },
  more: testRoute,
})

/** `/api/v1/report/{report}/log/`: the runs of an alert or report, for its owners and administrators. */
export const reportLogs = declareResource({
  path: '/api/v1/report/:report/log',
  parent: { param: 'report', column: 'report_id', table: 'report_schedules' },
  table: 'report_logs',
  kind: 'ReportLog',
  view,
  flag,
  title: 'Report Execution Log',
  names: { one: 'execution log', many: 'execution logs' },
  isPlainTable: true,
  isBare: true,
  fields: {
    id: { type: 'integer' },
    scheduled_dttm: { type: 'time' },
    start_dttm: { type: 'time' },
    end_dttm: { type: 'time' },
    state: { type: 'text' },
    value: { type: 'integer' },
    value_row_json: { type: 'text' },
    error_message: { type: 'text' },
    uuid: { type: 'text' },
  },
  list: ['id', 'end_dttm', 'error_message', 'scheduled_dttm', 'start_dttm', 'state', 'uuid', 'value', 'value_row_json'],
  show: ['id', 'end_dttm', 'error_message', 'scheduled_dttm', 'start_dttm', 'state', 'uuid', 'value', 'value_row_json'],
  order: ['state', 'value', 'error_message', 'end_dttm', 'start_dttm', 'scheduled_dttm'],
  search: ['scheduled_dttm', 'start_dttm', 'end_dttm', 'state', 'error_message'],
  row: ReportLogRow,
  policy: {
    visible: (subject) =>
      sql<SqlBool>`exists (select 1 from report_schedules
        where report_schedules.id = report_logs.report_id and ${visibleReports(subject)} and ${ownReports(subject)})`,
  },
})
