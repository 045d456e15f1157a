import { appendFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { openStore } from '../../storage/open.ts'
import { NothingHappened } from '../kind.ts'
import { createWorker } from '../worker.ts'
import { counted, record } from './jobStore.ts'

/**
 * A worker process that tests kill. Each job writes a line to a file (an effect outside the store) and then records in
 * the store whether it knows that the line was written.
 */
const [home = '', databaseUrl = '', effects = ''] = process.argv.slice(2)

const { db } = await openStore({
  home,
  databaseUrl: databaseUrl || undefined,
  poolSize: 3,
  now: Date.now,
  said: () => undefined,
})
const log = { warn: () => undefined, error: () => undefined }
const kind = counted({
  attempts: 1000,
  waitMs: () => 0,
  async run({ subjectId, attempt, once }) {
    await pause(subjectId % 7)
    const outcome = await once('line', async () => {
      if (attempt === 1 && subjectId % 11 === 0) throw new NothingHappened('refused')
      await pause(subjectId % 5)
      appendFileSync(effects, `${subjectId}\n`)
      await pause(subjectId % 5)
    })
    return record(`${subjectId} ${outcome}`)
  },
})
const worker = createWorker({
  db,
  kinds: [kind],
  now: Date.now,
  log,
  holder: String(process.pid),
  leaseMs: 300,
  pollMs: 10,
})
worker.start()
process.stdout.write('started\n')
// the timer of the worker does not keep the process alive
setInterval(() => undefined, 1000)
