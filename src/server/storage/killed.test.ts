import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ensureExamplesDatabase } from '../embedded/tables.ts'
import { passwordOf } from '../testing/app.ts'
import { freePort } from '../testing/freePort.ts'
import { postgresPrograms, startPostgres, type TestPostgres } from '../testing/postgres.ts'
import { type ServerProcess, startProcess } from '../testing/process.ts'
import { hasRedis, startRedis, type TestRedis } from '../testing/redis.ts'
import { openStore } from './open.ts'

/** With SEXTANT_KILL_ROUNDS=200 the test takes some minutes, and also checks how fast the server recovers. */
const long = process.env['SEXTANT_KILL_ROUNDS']
const isCi = process.env['CI'] === 'true'
const rounds = Number(long ?? (isCi ? 6 : 4))
const WRITERS = 4
const HEALTHY_WITHIN_MS = 2000
const POLL_MS = 10

interface Deployment {
  name: string
  nodes: number
  hasServices: boolean
}

const deployments: Deployment[] = [
  { name: 'SQLite', nodes: 1, hasServices: false },
  { name: 'PostgreSQL with Redis', nodes: 1, hasServices: true },
  { name: 'two nodes', nodes: 2, hasServices: true },
]

/** The processes of one deployment. `crash` kills a part and resolves when the nodes are ready again. */
interface Running {
  nodes: ServerProcess[]
  token: string
  parts: { name: string; crash: () => Promise<void> }[]
  store: { home: string; databaseUrl: string | undefined }
  close(): Promise<void>
}

async function send(address: string, path: string, token: string, body?: object) {
  const answer = await fetch(address + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, text: await answer.text() }
}

async function untilReady({ address }: ServerProcess): Promise<void> {
  while ((await send(address, '/health/ready', '')).status !== 200) await pause(POLL_MS)
}

/** Processes that run a node's queries. */
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** The dataset `numbers` with the rows 1, 2 and 3. */
async function makeDataset(store: Running['store']): Promise<number> {
  const { db } = await openStore({ ...store, poolSize: 2, now: Date.now, said: () => undefined })
  const database_id = await ensureExamplesDatabase(db, Date.now)
  const sql = 'select 1 as n union all select 2 union all select 3'
  const { id } = await db
    .insertInto('datasets')
    .values({ uuid: 'numbers', table_name: 'numbers', sql, database_id, created_on: 0, changed_on: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.destroy()
  return id
}

async function deploy({ nodes: count, hasServices }: Deployment): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-killed-'))
  let postgres: TestPostgres | undefined
  let redis: TestRedis | undefined
  const nodes: ServerProcess[] = []
  const close = async () => {
    await Promise.all(nodes.map(async ({ child, end }) => (child.exitCode === null ? end('SIGKILL') : undefined)))
    await redis?.stop()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    postgres = hasServices ? await startPostgres(await freePort()) : undefined
    redis = hasServices ? await startRedis() : undefined
    const store = { home: join(folder, 'node0'), databaseUrl: await postgres?.createDatabase() }
    const start = (at: number) =>
      startProcess(join(folder, `node${at}`), store.databaseUrl, {
        SEXTANT_KEY_FILE: join(folder, 'master.key'),
        ...(redis && { REDIS_URL: redis.url }),
      })
    for (let at = 0; at < count; at++) nodes.push(await start(at))
    const [{ address }] = nodes as [ServerProcess]
    const login = { username: 'admin', password: passwordOf('admin'), provider: 'db' }
    const { access_token: token } = JSON.parse((await send(address, '/api/v1/security/login', '', login)).text)
    const parts = nodes.flatMap((_, at) => [
      {
        name: `node ${at}`,
        async crash() {
          await nodes[at]?.end('SIGKILL')
          nodes[at] = await start(at)
          await untilReady(nodes[at])
        },
      },
      {
        name: `children of node ${at}`,
        async crash() {
          for (const pid of childrenOf(nodes[at]?.child.pid ?? 0)) process.kill(pid, 'SIGKILL')
        },
      },
    ])
    for (const [name, service] of Object.entries({ postgres, redis })) {
      if (!service) continue
      const crash = async () => {
        await service.crash()
        for (const node of nodes) await untilReady(node)
      }
      parts.push({ name, crash })
    }
    return { nodes, token, parts, store, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** What clients saw: titles confirmed with 201, and every status (0: the connection ended). */
interface Seen {
  acknowledged: Set<string>
  statuses: Set<number>
  wrong: string[]
}

/** Creates dashboards on node `at` until `over` is aborted. */
async function write({ nodes, token }: Running, at: number, name: string, seen: Seen, over: AbortSignal) {
  for (let n = 0; !over.aborted; n++) {
    const dashboard_title = `${name}-${n}`
    try {
      const { status } = await send(nodes[at]?.address ?? '', '/api/v1/dashboard/', token, { dashboard_title })
      seen.statuses.add(status)
      if (status === 201) seen.acknowledged.add(dashboard_title)
      else await pause(POLL_MS)
    } catch {
      // the node has been killed and is not running again yet
      seen.statuses.add(0)
      await pause(POLL_MS)
    }
  }
}

/** Queries the dataset on node `at`, sometimes from the cache, until `over` is aborted. */
async function query({ nodes, token }: Running, at: number, dataset: number, seen: Seen, over: AbortSignal) {
  for (let n = 0; !over.aborted; n++) {
    const most = (n % 3) + 1
    const context = {
      datasource: { id: dataset, type: 'table' },
      queries: [
        {
          metrics: [{ expressionType: 'SQL', sqlExpression: 'count(*)', label: 'n' }],
          extras: { where: `n <= ${most} and ${n % 50} = ${n % 50}` },
        },
      ],
    }
    try {
      const { status, text } = await send(nodes[at]?.address ?? '', '/api/v1/chart/data', token, context)
      seen.statuses.add(status)
      const rows = status === 200 ? JSON.parse(text).result[0].data : undefined
      if (rows && rows[0]?.n !== most) seen.wrong.push(`${most}: ${text}`)
      if (status >= 500 && status !== 503) seen.wrong.push(text)
    } catch {
      seen.statuses.add(0)
    }
    await pause(POLL_MS)
  }
}

/** Kills one part while clients write and query. Returns the milliseconds until the nodes were ready again. */
async function round(running: Running, at: number, dataset: number, seen: Seen): Promise<number> {
  const over = new AbortController()
  const before = seen.acknowledged.size
  const work = running.nodes.flatMap((_, node) => [
    ...Array.from({ length: WRITERS }, (_unused, writer) =>
      write(running, node, `${at}-${node}-${writer}`, seen, over.signal),
    ),
    query(running, node, dataset, seen, over.signal),
  ])
  const anotherIsIn = async (count: number) => {
    while (seen.acknowledged.size <= count) await pause(POLL_MS)
  }
  await anotherIsIn(before)
  await pause((at * 37) % 200)
  const died = performance.now()
  await running.parts[at % running.parts.length]?.crash()
  const ms = performance.now() - died
  await anotherIsIn(seen.acknowledged.size)
  over.abort()
  await Promise.all(work)
  return ms
}

describe.each(deployments)('kill -9 of any part in the middle of concurrent writes: $name', (deployment) => {
  const isAvailable = !deployment.hasServices || isCi || (postgresPrograms() !== undefined && hasRedis())
  it.skipIf(!isAvailable)(
    `loses no acknowledged write in ${rounds} rounds`,
    async () => {
      const running = await deploy(deployment)
      try {
        const dataset = await makeDataset(running.store)
        const seen: Seen = { acknowledged: new Set(), statuses: new Set(), wrong: [] }
        const times: number[] = []
        for (let at = 0; at < rounds; at++) times.push(await round(running, at, dataset, seen))
        const { db } = await openStore({ ...running.store, poolSize: 2, now: Date.now, said: () => undefined })
        const rows = await db
          .selectFrom('dashboards')
          .leftJoin('dashboard_owners', 'dashboard_owners.dashboard_id', 'dashboards.id')
          .select(['dashboard_title', 'user_id'])
          .execute()
        await db.destroy()
        const kept = new Set(rows.map((row) => row.dashboard_title))
        expect(seen.wrong).toEqual([])
        expect([...seen.statuses].filter((status) => ![0, 200, 201, 503].includes(status))).toEqual([])
        expect(seen.statuses).toContain(200)
        expect(seen.acknowledged.size).toBeGreaterThanOrEqual(rounds)
        expect([...seen.acknowledged].filter((title) => !kept.has(title))).toEqual([])
        // a dashboard is stored with its owner, or not at all
        expect(rows.filter(({ user_id }) => user_id === null)).toEqual([])
        if (long) expect(times.filter((ms) => ms > HEALTHY_WITHIN_MS)).toEqual([])
      } finally {
        await running.close()
      }
    },
    120_000 + rounds * 20_000,
  )
})
