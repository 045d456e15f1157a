import type { JobRow, JobScheduleRow } from '../../model/jobs/jobForm.ts'
import { getJson, postJson } from './client.ts'
import { type ListAnswer, type ListQuery, type ListRequest, listParameters } from './list.ts'

export type { JobRow, JobScheduleRow }

export const jobsKey = 'jobs'

const columns = [
  'id',
  'kind',
  'subject',
  'state',
  'start_after',
  'started_on',
  'finished_on',
  'attempt',
  'holder',
  'error',
  'can_retry',
  'can_cancel',
] as const
export type JobSummary = Pick<JobRow, (typeof columns)[number]>

/** Background jobs: running, waiting, failed and finished. */
export const jobListQuery = (request: ListRequest): ListQuery<JobSummary> => ({
  queryKey: [jobsKey, 'list', request],
  queryFn: ({ signal }) =>
    getJson<ListAnswer<JobSummary>>('/api/v1/job/', { signal, query: listParameters({ ...request, columns }) }),
})

const scheduleColumns = ['id', 'kind', 'subject', 'crontab', 'crontab_humanized', 'time_zone', 'next_due'] as const

/** The schedules that create jobs, and when each is due next. */
export const jobScheduleQuery = (request: ListRequest): ListQuery<JobScheduleRow> => ({
  queryKey: [jobsKey, 'schedules', request],
  queryFn: ({ signal }) =>
    getJson<ListAnswer<JobScheduleRow>>('/api/v1/job_schedule/', {
      signal,
      query: listParameters({ ...request, columns: scheduleColumns }),
    }),
})

/** Runs a failed job again, now. */
export async function retryJob(id: number): Promise<void> {
  await postJson(`/api/v1/job/${id}/retry`, undefined)
}

export async function cancelJob(id: number): Promise<void> {
  await postJson(`/api/v1/job/${id}/cancel`, undefined)
}
