import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../storage/open.ts'
import type { Db } from '../storage/schema.ts'
import { testStores } from '../testing/stores.ts'
import { cancelJob, retryJob } from './control.ts'
import { claim, deleteFinished, enqueue, finish, LeaseLost, whileHeld } from './jobs.ts'
import { NothingHappened } from './kind.ts'
import { removeSchedule, runSchedules, setSchedule } from './schedules.ts'
import { counted, dueMoments, record, recorded, workerOn } from './testing/jobStore.ts'

const START = Date.parse('2026-03-01T00:00:00Z')
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const stores = testStores()
afterAll(async () => {
  for (const store of stores) await store.close()
})

const states = async (db: Db) =>
  (await db.selectFrom('jobs').select(['state', 'attempt', 'error']).orderBy('id').execute()).map(
    ({ state, attempt, error }) => [state, attempt, error],
  )

describe.each(stores)('the jobs of a $kind store', (store) => {
  describe.skipIf(!store.isAvailable)('', () => {
    let db: Db
    let clock: { now: number }
    const add = (subjectId: number, dueOn = clock.now) =>
      enqueue(db, { kind: 'counted', subjectId, key: `${subjectId}`, dueOn }, clock.now)

    beforeAll(async () => {
      const place = await store.fresh()
      db = (await openStore({ ...place, poolSize: 4, now: Date.now, said: () => undefined })).db
    })
    afterAll(() => db?.destroy())
    beforeEach(async () => {
      clock = { now: START }
      for (const table of ['jobs', 'job_schedules', 'logs'] as const) await db.deleteFrom(table).execute()
    })

    it('run once, however often they were stored, with any number of workers', async () => {
      for (const id of [1, 2, 3, 1, 2]) await add(id)
      await add(4, START + HOUR_MS)
      const workers = [1, 2, 3].map(() => workerOn(db, clock, [counted()]))
      await Promise.all(workers.map((worker) => worker.runDue()))
      expect((await recorded(db)).sort()).toEqual([1, 2, 3].map((id) => `${id}@${START}`))
      clock.now += HOUR_MS
      await Promise.all(workers.map((worker) => worker.runDue()))
      expect(await recorded(db)).toHaveLength(4)
    })

    it('are tried again after a pause, and fail with the last error', async () => {
      await add(1)
      const worker = workerOn(db, clock, [
        counted({
          run: async ({ attempt }) => Promise.reject(new Error(`attempt ${attempt}`)),
          gaveUp: async () => record('gave up'),
        }),
      ])
      await worker.runDue()
      expect(await states(db)).toEqual([['waiting', 1, 'attempt 1']])
      await worker.runDue()
      expect(await states(db)).toEqual([['waiting', 1, 'attempt 1']])
      for (const _ of [2, 3]) {
        clock.now += 1000
        await worker.runDue()
      }
      expect(await states(db)).toEqual([['failed', 3, 'attempt 3']])
      expect(await recorded(db)).toEqual(['gave up'])
    })

    it('of a dead worker are taken over when its lease has ended, and it can no longer write', async () => {
      await add(1)
      const lease = { leaseMs: 1000, now: clock.now }
      const dead = await claim(db, ['counted'], { ...lease, holder: 'dead' })
      expect(await claim(db, ['counted'], { ...lease, holder: 'other' })).toBeUndefined()
      clock.now += 2000
      await workerOn(db, clock, [counted()]).runDue()
      expect(await recorded(db)).toEqual([`1@${START}`])
      if (!dead) throw new Error('nothing was claimed')
      const late = whileHeld(db, dead, async (trx) => {
        await record('late')(trx)
        await finish(trx, dead, null, clock.now)
      })
      await expect(late).rejects.toThrow(LeaseLost)
      expect(await recorded(db)).toEqual([`1@${START}`])
    })

    it('that kill their worker each time fail', async () => {
      await add(1)
      for (const _ of [1, 2, 3]) {
        expect(await claim(db, ['counted'], { holder: 'dead', leaseMs: 1000, now: clock.now })).toBeDefined()
        clock.now += 2000
      }
      await workerOn(db, clock, [counted({ gaveUp: async () => record('gave up') })]).runDue()
      expect(await states(db)).toEqual([['failed', 4, 'The server stopped each time this job ran.']])
      expect(await recorded(db)).toEqual(['gave up'])
    })

    it('that are cancelled while they run write nothing more, and those that failed can run again', async () => {
      await add(1)
      const kind = counted({ isStoppable: true, attempts: 1 })
      const job = await claim(db, ['counted'], { holder: 'busy', leaseMs: 60_000, now: clock.now })
      if (!job) throw new Error('nothing was claimed')
      const cancel = () => db.transaction().execute((trx) => cancelJob(trx, job, [kind], { by: 'ann', now: clock.now }))
      await cancel()
      await expect(whileHeld(db, job, async (trx) => record('late')(trx))).rejects.toThrow(LeaseLost)
      await expect(cancel()).rejects.toThrow('The job has changed in the meantime.')
      await workerOn(db, clock, [kind]).runDue()
      expect(await states(db)).toEqual([['cancelled', 1, 'Cancelled by ann.']])
      expect(await recorded(db)).toEqual([])

      await add(2)
      let fails = true
      const again: number[] = []
      const failing = counted({
        attempts: 1,
        run: async () => async () => (fails ? 'no' : undefined),
        startedAgain: async (_trx, id) => again.push(id),
      })
      const worker = workerOn(db, clock, [failing])
      await worker.runDue()
      const failed = () => db.selectFrom('jobs').selectAll().where('subject_id', '=', 2).executeTakeFirstOrThrow()
      expect(await failed()).toMatchObject({ state: 'failed', error: 'no' })
      fails = false
      const toRetry = await failed()
      await db.transaction().execute((trx) => retryJob(trx, toRetry, [failing], clock.now))
      expect(again).toEqual([toRetry.id])
      await worker.runDue()
      expect(await failed()).toMatchObject({ state: 'done', error: null, attempt: 1 })
    })

    it('of a single kind run one after another', async () => {
      await add(1)
      await add(2)
      const lease = { holder: 'busy', leaseMs: 1000, now: clock.now, single: ['counted'] }
      expect((await claim(db, ['counted'], lease))?.subject_id).toBe(1)
      expect(await claim(db, ['counted'], lease)).toBeUndefined()
      expect((await claim(db, ['counted'], { ...lease, single: ['other'] }))?.subject_id).toBe(2)
      // both leases have ended: one of them is taken over
      clock.now += 2000
      expect(await claim(db, ['counted'], { ...lease, now: clock.now })).toBeDefined()
      expect(await claim(db, ['counted'], { ...lease, now: clock.now })).toBeUndefined()
    })

    it('of a kind with its own slots do not delay others, and do not exceed these slots', async () => {
      for (let id = 1; id <= 6; id++) {
        await enqueue(db, { kind: 'long', subjectId: id, key: String(id), dueOn: clock.now }, clock.now)
      }
      await add(1)
      const opened = Promise.withResolvers<undefined>()
      let running = 0
      let most = 0
      const long = counted({
        name: 'long',
        places: 2,
        run: async () => {
          most = Math.max(most, ++running)
          await opened.promise
          running--
          return undefined
        },
      })
      const worker = workerOn(db, clock, [long, counted()])
      worker.start()
      // the other job has ended while the long ones still run
      await expect.poll(() => recorded(db), { timeout: 20_000 }).toHaveLength(1)
      opened.resolve(undefined)
      await expect
        .poll(async () => (await states(db)).every(([state]) => state === 'done'), { timeout: 20_000 })
        .toBe(true)
      await worker.stop()
      expect(most).toBe(2)
    })

    it('have effects at most once', async () => {
      await add(1)
      const effects: string[] = []
      const outcomes: string[] = []
      let fails = [() => new NothingHappened('refused'), () => new Error('cut off'), undefined]
      const kind = counted({
        attempts: 5,
        run: async (run) => {
          const outcome = await run.once('mail', async () => {
            const failure = fails.shift()
            if (failure) throw failure()
            effects.push('mail')
          })
          outcomes.push(outcome)
          return undefined
        },
      })
      const worker = workerOn(db, clock, [kind])
      for (const _ of [1, 2, 3]) {
        await worker.runDue()
        clock.now += 1000
      }
      // the refused effect is tried again; after it was cut off, its outcome is unknown, so it is not repeated
      expect([effects, outcomes]).toEqual([[], ['unknown']])
      fails = []
      await add(2)
      await worker.runDue()
      expect([effects, outcomes]).toEqual([['mail'], ['unknown', 'done']])
    })

    it('that run when their worker stops are handed over as if they had not begun', async () => {
      await add(1)
      const worker = workerOn(db, clock, [
        counted({
          run: ({ signal }) =>
            new Promise((_done, fail) => signal.addEventListener('abort', () => fail(new Error('stopped')))),
        }),
      ])
      const work = worker.runDue()
      while ((await states(db))[0]?.[0] !== 'running') await new Promise((again) => setTimeout(again, 5))
      await worker.stop()
      await work
      expect(await states(db)).toEqual([['waiting', 0, null]])
      await workerOn(db, clock, [counted()]).runDue()
      expect(await recorded(db)).toEqual([`1@${START}`])
    })

    it('are created by schedules, one for each due time, with any number of nodes', async () => {
      const plan = { kind: 'counted', subjectId: 7, crontab: '0 */6 * * *', timeZone: 'Europe/Berlin' }
      await setSchedule(db, plan, clock.now)
      const workers = [1, 2].map(() => workerOn(db, clock, [counted()]))
      for (; clock.now < START + DAY_MS; clock.now += HOUR_MS) {
        await Promise.all(workers.map((worker) => worker.runDue()))
        // saving a form without changes sets the same schedule again
        await setSchedule(db, plan, clock.now)
      }
      const moments = dueMoments(plan.crontab, plan.timeZone, START, clock.now - HOUR_MS)
      expect(moments).toHaveLength(4)
      expect(await recorded(db)).toEqual(moments.map((moment) => `7@${moment}`))
      await removeSchedule(db, 'counted', [7])
      clock.now += DAY_MS
      await workers[0]?.runDue()
      expect(await recorded(db)).toHaveLength(4)
    })

    it('of due times that all nodes missed: the last one runs, the others are recorded as skipped', async () => {
      await setSchedule(db, { kind: 'counted', subjectId: 7, crontab: '0 * * * *', timeZone: 'UTC' }, clock.now)
      clock.now += 5.5 * HOUR_MS
      await workerOn(db, clock, [counted()]).runDue()
      expect(await recorded(db)).toEqual([`7@${START + 5 * HOUR_MS}`])
      expect((await states(db)).map(([state]) => String(state)).sort()).toEqual(['done', ...Array(4).fill('skipped')])
    })

    it('of a schedule that cannot be read fail alone', async () => {
      for (const subjectId of [6, 7]) {
        await setSchedule(db, { kind: 'counted', subjectId, crontab: '0 * * * *', timeZone: 'UTC' }, clock.now)
      }
      await db.updateTable('job_schedules').set({ time_zone: 'Mars/Olympus' }).where('subject_id', '=', 6).execute()
      clock.now += HOUR_MS
      const failed: number[] = []
      await runSchedules(db, clock.now, ({ subject_id }) => failed.push(subject_id))
      expect(failed).toEqual([6])
      await workerOn(db, clock, [counted()]).runDue()
      expect(await recorded(db)).toEqual([`7@${START + HOUR_MS}`])
    })

    it('are not repeated if the clock is set back; if it is set far ahead, a limited number is skipped', async () => {
      await setSchedule(db, { kind: 'counted', subjectId: 7, crontab: '* * * * *', timeZone: 'UTC' }, clock.now)
      const worker = workerOn(db, clock, [counted()])
      clock.now += HOUR_MS
      await worker.runDue()
      clock.now -= HOUR_MS
      await worker.runDue()
      expect(await recorded(db)).toHaveLength(1)
      clock.now += 400 * DAY_MS
      await runSchedules(db, clock.now, (_, error) => expect.fail(String(error)))
      const [{ count } = { count: 0 }] = await db
        .selectFrom('jobs')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('state', '=', 'skipped')
        .execute()
      expect(Number(count)).toBeLessThan(1100)
    })

    it('are deleted some time after they finished', async () => {
      await add(1)
      await add(2, START + DAY_MS)
      await workerOn(db, clock, [counted()]).runDue()
      await deleteFinished(db, clock.now + 1)
      expect(await states(db)).toEqual([['waiting', 0, null]])
    })

    it('are looked for regularly', async () => {
      await add(1)
      const worker = workerOn(db, clock, [counted({ crontab: '0 0 * * *' })])
      worker.start()
      while ((await recorded(db)).length === 0) await new Promise((again) => setTimeout(again, 5))
      await worker.stop()
      expect(await db.selectFrom('job_schedules').select(['kind', 'subject_id']).execute()).toEqual([
        { kind: 'counted', subject_id: 0 },
      ])
    })
  })
})
