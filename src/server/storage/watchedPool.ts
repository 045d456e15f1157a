import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { AppError } from '../../model/errors/errors.ts'

/** A statement or a wait for a connection that takes this long is a reason to check whether the server responds. */
const SUSPECT_MS = 700
/** A server that does not respond to `select 1` within this time is unavailable. */
const PROBE_MS = 1_000
/** Interval at which an unavailable server is polled. */
const AGAIN_MS = 500
const WATCH_MS = 100

const unavailable = (cause?: unknown) =>
  new AppError('GENERIC_BACKEND_ERROR', 503, 'The metadata database does not respond. Please try again in a moment.', {
    retryAfterS: 1,
    cause,
  })

/** Codes of failed connections: of the system, and SQLSTATE classes 08 (connection), 53300, 57P01 to 57P03 (shutdown). */
const CONNECTION_CODES =
  /^(E(CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)|08...|53300|57P0[123])$/
/** Failures of a connection that have no code. */
const CONNECTION_MESSAGES = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/

function isConnectionFailure(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code === 'string') return CONNECTION_CODES.test(code)
  return typeof message === 'string' && CONNECTION_MESSAGES.test(message)
}

/** A statement that runs, or a wait for a connection. */
interface Pending {
  since: number
  fail(error: AppError): void
}

/**
 * A pool of connections to PostgreSQL that notices when the server does not respond. A hanging server or network keeps
 * connections open, so that statements would wait for minutes: if a statement takes long, a separate connection checks
 * whether the server responds. If it does not, all waiting statements fail with 503, as do new ones until the server
 * responds again. They then use a new pool, because connections of the old pool may be dead.
 */
export function watchedPool(options: pg.PoolConfig): PostgresPool {
  let pool = newPool(options)
  let isDown = false
  let isClosed = false
  const pending = new Set<Pending>()
  const probe = probeOf(options)
  let watch: NodeJS.Timeout | undefined

  function watchPending() {
    watch ??= setInterval(() => {
      const [oldest] = pending
      if (!oldest) {
        clearInterval(watch)
        watch = undefined
      } else if (!isDown && performance.now() - oldest.since > SUSPECT_MS) void suspect()
    }, WATCH_MS).unref()
  }

  let isProbing = false
  async function suspect() {
    if (isProbing) return
    isProbing = true
    const responds = await probe.responds()
    isProbing = false
    if (responds || isClosed) return
    isDown = true
    const old = pool
    pool = newPool(options)
    old.end().catch(() => undefined)
    for (const one of pending) one.fail(unavailable())
    while (!isClosed && !(await probe.responds())) await new Promise((again) => setTimeout(again, AGAIN_MS).unref())
    isDown = false
  }

  /** Runs work that fails as soon as the server is known to be unavailable. */
  function watched<T>(work: () => Promise<T>, abandon: (running: Promise<T>) => void): Promise<T> {
    if (isDown) return Promise.reject(unavailable())
    return new Promise<T>((resolve, reject) => {
      const running = work()
      const one: Pending = {
        since: performance.now(),
        fail(error) {
          reject(error)
          abandon(running)
        },
      }
      pending.add(one)
      watchPending()
      running
        .then(resolve, (error) => reject(isConnectionFailure(error) ? unavailable(error) : error))
        .finally(() => pending.delete(one))
    })
  }

  /** Kysely identifies a connection by its object. */
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  function wrap(client: pg.PoolClient): PostgresPoolClient {
    let one = wrapped.get(client)
    if (!one) {
      // the pool listens only to idle connections: without a listener, a reset of this one would end the process
      client.on('error', () => undefined)
      const query = (text: string, values: unknown[]) =>
        watched(
          () => client.query(text, values),
          () => destroy(client),
        )
      one = {
        query: query as unknown as PostgresPoolClient['query'],
        release: (discard) => client.release(discard),
      }
      wrapped.set(client, one)
    }
    return one
  }

  return {
    options,
    connect: () =>
      watched(
        async () => wrap(await pool.connect()),
        (connecting) =>
          connecting.then(
            (client) => client.release(true),
            () => undefined,
          ),
      ),
    async end() {
      isClosed = true
      clearInterval(watch)
      await probe.close()
      await pool.end()
    },
  }
}

function newPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options)
  // a connection that fails while idle is replaced at its next use; without a listener it would end the process
  pool.on('error', () => undefined)
  return pool
}

/** Ends a connection without a message to the server, which does not respond. Statements that wait for it fail. */
function destroy(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

/** Checks over a separate connection, which is kept open, whether the server responds. */
function probeOf(options: pg.PoolConfig) {
  let client: pg.Client | undefined
  const forget = (one: pg.Client) => {
    if (client === one) client = undefined
    destroy(one)
  }

  async function ask(): Promise<void> {
    const open = client
    if (open) {
      // a server that was restarted has closed this connection, but accepts new ones
      const responds = await open.query('select 1').then(
        () => true,
        () => false,
      )
      if (responds) return
      forget(open)
    }
    const made = new pg.Client({ ...options, connectionTimeoutMillis: PROBE_MS })
    made.on('error', () => forget(made))
    client = made
    await made.connect()
    await made.query('select 1')
  }

  return {
    async responds(): Promise<boolean> {
      const asked = ask().then(
        () => true,
        () => false,
      )
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<boolean>((resolve) => {
        // after a pause of this process its timers run before it reads what the server has already sent
        timer = setTimeout(() => setImmediate(() => setImmediate(() => resolve(false))), PROBE_MS)
      })
      const responds = await Promise.race([asked, late])
      clearTimeout(timer)
      if (!responds && client) forget(client)
      return responds
    },
    async close(): Promise<void> {
      if (client) forget(client)
    },
  }
}
