import cronstrue from 'cronstrue'
import { type SqlBool, sql } from 'kysely'
import { JobRow, JobScheduleRow } from '../../../model/jobs/jobForm.ts'
import { MessageAnswer } from '../../../model/wire/answers.ts'
import { audit } from '../../access/audit.ts'
import type { Subject } from '../../access/subject.ts'
import type { ComputedField, ValueContext } from '../../declared/declaration.ts'
import { declareResource } from '../../declared/declareResource.ts'
import { notFound } from '../../entities/owners.ts'
import { cancelJob, mayCancel, mayRetry, retryJob } from '../../jobs/control.ts'
import type { Job } from '../../jobs/jobs.ts'
import { jobKinds, stoppableKinds } from '../../jobs/kinds.ts'
import { idParams } from '../../listing/readRoutes.ts'
import { REPORT_JOB } from '../../reports/reportSchedule.ts'
import type { Resource } from '../../resource.ts'
import { SQL_JOB } from '../../sqlLab/queryRows.ts'
import type { Trx } from '../../storage/schema.ts'

const view = 'Job'

/**
 * Errors of alerts, reports and queries may quote values that their owners read, so only administrators see their jobs;
 * owners have the execution log and the query history. Other jobs are not about an object of an owner.
 */
const visibleIn = (table: 'jobs' | 'job_schedules') => (subject: Subject) =>
  subject.isAdmin ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.ref(`${table}.kind`)} not in (${REPORT_JOB}, ${SQL_JOB})`

/** The alert or report that a job is about; null for other jobs, and after it was deleted. */
const subjectField = <R extends { kind: string; subject_id: number }>(): ComputedField<R> => ({
  type: 'computed',
  async load(rows: readonly R[], { db }: ValueContext) {
    const ids = rows.filter(({ kind }) => kind === REPORT_JOB).map(({ subject_id }) => subject_id)
    const reports = await db
      .selectFrom('report_schedules')
      .select(['id', 'name', 'type'])
      .where('id', 'in', [...ids, 0])
      .execute()
    const byId = new Map(
      reports.map(({ id, name, type }) => [id, { id, name, url: `/${type.toLowerCase()}/${id}/log/` }]),
    )
    return ({ kind, subject_id }: R) => (kind === REPORT_JOB ? (byId.get(subject_id) ?? null) : null)
  },
})

const changeRoutes: Resource = (app, services) => {
  const { db, now } = services
  const kinds = jobKinds(services)
  const config = { requires: `can_write:${view}`, answer: MessageAnswer } as const

  /** A job that the user sees. Of two changes at the same time, the second one is refused: see `change`. */
  async function find(trx: Trx, subject: Subject, id: number): Promise<Job> {
    const job = await trx
      .selectFrom('jobs')
      .selectAll()
      .where('id', '=', id)
      .where(visibleIn('jobs')(subject))
      .executeTakeFirst()
    if (!job) throw notFound()
    return job
  }

  app.post('/api/v1/job/:id/retry', { config, schema: { params: idParams } }, async ({ subject, params, ip }) => {
    await db.transaction().execute(async (trx) => {
      const job = await find(trx, subject, params.id)
      await retryJob(trx, job, kinds, now())
      await audit(trx, { action: 'job_retry', subject, object: `Job:${job.id}`, address: ip }, now())
    })
    return { message: 'OK' }
  })

  app.post('/api/v1/job/:id/cancel', { config, schema: { params: idParams } }, async ({ subject, params, ip }) => {
    await db.transaction().execute(async (trx) => {
      const job = await find(trx, subject, params.id)
      await cancelJob(trx, job, kinds, { by: subject.user?.username ?? '', now: now() })
      await audit(trx, { action: 'job_cancel', subject, object: `Job:${job.id}`, address: ip }, now())
    })
    return { message: 'OK' }
  })
}

const jobColumns = [
  'id',
  'kind',
  'subject',
  'state',
  'due_on',
  'start_after',
  'started_on',
  'finished_on',
  'attempt',
  'holder',
  'error',
  'can_retry',
  'can_cancel',
]

/** `/api/v1/job/`: what runs, waits, has failed and has ended in the background. */
export const jobs = declareResource({
  path: '/api/v1/job',
  table: 'jobs',
  kind: 'Job',
  view,
  title: 'Background Job',
  names: { one: 'job', many: 'jobs' },
  isPlainTable: true,
  isBare: true,
  permissions: [
    { view, names: 'can_read can_write', roles: [] },
    { view: 'Background Jobs', names: 'menu_access', roles: [] },
  ],
  menu: {
    under: 'Security',
    name: 'Background Jobs',
    label: 'Background Jobs',
    icon: 'fa-tasks',
    url: '/jobs/list/',
  },
  fields: {
    id: { type: 'integer' },
    kind: { type: 'text' },
    subject: subjectField(),
    state: { type: 'text' },
    due_on: { type: 'time' },
    start_after: { type: 'time' },
    started_on: { type: 'time' },
    finished_on: { type: 'time' },
    attempt: { type: 'integer' },
    holder: { type: 'text' },
    error: { type: 'text' },
    can_retry: { type: 'computed', value: mayRetry },
    can_cancel: { type: 'computed', value: (job) => mayCancel(job, stoppableKinds) },
  },
  list: jobColumns,
  show: jobColumns,
  order: ['id', 'kind', 'state', 'due_on', 'start_after', 'started_on', 'finished_on', 'attempt'],
  search: ['kind', 'state', 'due_on', 'started_on', 'error'],
  row: JobRow,
  policy: { visible: visibleIn('jobs') },
  more: changeRoutes,
})

const scheduleColumns = ['id', 'kind', 'subject', 'crontab', 'crontab_humanized', 'time_zone', 'next_due']

/** `/api/v1/job_schedule/`: what creates jobs, and when it is due next. */
export const jobSchedules = declareResource({
  path: '/api/v1/job_schedule',
  table: 'job_schedules',
  kind: 'JobSchedule',
  view,
  title: 'Job Schedule',
  names: { one: 'job schedule', many: 'job schedules' },
  isPlainTable: true,
  isBare: true,
  fields: {
    id: { type: 'integer' },
    kind: { type: 'text' },
    subject: subjectField(),
    crontab: { type: 'text' },
    crontab_humanized: {
      type: 'computed',
      value: ({ crontab }) => cronstrue.toString(crontab, { throwExceptionOnParseError: false }),
    },
    time_zone: { type: 'text' },
    next_due: { type: 'time' },
  },
  list: scheduleColumns,
  order: ['id', 'kind', 'next_due', 'crontab', 'time_zone'],
  search: ['kind', 'time_zone'],
  row: JobScheduleRow,
  policy: { visible: visibleIn('job_schedules') },
})
