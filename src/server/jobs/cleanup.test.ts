import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'
import { cleanup } from './cleanup.ts'
import { enqueue } from './jobs.ts'
import { workerOn } from './testing/jobStore.ts'

const DAY_MS = 86_400_000

let server: TestApp
beforeAll(async () => {
  server = await startApp({ SEXTANT_EXAMPLES: 'false' })
})
afterAll(() => server?.close())

/** Stores log entries and permalinks of different ages, runs a cleanup, and returns what is left. */
async function leftAfter(retention: { logDays: number; permalinkDays: number }) {
  const { db, now, config } = server.services
  const time = now()
  await db.deleteFrom('logs').execute()
  const ages = [400, 31, 29, 0]
  await db
    .insertInto('logs')
    .values([
      ...ages.map((age) => ({ action: String(age), dttm: time - age * DAY_MS })),
      // more than are deleted at once
      ...Array.from({ length: 5001 }, () => ({ action: 'many', dttm: time - 32 * DAY_MS })),
    ])
    .execute()
  await db.deleteFrom('key_values').execute()
  const state = (resource: 'dashboard_permalink' | 'explore_permalink' | 'filter_state', age: number) => {
    const created = time - age * DAY_MS
    return { resource, key: `${resource} ${age}`, value: '{}', created_on: time - 90 * DAY_MS, changed_on: created }
  }
  const rows = [state('dashboard_permalink', 40), state('explore_permalink', 40), state('explore_permalink', 5)]
  await db
    .insertInto('key_values')
    .values([...rows, { ...state('filter_state', 40), expires_on: time + DAY_MS }])
    .execute()
  const kind = cleanup({ db, now, config: { ...config, retention } })
  await enqueue(db, { kind: 'cleanup', subjectId: 0, key: JSON.stringify(retention), dueOn: time }, time)
  await workerOn(db, { now: time }, [{ ...kind, crontab: null }]).runDue()
  const logs = await db.selectFrom('logs').select('action').distinct().execute()
  const keys = await db.selectFrom('key_values').select('key').orderBy('key').execute()
  return [logs.map(({ action }) => action).toSorted(), keys.map(({ key }) => key)]
}

it('deletes entries of the log and permalinks that are older than the settings allow', async () => {
  expect(await leftAfter({ logDays: 30, permalinkDays: 30 })).toEqual([
    ['0', '29'],
    ['explore_permalink 5', 'filter_state 40'],
  ])
})

it('deletes none of them without a limit', async () => {
  expect(await leftAfter({ logDays: 0, permalinkDays: 0 })).toEqual([
    ['0', '29', '31', '400', 'many'],
    ['dashboard_permalink 40', 'explore_permalink 40', 'explore_permalink 5', 'filter_state 40'],
  ])
})
