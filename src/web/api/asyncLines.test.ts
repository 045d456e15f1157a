// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { AsyncJob } from '../../model/query/asyncJob.ts'
import type { DashboardDataLine } from '../../model/query/chartData.ts'
import { awaitedLines } from './asyncLines.ts'
import { ApiError } from './failure.ts'

const job = (job_id: string): AsyncJob => ({
  channel_id: 'c',
  job_id,
  user_id: 1,
  status: 'pending',
  errors: [],
  result_url: null,
})

async function* stream(lines: DashboardDataLine[], failure?: Error): AsyncGenerator<DashboardDataLine> {
  yield* lines
  if (failure) throw failure
}

it('replaces jobs with their results, each line when it is ready', async () => {
  const results = new Map<string, (result: unknown) => void>()
  const wait = (asked: AsyncJob) => new Promise<unknown>((resolve) => results.set(asked.job_id, resolve))
  const lines = awaitedLines(
    stream([{ chartId: 1, job: job('a') }, { chartId: 2, result: [] }, { chartId: 3, job: job('b') }, { done: true }]),
    wait,
  )
  expect((await lines.next()).value).toEqual({ chartId: 2, result: [] })
  expect((await lines.next()).value).toEqual({ done: true })
  const third = lines.next()
  results.get('b')?.({ result: [] })
  expect((await third).value).toEqual({ chartId: 3, result: [] })
  results.get('a')?.({ result: [] })
  expect((await lines.next()).value).toEqual({ chartId: 1, result: [] })
  expect((await lines.next()).done).toBe(true)
})

it('creates an error line for a job that fails', async () => {
  const failure = new ApiError('Error: no such column', { status: 400, code: 'COLUMN_DOES_NOT_EXIST_ERROR' })
  const lines = awaitedLines(stream([{ chartId: 1, job: job('a') }]), () => Promise.reject(failure))
  expect((await lines.next()).value).toEqual({
    chartId: 1,
    error: { status: 400, message: 'Error: no such column', error_type: 'COLUMN_DOES_NOT_EXIST_ERROR' },
  })
})

it('delivers the results of jobs after the stream was interrupted, and then the error', async () => {
  const lines = awaitedLines(stream([{ chartId: 1, job: job('a') }], new Error('cut')), async () => ({ result: [] }))
  expect((await lines.next()).value).toEqual({ chartId: 1, result: [] })
  await expect(lines.next()).rejects.toThrow('cut')
})
