import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { jobKinds } from '../jobs/kinds.ts'
import { setSchedule } from '../jobs/schedules.ts'
import { createWorker } from '../jobs/worker.ts'
import { startApp, type TestApp } from '../testing/app.ts'

let server: TestApp | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

/** A worker whose backup is due; `run` creates the next one, a minute later. */
async function workerOf(env: NodeJS.ProcessEnv) {
  server = await startApp({ SEXTANT_EXAMPLES: 'false', ...env })
  const { services } = server
  const clock = { now: Date.UTC(2026, 10, 23, 2, 29) }
  const now = () => clock.now
  const kinds = jobKinds({ ...services, now }).filter(({ name }) => name === 'backup')
  const worker = createWorker({ ...services, now, kinds, holder: 'test' })
  const crontab = '* * * * *'
  await setSchedule(services.db, { kind: 'backup', subjectId: 0, crontab, timeZone: 'UTC' }, clock.now)
  return {
    services,
    kinds,
    folder: services.config.backups.folder,
    async run() {
      clock.now += 60_000
      await worker.runDue()
      return services.db.selectFrom('jobs').select(['state', 'error']).orderBy('id', 'desc').executeTakeFirst()
    },
  }
}

it('keeps the last backups of the schedule, and deletes no others', { timeout: 60_000 }, async () => {
  const { run, folder, services } = await workerOf({ SEXTANT_BACKUP_COUNT: '2', SEXTANT_BACKUP_CRONTAB: '30 2 * * *' })
  expect(folder).toBe(join(services.config.home, 'backups'))
  for (const name of ['backup-20200101T000000Z', 'mine', 'scheduled-20200101T000000Z.partial', 'scheduled']) {
    mkdirSync(join(folder, name), { recursive: true })
  }
  for (let round = 0; round < 3; round++) expect(await run()).toEqual({ state: 'done', error: null })
  expect(readdirSync(folder).toSorted()).toEqual([
    'backup-20200101T000000Z',
    'mine',
    'scheduled',
    'scheduled-20261123T023100Z',
    'scheduled-20261123T023200Z',
  ])
  expect(existsSync(join(folder, 'scheduled-20261123T023200Z/backup.json'))).toBe(true)
})

it('a failed backup reports why, and is repeated', { timeout: 60_000 }, async () => {
  const { run, folder } = await workerOf({ SEXTANT_BACKUP_CRONTAB: '30 2 * * *' })
  writeFileSync(folder, 'no folder')
  const job = await run()
  expect(job?.state).toBe('waiting')
  expect(job?.error).toBe(`${folder} cannot be used (EEXIST). Nothing was backed up.`)
})

it('runs if it is configured, and not otherwise', async () => {
  const { services, kinds } = await workerOf({})
  expect(kinds.map(({ crontab }) => crontab)).toEqual([null])
  const worker = createWorker({ ...services, kinds, holder: 'other', pollMs: 1 })
  worker.start()
  const schedules = () => services.db.selectFrom('job_schedules').select('kind').where('kind', '=', 'backup').execute()
  await expect.poll(schedules, { timeout: 20_000 }).toEqual([])
  await worker.stop()
})
