import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { passwordOf } from '../testing/app.ts'
import { startProcess } from '../testing/process.ts'
import { testStores } from '../testing/stores.ts'

/** Each round restarts the server, which takes a second. SEXTANT_KILL_ROUNDS=200 takes some minutes. */
const rounds = Number(process.env['SEXTANT_KILL_ROUNDS'] ?? (process.env['CI'] === 'true' ? 20 : 5))
const writers = 8
const password = passwordOf('admin')

const stores = testStores()
afterAll(async () => {
  for (const store of stores) await store.close()
})

async function post(address: string, path: string, body: object, token?: string): Promise<Response> {
  return fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
}

/** Writes until the server is killed; every title in `acknowledged` was confirmed with 201. */
async function writeUntilDead(address: string, token: string, name: string, acknowledged: Set<string>): Promise<void> {
  for (let n = 0; ; n++) {
    const title = `${name}-${n}`
    try {
      const answer = await post(address, '/api/v1/dashboard/', { dashboard_title: title }, token)
      if (answer.status === 201) acknowledged.add(title)
      await answer.arrayBuffer()
    } catch {
      return
    }
  }
}

describe.each(stores)('kill -9 in the middle of concurrent writes, on $kind', (store) => {
  it.skipIf(!store.isAvailable)(
    `loses no acknowledged write in ${rounds} rounds`,
    async () => {
      const { home, databaseUrl } = await store.fresh()
      const acknowledged = new Set<string>()
      // a server that is stopped stores its compiled code, which halves the time of all later starts
      const first = await startProcess(home, databaseUrl)
      await first.end('SIGTERM')
      for (let round = 0; round < rounds; round++) {
        const { address, end } = await startProcess(home, databaseUrl)
        const login = await post(address, '/api/v1/security/login', { username: 'admin', password, provider: 'db' })
        const { access_token: token } = (await login.json()) as { access_token: string }
        const before = acknowledged.size
        const firstIsIn = async () => {
          while (acknowledged.size === before) await pause(10)
        }
        const work = Array.from({ length: writers }, (_, writer) =>
          writeUntilDead(address, token, `${round}-${writer}`, acknowledged),
        )
        await firstIsIn()
        await pause((round * 37) % 200)
        await end('SIGKILL')
        await Promise.all(work)
      }
      const { openStore } = await import('./open.ts')
      const { db } = await openStore({ home, databaseUrl, poolSize: 2, now: Date.now, said: () => undefined })
      const rows = await db.selectFrom('dashboards').select('dashboard_title').execute()
      await db.destroy()
      expect(acknowledged.size).toBeGreaterThanOrEqual(rounds)
      const kept = new Set(rows.map((row) => row.dashboard_title))
      expect([...acknowledged].filter((title) => !kept.has(title))).toEqual([])
    },
    60_000 + rounds * 9000,
  )
})
