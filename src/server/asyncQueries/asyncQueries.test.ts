import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../model/errors/errors.ts'
import type { AsyncEvent } from '../../model/query/asyncJob.ts'
import { openStore } from '../storage/open.ts'
import type { Db } from '../storage/schema.ts'
import { testStores } from '../testing/stores.ts'
import { createAsyncQueries } from './asyncQueries.ts'
import { JOBS_PER_CHANNEL, type LongQuery } from './backgroundJobs.ts'
import { LEASE_MS, RENEW_MS } from './leases.ts'
import { deleteOldEvents, parseEventId } from './store.ts'

const stores = testStores()
afterAll(() => Promise.all(stores.map((store) => store.close())))

const START = 1_700_000_000_000
/** On a busy machine the store is slow. */
const PATIENCE = { timeout: 30_000 }
const quiet = { warn: () => undefined, error: () => undefined }

describe.each(stores)('async queries on $kind', { timeout: 120_000 }, (store) => {
  let db: Db
  let closing: (() => Promise<void>)[]
  let clock: number
  const now = () => clock
  const node = () => {
    const queries = createAsyncQueries({ db, now, log: quiet })
    closing.push(() => queries.close())
    return queries
  }

  beforeAll(async () => {
    clock = START
    closing = []
    if (!store.isAvailable) return
    const opened = await openStore({ ...(await store.fresh()), poolSize: 5, now, said: () => undefined })
    db = opened.db
  }, 240_000)
  beforeEach(async (context) => {
    if (!store.isAvailable) context.skip()
    clock = START
    closing = []
    for (const table of ['async_jobs', 'async_events', 'async_channels'] as const) await db.deleteFrom(table).execute()
  })
  afterEach(async () => {
    vi.useRealTimers()
    for (const close of closing) await close()
  })
  afterAll(() => db?.destroy())

  /** A query that the test ends. */
  function query(key: string, channel = 'c') {
    let end: (error?: Error) => void = () => undefined
    let runs = 0
    const long: LongQuery = {
      channel,
      userId: 7,
      key,
      work(signal) {
        runs += 1
        return new Promise<void>((resolve, reject) => {
          end = (error) => (error ? reject(error) : resolve())
          signal.addEventListener('abort', () => reject(new Error('aborted')))
        })
      },
      keep: async () => `/r/${key}`,
    }
    return { long, end: (error?: Error) => end(error), runs: () => runs }
  }

  const eventsOf = async (queries: ReturnType<typeof node>, count: number, channel = 'c'): Promise<AsyncEvent[]> =>
    vi.waitFor(async () => {
      const events = await queries.events(channel, undefined)
      expect(events).toHaveLength(count)
      return events
    }, PATIENCE)

  it('responds with a job, and reports its end once', async () => {
    const queries = node()
    const { long, end } = query('k')
    const job = await queries.start(long)
    expect(job).toEqual({
      channel_id: 'c',
      job_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_id: 7,
      status: 'pending',
      errors: [],
      result_url: null,
    })
    expect(queries.count()).toBe(1)
    expect(await queries.events('c', undefined)).toEqual([])
    end()
    const [event] = await eventsOf(queries, 1)
    expect(event).toEqual({ ...job, id: `${clock}-0`, status: 'done', result_url: '/r/k' })
    expect(queries.count()).toBe(0)
    expect(await queries.events('other', undefined)).toEqual([])
  })

  it('reports errors in the list format of the contract', async () => {
    const queries = node()
    const [refused, broken] = [query('a'), query('b')]
    await queries.start(refused.long)
    refused.end(new AppError('GENERIC_DB_ENGINE_ERROR', 400, 'Error: no such table'))
    await eventsOf(queries, 1)
    await queries.start(broken.long)
    broken.end(new Error('a bug'))
    const events = await eventsOf(queries, 2)
    expect(events.map(({ status, result_url }) => [status, result_url])).toEqual([
      ['error', null],
      ['error', null],
    ])
    expect(events[0]?.errors).toMatchObject([
      { message: 'Error: no such table', error_type: 'GENERIC_DB_ENGINE_ERROR', level: 'error' },
    ])
    expect(events[1]?.errors).toMatchObject([{ message: 'Unexpected error' }])
  })

  it('reports a failure if the result cannot be fetched', async () => {
    const queries = node()
    const { long, end } = query('k')
    await queries.start({
      ...long,
      keep: () => Promise.reject(new AppError('RESULT_TOO_LARGE_ERROR', 413, 'too large')),
    })
    end()
    expect(await eventsOf(queries, 1)).toMatchObject([{ status: 'error', errors: [{ message: 'too large' }] }])
  })

  it('joins the same query of a channel, and runs it once', async () => {
    const queries = node()
    const first = query('k')
    const [job, same] = await Promise.all([queries.start(first.long), queries.start(first.long)])
    const third = await queries.startIfSlow(first.long, 60_000, new AbortController().signal)
    expect([same.job_id, third?.job_id]).toEqual([job.job_id, job.job_id])
    expect(first.runs()).toBe(1)
    const other = await queries.start(query('k', 'another channel').long)
    expect(other.job_id).not.toBe(job.job_id)
    first.end()
    await eventsOf(queries, 1)
    const again = await queries.start(first.long)
    expect(again.job_id).not.toBe(job.job_id)
  })

  it('numbers events so that ids grow, even if the clock is set back', async () => {
    const queries = node()
    for (const [index, step] of [0, 0, -5000, 10_000].entries()) {
      clock += step
      const { long, end } = query(`k${index}`)
      await queries.start(long)
      end()
      await eventsOf(queries, index + 1)
    }
    const start = START
    const events = await queries.events('c', undefined)
    expect(events.map(({ id }) => id)).toEqual([`${start}-0`, `${start}-1`, `${start}-2`, `${start + 5000}-0`])
    expect(await queries.events('c', parseEventId(`${start}-1`))).toEqual(events.slice(2))
    expect(await queries.events('c', parseEventId(`${start + 5000}-0`))).toEqual([])
  })

  it('responds with at most 100 events at a time, oldest first', async () => {
    const queries = node()
    for (let index = 0; index < 103; index++) {
      const { long, end } = query(`k${index}`)
      await queries.start(long)
      end()
    }
    const first = await eventsOf(queries, 100)
    await vi.waitFor(() => expect(queries.count()).toBe(0), PATIENCE)
    const rest = await queries.events('c', parseEventId(first.at(-1)?.id ?? ''))
    expect(new Set([...first, ...rest].map(({ job_id }) => job_id)).size).toBe(103)
  })

  it('limits the queries of a channel', async () => {
    const queries = node()
    for (let index = 0; index < JOBS_PER_CHANNEL; index++) await queries.start(query(`k${index}`).long)
    await expect(queries.start(query('more').long)).rejects.toMatchObject({ status: 429 })
    await queries.start(query('more', 'another channel').long)
  })

  it('responds to a quick query at once, and stores nothing', async () => {
    const queries = node()
    const { long, end } = query('k')
    const answer = queries.startIfSlow(long, 60_000, new AbortController().signal)
    end()
    expect(await answer).toBeUndefined()
    expect(await db.selectFrom('async_jobs').selectAll().execute()).toEqual([])
    const failing = query('f')
    const failed = queries.startIfSlow(failing.long, 60_000, new AbortController().signal)
    failing.end(new AppError('GENERIC_COMMAND_ERROR', 400, 'bad'))
    await expect(failed).rejects.toThrow('bad')
  })

  it('turns a query that takes longer into a job, which then outlives its client', async () => {
    const queries = node()
    const client = new AbortController()
    const { long, end, runs } = query('k')
    const job = await queries.startIfSlow(long, 5, client.signal)
    expect(job?.status).toBe('pending')
    client.abort()
    end()
    expect(await eventsOf(queries, 1)).toMatchObject([{ job_id: job?.job_id, status: 'done' }])
    expect(runs()).toBe(1)
  })

  it('ends a query whose client leaves before it is a job', async () => {
    const queries = node()
    const client = new AbortController()
    const answer = queries.startIfSlow(query('k').long, 60_000, client.signal)
    client.abort()
    await expect(answer).rejects.toThrow('aborted')
  })

  it('ends a query without an event if its channel requests it, also on another node', async () => {
    const [first, second] = [node(), node()]
    const [here, there] = [query('here'), query('there')]
    const jobs = [await first.start(here.long), await first.start(there.long)] as const
    expect(await first.cancel('another channel', jobs[0].job_id)).toBe(false)
    expect(await first.cancel('c', jobs[0].job_id)).toBe(true)
    await vi.waitFor(() => expect(first.count()).toBe(1), PATIENCE)
    expect(await second.cancel('c', jobs[1].job_id)).toBe(true)
    expect(await second.cancel('c', jobs[1].job_id)).toBe(false)
    there.end()
    await vi.waitFor(() => expect(first.count()).toBe(0), PATIENCE)
    expect(await second.events('c', undefined)).toEqual([])
  })

  it('does not join a query that has been cancelled, although it still ends', async () => {
    const queries = node()
    const { long, end } = query('k')
    const deaf = { ...long, work: () => long.work(new AbortController().signal) }
    const first = await queries.start(deaf)
    await queries.cancel('c', first.job_id)
    const again = query('k')
    const second = await queries.start(again.long)
    expect(second.job_id).not.toBe(first.job_id)
    end()
    await vi.waitFor(() => expect(queries.count()).toBe(1), PATIENCE)
    // the end of the first one does not hide the second one
    expect((await queries.start(again.long)).job_id).toBe(second.job_id)
    again.end()
    expect(await eventsOf(queries, 1)).toMatchObject([{ job_id: second.job_id, status: 'done' }])
  })

  it('reports to all callers of a shared query that it was stopped', async () => {
    const queries = node()
    const { long } = query('k')
    const job = await queries.start(long)
    await queries.start(long)
    expect(await queries.cancel('c', job.job_id)).toBe(true)
    expect(await eventsOf(queries, 1)).toMatchObject([
      {
        job_id: job.job_id,
        status: 'error',
        errors: [{ message: 'The query was stopped in another window. Please run it again.' }],
      },
    ])
    await vi.waitFor(() => expect(queries.count()).toBe(0), PATIENCE)
  })

  it('extends its leases, and detects queries that were cancelled on another node', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const [first, second] = [node(), node()]
    const job = await first.start(query('k').long)
    const lease = async () =>
      (await db.selectFrom('async_jobs').select('lease_until').executeTakeFirstOrThrow()).lease_until
    expect(await lease()).toBe(clock + LEASE_MS)
    clock += RENEW_MS
    vi.advanceTimersByTime(RENEW_MS)
    await vi.waitFor(async () => expect(await lease()).toBe(clock + LEASE_MS), PATIENCE)
    await second.cancel('c', job.job_id)
    vi.advanceTimersByTime(RENEW_MS)
    await vi.waitFor(() => expect(first.count()).toBe(0), PATIENCE)
  })

  it('reports a query as failed if its node has died, once', async () => {
    const [dead, living] = [node(), node()]
    const { long, end } = query('k')
    const job = await dead.start(long)
    clock += LEASE_MS
    expect(await living.events('c', undefined)).toEqual([])
    clock += 1
    const [events] = await Promise.all([living.events('c', undefined), node().events('c', undefined)])
    // the node was not dead after all: the end is not reported a second time
    end()
    await vi.waitFor(() => expect(dead.count()).toBe(0), PATIENCE)
    expect(events.length).toBeLessThanOrEqual(1)
    expect(await living.events('c', undefined)).toMatchObject([
      {
        job_id: job.job_id,
        status: 'error',
        errors: [{ message: 'The server was stopped while this query ran. Please run it again.' }],
      },
    ])
  })

  it('reports unfinished queries when the server stops', async () => {
    const queries = node()
    await queries.start(query('a').long)
    await queries.start(query('b', 'd').long)
    await queries.close()
    for (const channel of ['c', 'd']) {
      expect(await node().events(channel, undefined)).toMatchObject([
        { errors: [{ message: 'The server was stopped while this query ran. Please run it again.' }] },
      ])
    }
    await expect(queries.start(query('late').long)).rejects.toMatchObject({ status: 503 })
  })

  it('notifies the listeners of a channel', async () => {
    const queries = node()
    const heard: string[] = []
    const stop = queries.listen('c', () => heard.push('c'))
    queries.listen('d', () => heard.push('d'))
    for (const key of ['a', 'b']) {
      const { long, end } = query(key)
      await queries.start(long)
      end()
      await vi.waitFor(() => expect(queries.count()).toBe(0), PATIENCE)
      await vi.waitFor(() => expect(heard).toEqual(['c']), PATIENCE)
      stop()
    }
  })

  it('deletes old events', async () => {
    const queries = node()
    const { long, end } = query('k')
    await queries.start(long)
    end()
    await eventsOf(queries, 1)
    await deleteOldEvents(db, clock)
    expect(await queries.events('c', undefined)).toHaveLength(1)
    await deleteOldEvents(db, clock + 1)
    expect(await queries.events('c', undefined)).toEqual([])
    expect(await db.selectFrom('async_channels').selectAll().execute()).toEqual([])
  })

  it('delivers each of 200 jobs once across restarts, for any number of readers', async () => {
    let queries = node()
    const jobs = new Map<string, ReturnType<typeof query>>()
    const told = new Map<string, number>()
    const last = new Map<string, string>()
    const read = async () => {
      for (let client = 0; client < 200; client++) {
        const channel = `client ${client}`
        for (const event of await queries.events(channel, parseEventId(last.get(channel) ?? '0-0'))) {
          told.set(event.job_id, (told.get(event.job_id) ?? 0) + 1)
          last.set(channel, event.id)
        }
      }
    }
    for (let client = 0; client < 200; client++) {
      const asked = query('k', `client ${client}`)
      jobs.set((await queries.start(asked.long)).job_id, asked)
    }
    const all = [...jobs.values()]
    for (const each of all.slice(0, 70)) each.end()
    await read()
    // one node shuts down, the other one is killed
    await queries.close()
    queries = node()
    await read()
    clock += LEASE_MS + 1
    await read()
    await read()
    expect(told.size).toBe(200)
    expect([...told.values()].every((count) => count === 1)).toBe(true)
    expect([...told.keys()].every((id) => jobs.has(id))).toBe(true)
  })
})
