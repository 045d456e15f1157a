import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ConnectionSpec } from '../contracts.ts'
import type { TestDatabase } from '../dialects/testing/engineUnderTest.ts'
import { EMPTY_CONNECTION, evaluateRows } from '../dialects/testing/evaluate.ts'
import { failureOf } from '../dialects/testing/failure.ts'
import { postgresqlUnderTest } from '../dialects/testing/postgresql.ts'
import { createEnginePool, type EnginePoolOptions, type Pool } from './pool.ts'
import { plainJob } from './testing/job.ts'

let pool: Pool
const servers: Server[] = []
const open = (options: EnginePoolOptions = {}) => {
  pool = createEnginePool({ memoryLimitMb: 256, children: 1, ...options })
}
afterEach(async () => {
  await pool.close()
  for (const server of servers.splice(0)) server.close()
})

/** A TCP server on loopback that handles each connection with this function. */
async function serve(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    onConnection(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  return (server.address() as AddressInfo).port
}

const at = (port: number, options: object = {}): ConnectionSpec => ({
  dialect: 'postgresql',
  databaseId: port,
  options: { host: '127.0.0.1', port, username: 'postgres', database: 'postgres', ...options },
  dataVersion: '1',
})
const job = (connection: ConnectionSpec, sql: string, timeoutMs = 20_000) =>
  plainJob(connection, sql, { limits: { timeoutMs, maxRows: 1000, maxBytes: 1_000_000 } })
const select1 = (connection: ConnectionSpec, timeoutMs?: number) =>
  pool.run(job(connection, 'SELECT 1 AS n', timeoutMs))
const embeddedAnswers = async () => {
  expect(await evaluateRows(pool, 'SELECT 7 AS n', EMPTY_CONNECTION)).toEqual([{ n: 7 }])
}

it('a change in a child that ends is never repeated', async () => {
  let attempts = 0
  const port = await serve(() => {
    attempts += 1
  })
  open()
  const changing = failureOf(pool.change(at(port), 'INSERT INTO t VALUES (1)', { timeoutMs: 20_000 }))
  await vi.waitFor(() => expect(attempts).toBe(1), { timeout: 40_000 })
  for (const pid of pool.pids) process.kill(pid, 'SIGKILL')
  expect(await changing).toMatchObject({ status: 503, message: expect.stringContaining('Outcome unknown') })
  await embeddedAnswers()
  expect(attempts).toBe(1)
})

describe('a database that', () => {
  it('refuses: every query fails at once, and nothing else is affected', async () => {
    const port = await serve(() => undefined)
    const [server] = servers.splice(0)
    server?.close()
    open()
    for (let i = 0; i < 5; i++) {
      expect(await failureOf(select1(at(port)))).toMatchObject({
        code: 'CONNECTION_PORT_CLOSED_ERROR',
        status: 503,
        message: `Port ${port} on hostname "127.0.0.1" refused the connection. Check that the database is running.`,
      })
    }
    await embeddedAnswers()
  })

  it('resets the connection', async () => {
    const port = await serve((socket) => socket.resetAndDestroy())
    open()
    expect(await failureOf(select1(at(port)))).toMatchObject({ code: 'CONNECTION_HOST_DOWN_ERROR', status: 503 })
    await embeddedAnswers()
  })

  it('speaks another protocol', async () => {
    const port = await serve((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    open()
    expect(await failureOf(select1(at(port)))).toMatchObject({ code: 'CONNECTION_HOST_DOWN_ERROR', status: 503 })
    await embeddedAnswers()
  })

  it('hangs: queries end in time, others continue, and no slot stays occupied', async () => {
    let connections = 0
    const port = await serve((socket) => {
      connections++
      // a socket that is not read never notices its end
      socket.resume()
      socket.on('close', () => connections--)
    })
    open({ jobsPerServer: 2 })
    const hanging = Array.from({ length: 4 }, () => failureOf(select1(at(port), 1500)))
    await embeddedAnswers()
    for (const failure of await Promise.all(hanging)) {
      expect(['BACKEND_TIMEOUT_ERROR', 'CONNECTION_HOST_DOWN_ERROR']).toContain(failure.code)
    }
    await embeddedAnswers()
    await vi.waitFor(() => expect(connections).toBe(0), 10_000)
  })

  it('hangs: a cancelled query ends', async () => {
    const isAsked = Promise.withResolvers<void>()
    const port = await serve(() => isAsked.resolve())
    open()
    const abort = new AbortController()
    const work = failureOf(pool.run(job(at(port), 'SELECT 1'), abort.signal))
    await isAsked.promise
    abort.abort()
    expect(await work).toMatchObject({ status: 499 })
  })

  it('hangs: its waiting queries do not use the places of others', async () => {
    const port = await serve(() => undefined)
    open({ jobsPerServer: 1, queueLimit: 20, queuePerDatabase: 5 })
    const hanging = Array.from({ length: 30 }, () => failureOf(select1(at(port), 1500)))
    await embeddedAnswers()
    const codes = (await Promise.all(hanging)).map(({ code }) => code)
    expect(codes.filter((code) => code === 'GENERIC_BACKEND_ERROR').length).toBeGreaterThanOrEqual(20)
  })

  it('is down counts as down after three failures, and recovers', async () => {
    let connections = 0
    const port = await serve((socket) => {
      connections++
      socket.resetAndDestroy()
    })
    // however slow the machine is, the pause ends when the test says so
    let now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    open()
    for (let i = 0; i < 10; i++) {
      expect(await failureOf(select1(at(port)))).toMatchObject({ code: 'CONNECTION_HOST_DOWN_ERROR', status: 503 })
    }
    expect(connections).toBe(3)
    now += 1100
    await failureOf(select1(at(port)))
    await failureOf(select1(at(port)))
    expect(connections).toBe(4)
    clock.mockRestore()
  })
})

describe.skipIf(!postgresqlUnderTest.isRunning)('a PostgreSQL server behind a connection that', () => {
  let database: TestDatabase
  let line: (socket: Socket, upstream: Socket) => void
  let target: { host: string; port: number }
  beforeAll(async () => {
    database = await postgresqlUnderTest.open()
    if ('options' in database.connection) target = database.connection.options as typeof target
  })
  afterAll(() => database?.close())

  /** The real server behind a proxy whose behavior the test controls. */
  const proxied = async (): Promise<ConnectionSpec> => {
    const port = await serve((socket) => {
      const upstream = connect(target.port, target.host)
      upstream.on('error', () => socket.destroy())
      socket.on('close', () => upstream.destroy())
      upstream.on('close', () => socket.destroy())
      line(socket, upstream)
    })
    return at(port, { ...target, port })
  }
  const open1 = (socket: Socket, upstream: Socket) => {
    socket.pipe(upstream)
    upstream.pipe(socket)
  }

  it('breaks during a result: one query fails, the next one works', async () => {
    line = (socket, upstream) => {
      let bytes = 0
      socket.pipe(upstream)
      upstream.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > 200_000) socket.resetAndDestroy()
        else socket.write(chunk)
      })
    }
    const connection = await proxied()
    open()
    const large = job(connection, `SELECT repeat('x', 1000) AS t FROM generate_series(1, 900)`)
    expect(await failureOf(pool.run(large))).toMatchObject({ code: 'CONNECTION_HOST_DOWN_ERROR', status: 503 })
    line = open1
    expect(await pool.run(large)).toMatchObject({ rowcount: 900 })
  })

  it('stops transmitting during a query: the query ends in time, also in the server', async () => {
    let goesDead = () => {}
    line = (socket, upstream) => {
      open1(socket, upstream)
      goesDead = () => {
        socket.unpipe(upstream)
        upstream.unpipe(socket)
      }
    }
    const connection = await proxied()
    open({ jobsPerServer: 1 })
    const left = async () =>
      Number(
        (
          await database.execute(
            `SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%dead line%' AND pid <> pg_backend_pid()`,
          )
        )[0]?.[0],
      )
    const slow = failureOf(pool.run(job(connection, 'SELECT pg_sleep(100) AS "dead line"', 3000)))
    await vi.waitFor(async () => expect(await left()).toBe(1), 3000)
    goesDead()
    expect(await slow).toMatchObject({ code: 'BACKEND_TIMEOUT_ERROR', status: 408 })
    line = open1
    expect(await select1(connection)).toMatchObject({ rowcount: 1 })
    await vi.waitFor(async () => expect(await left()).toBe(0), 5000)
  })

  it('drops idle connections: no query fails', async () => {
    const sockets = new Set<Socket>()
    line = (socket, upstream) => {
      sockets.add(socket)
      open1(socket, upstream)
    }
    const connection = await proxied()
    open()
    for (let i = 0; i < 5; i++) {
      expect(await select1(connection)).toMatchObject({ rowcount: 1 })
      for (const socket of sockets) socket.destroy()
    }
  })
})
