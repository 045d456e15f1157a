import type { Generated } from 'kysely'
import type { Entity } from './entity.ts'

/** Background jobs, alerts and reports, and queries that outlive their request. */
export interface BackgroundTables {
  jobs: JobTable
  job_effects: JobEffectTable
  job_schedules: JobScheduleTable
  async_channels: AsyncChannelTable
  async_jobs: AsyncJobTable
  async_events: AsyncEventTable
  report_schedules: ReportTable
  report_recipients: ReportRecipientTable
  report_owners: ReportOwnerTable
  report_tables: ReportTableTable
  report_logs: ReportLogTable
  report_unsubscribed: ReportUnsubscribedTable
}

/** Work of the background workers. `subject_id`: the object that the work is about, for example the report; 0: none. */
interface JobTable {
  id: Generated<number>
  kind: string
  subject_id: number
  /** Unique for each kind, so that the same work is never stored twice. */
  idempotency_key: string
  /** `skipped`: the job for a later due time ran instead. `cancelled`: by a user. */
  state: 'waiting' | 'running' | 'done' | 'failed' | 'skipped' | 'cancelled'
  /** The time for which the job was created. */
  due_on: number
  /** The job is not started before this time, which is later than `due_on` after a failed attempt. */
  start_after: number
  attempt: Generated<number>
  /** Incremented with each lease: a worker that lost its lease can no longer write. */
  fence: Generated<number>
  holder: string | null
  lease_until: number | null
  error: string | null
  created_on: number
  started_on: number | null
  finished_on: number | null
}

/** An effect of a job outside the store, such as a mail. */
interface JobEffectTable {
  job_id: number
  name: string
  state: 'begun' | 'done'
  changed_on: number
}

/** Creates a job of `kind` at each due moment. */
interface JobScheduleTable {
  id: Generated<number>
  kind: string
  subject_id: number
  crontab: string
  time_zone: string
  /** null: the schedule has no later due moment */
  next_due: number | null
}

/** The id of the last event of a channel. */
interface AsyncChannelTable {
  channel: string
  last_ms: number
  last_seq: number
}

/** A query that runs in the background of a node. Its row is deleted when its event is written. */
interface AsyncJobTable {
  id: string
  channel: string
  user_id: number | null
  /** Extended by the node while it runs the query; a query whose lease has expired is lost. */
  lease_until: number
}

/** Reports that a query in the background has ended. */
interface AsyncEventTable {
  channel: string
  ms: number
  /** The order of events of the same millisecond. */
  seq: number
  event_json: string
}

/** A recipient who has unsubscribed from an alert or report; the address in lower case. */
interface ReportUnsubscribedTable {
  report_id: number
  address: string
  created_on: number
}

/** An alert or a report. */
interface ReportTable extends Entity {
  type: 'Alert' | 'Report'
  name: string
  description: string | null
  context_markdown: string | null
  active: boolean
  creation_method: string
  crontab: string
  timezone: string
  report_format: 'PNG' | 'CSV' | 'TEXT' | 'PDF' | 'XLSX'
  /** The condition of an alert. */
  sql: string | null
  chart_id: number | null
  dashboard_id: number | null
  database_id: number | null
  validator_type: 'not null' | 'operator' | 'forecast' | null
  validator_config_json: string
  /** Days; null: logs are not deleted. */
  log_retention: number | null
  /** Seconds. */
  grace_period: number | null
  /** Seconds. */
  working_timeout: number | null
  extra_json: string
  force_screenshot: boolean
  custom_width: number | null
  email_subject: string | null
  last_eval_dttm: number | null
  last_state: ReportState
  last_value: number | null
  last_value_row_json: string | null
}

type ReportState = 'Success' | 'Working' | 'Error' | 'Not triggered' | 'On Grace'

interface ReportRecipientTable {
  id: Generated<number>
  report_id: number
  type: 'Email' | 'Slack' | 'Webhook'
  recipient_config_json: string
}

interface ReportOwnerTable {
  report_id: number
  user_id: number
}

/** A table that a report has created from a saved query. */
interface ReportTableTable {
  report_id: number
  database_id: number
  /** Empty: the schema of the connection. */
  schema_name: string
  table_name: string
}

/** One run of an alert or report. */
interface ReportLogTable {
  id: Generated<number>
  uuid: string
  report_id: number
  scheduled_dttm: number
  start_dttm: number | null
  end_dttm: number | null
  value: number | null
  value_row_json: string | null
  state: ReportState
  error_message: string | null
}
