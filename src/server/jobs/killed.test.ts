import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { openStore } from '../storage/open.ts'
import { testStores } from '../testing/stores.ts'
import { enqueue } from './jobs.ts'
import { recorded } from './testing/jobStore.ts'

/** SEXTANT_KILL_ROUNDS=200 takes some minutes. */
const rounds = Number(process.env['SEXTANT_KILL_ROUNDS'] ?? 4)
const JOBS_PER_ROUND = 40

const stores = testStores()
afterAll(async () => {
  for (const store of stores) await store.close()
})

const program = resolve(import.meta.dirname, 'testing/workerChild.ts')

/** A worker process that has started. */
async function startWorker(...args: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((started, fail) => {
    child.stdout?.once('data', started)
    child.once('exit', (code) => fail(new Error(`the worker ended with ${code}`)))
  })
  return child
}

const ended = (child: ChildProcess) => new Promise((done) => child.once('exit', done))

describe.each(stores)('two workers that are killed at random, on $kind', (store) => {
  it.skipIf(!store.isAvailable)(
    `account for each job once in ${rounds} rounds`,
    async () => {
      const { home, databaseUrl } = await store.fresh()
      const { db } = await openStore({ home, databaseUrl, poolSize: 2, now: Date.now, said: () => undefined })
      const effects = join(home, 'effects')
      const children = await Promise.all([1, 2].map(() => startWorker(home, databaseUrl ?? '', effects)))
      for (let round = 0; round < rounds; round++) {
        for (let at = 0; at < JOBS_PER_ROUND; at++) {
          const subjectId = round * JOBS_PER_ROUND + at
          await enqueue(db, { kind: 'counted', subjectId, key: String(subjectId), dueOn: Date.now() }, Date.now())
        }
        await pause((round * 37) % 100)
        const victim = children[round % 2]
        if (!victim) throw new Error('there is no such worker')
        const end = ended(victim)
        victim.kill('SIGKILL')
        await end
        children[round % 2] = await startWorker(home, databaseUrl ?? '', effects)
      }
      const all = rounds * JOBS_PER_ROUND
      for (let found = 0; found < all; found = (await recorded(db)).length) await pause(50)
      await Promise.all(
        children.map((child) => {
          const end = ended(child)
          child.kill('SIGKILL')
          return end
        }),
      )
      const rows = (await recorded(db)).map((row) => row.split(' '))
      const open = await db.selectFrom('jobs').select('id').where('state', '!=', 'done').execute()
      await db.destroy()
      const ids = Array.from({ length: all }, (_, id) => String(id))
      const lines = existsSync(effects) ? readFileSync(effects, 'utf8').trim().split('\n') : []
      expect(open).toEqual([])
      expect(rows.map(([id]) => String(id)).sort()).toEqual([...ids].sort())
      // no effect occurs twice, and none that the store marks as done is missing
      expect(new Set(lines).size).toBe(lines.length)
      const done = rows.filter(([, outcome]) => outcome === 'done').map(([id]) => id)
      expect(done.filter((id) => !lines.includes(id ?? ''))).toEqual([])
      expect(done.length).toBeGreaterThan(all / 2)
    },
    7_200_000,
  )
})
