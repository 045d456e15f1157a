import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../model/errors/errors.ts'
import { createEnginePool, type EnginePoolOptions, type Pool } from './pool.ts'
import { findSandbox } from './sandbox.ts'
import { makeScratch } from './scratch.ts'
import { untilComputing } from './testing/computing.ts'
import { createFixture, type Fixture, parseBody, scratchFolder } from './testing/fixture.ts'

const sandbox = await findSandbox()
let fixture: Fixture
let pool: Pool

/** Runs for minutes and can be interrupted. */
const HUGE = 'SELECT count(*) AS n FROM range(10000000) a, range(10000000) b WHERE (a.range * b.range) % 7 = 3'
const COUNT = 'SELECT count(*) AS n FROM main."numbers"'

beforeAll(async () => {
  fixture = await createFixture({ numbers: 'SELECT range AS n FROM range(1000)', 'odd "name"': 'SELECT \'é\' AS "ü"' })
})
afterEach(() => pool.close())
afterAll(() => fixture.remove())

const open = (options: EnginePoolOptions = {}) => {
  pool = createEnginePool({ memoryLimitMb: 256, threads: 2, scratchFolder, ...options })
  return pool
}
const rows = async (sql: string) => parseBody((await pool.run(fixture.job(sql))).body)['data']
const failure = (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => expect.fail('it should have failed'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(AppError)
      return error as AppError
    },
  )
const until = (condition: () => boolean) =>
  vi.waitFor(() => expect(condition()).toBe(true), { timeout: 40_000, interval: 10 })

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('queries', () => {
  it('runs over the generation files, names with quotes included', async () => {
    open()
    expect(await rows(COUNT)).toEqual([{ n: 1000 }])
    expect(await rows('SELECT * FROM "odd ""name"""')).toEqual([{ ü: 'é' }])
  })

  it('runs many at a time and returns the matching results', async () => {
    open()
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => rows(`SELECT ${i} + n AS v FROM numbers WHERE n = 1`)),
    )
    expect(answers).toEqual(Array.from({ length: 60 }, (_, i) => [{ v: i + 1 }]))
  })

  it('judges and describes without running', async () => {
    open()
    const judged = (sql: string) => pool.judge({ kind: 'query', dialect: 'duckdb', sql })
    const tables = [{ catalog: null, schema: null, name: 't' }]
    expect(await judged(`SELECT 'a''b' FROM t`)).toEqual({ complaint: null, tables })
    expect(await judged('SELECT FROM WHERE')).toMatchObject({ complaint: expect.any(String) })
    expect(await judged('DROP TABLE t')).toMatchObject({ complaint: expect.any(String) })
    expect(await pool.describe(fixture.connection, 'SELECT n, n / 2 AS half FROM numbers')).toEqual([
      { name: 'n', type: 'BIGINT' },
      { name: 'half', type: 'DOUBLE' },
    ])
    expect((await failure(pool.describe(fixture.connection, 'SELECT nope FROM numbers'))).code).toBe(
      'COLUMN_DOES_NOT_EXIST_ERROR',
    )
  })

  it.each([
    ['SELECT nope FROM numbers', 'COLUMN_DOES_NOT_EXIST_ERROR', /nope/],
    ['SELECT * FROM nope', 'TABLE_DOES_NOT_EXIST_ERROR', /nope/],
    ['SELEC 1', 'SYNTAX_ERROR', /syntax error/],
    ["SELECT 'x'::INTEGER", 'GENERIC_DB_ENGINE_ERROR', /Could not convert/],
    ['SELECT 1; SELECT 2', 'GENERIC_DB_ENGINE_ERROR', /multiple statements/],
    ['', 'GENERIC_DB_ENGINE_ERROR', /No statement/],
  ])('answers %s with %s', async (sql, code, message) => {
    open({ children: 1 })
    expect(await failure(pool.run(fixture.job(sql)))).toMatchObject({
      code,
      status: 400,
      message: expect.stringMatching(message),
    })
    expect(await rows(COUNT)).toEqual([{ n: 1000 }])
  })

  it('rejects results above the row and byte limits', async () => {
    open({ children: 1 })
    const job = fixture.job('SELECT range FROM range(100000)')
    for (const limits of [
      { ...job.limits, maxRows: 1000 },
      { ...job.limits, maxBytes: 1000 },
    ]) {
      expect((await failure(pool.run({ ...job, limits }))).code).toBe('RESULT_TOO_LARGE_ERROR')
    }
  })
})

describe('a query that hangs', () => {
  it('times out, and its slot is free', async () => {
    open({ children: 1, jobsPerChild: 1 })
    await rows(COUNT)
    const job = fixture.job(HUGE)
    const error = await failure(pool.run({ ...job, limits: { ...job.limits, timeoutMs: 300 } }))
    expect(error).toMatchObject({
      code: 'BACKEND_TIMEOUT_ERROR',
      status: 408,
      message: 'The query exceeded the 0.3 seconds timeout.',
    })
    expect(await rows(COUNT)).toEqual([{ n: 1000 }])
  })

  it('stops when its caller cancels, and its slot is free', async () => {
    open({ children: 1, jobsPerChild: 1 })
    await rows(COUNT)
    const leave = new AbortController()
    const query = failure(pool.run(fixture.job(HUGE), leave.signal))
    await untilComputing(() => pool.pids)
    leave.abort()
    expect((await query).status).toBe(499)
    expect(await rows(COUNT)).toEqual([{ n: 1000 }])
  })

  it('kills its child if it cannot be interrupted, and the others get their results', async () => {
    open({ children: 1 })
    await rows(COUNT)
    const [pid] = pool.pids
    // one call that the engine cannot interrupt
    const stubborn = "SELECT levenshtein(repeat('ab', 60000), repeat('ba', 60000)) AS x"
    const leave = new AbortController()
    const query = failure(pool.run(fixture.job(stubborn), leave.signal))
    const beside = rows(`SELECT count(*) AS n FROM range(30000000) a WHERE sqrt(a.range) > 5`)
    await untilComputing(() => pool.pids)
    leave.abort()
    await query
    await until(() => !pool.pids.includes(pid as number))
    expect(await beside).toEqual([{ n: 29_999_974 }])
    expect(await rows(COUNT)).toEqual([{ n: 1000 }])
  })

  it('leaves the queue if its caller cancels before it started', async () => {
    open({ children: 1, jobsPerChild: 1 })
    const first = new AbortController()
    const second = new AbortController()
    const running = failure(pool.run(fixture.job(HUGE), first.signal))
    const waiting = failure(pool.run(fixture.job(HUGE), second.signal))
    second.abort()
    expect((await waiting).status).toBe(499)
    first.abort()
    await running
    expect(await rows(COUNT)).toEqual([{ n: 1000 }])
  })
})

describe('a child that dies', () => {
  it('stops only its own queries, and the next query works', async () => {
    open({ children: 2, jobsPerChild: 4 })
    await rows(COUNT)
    const leave = new AbortController()
    const doomed = failure(pool.run(fixture.job(HUGE), leave.signal))
    // once the first child is busy with a job that is no longer quick, others get their own child
    await vi.waitFor(
      async () => {
        await rows(COUNT)
        expect(pool.pids).toHaveLength(2)
      },
      { timeout: 40_000 },
    )
    const [victim] = pool.pids
    const others = Array.from({ length: 6 }, () =>
      pool.run(fixture.job('SELECT count(*) AS n FROM range(2000000) a WHERE sqrt(a.range) > 5')).then(
        ({ rowcount }) => rowcount,
        (error: AppError) => error.status,
      ),
    )
    process.kill(victim as number, 'SIGKILL')
    expect(await rows(COUNT)).toEqual([{ n: 1000 }])
    const outcomes = await Promise.all(others)
    expect(outcomes.filter((outcome) => outcome === 1).length).toBeGreaterThanOrEqual(2)
    expect(pool.pids).not.toContain(victim)
    leave.abort()
    await doomed
  })

  it('leaves no partial file', async () => {
    open({ children: 1 })
    await rows(COUNT)
    const file = join(fixture.folder, `killed-${performance.now()}`)
    const leavings = () => readdirSync(fixture.folder).filter((name) => join(fixture.folder, name).startsWith(file))
    const sql = 'SELECT range AS n FROM range(1000000000)'
    const doomed = failure(pool.run(fixture.job(sql, { encoding: 'csv', file })))
    await until(() => leavings().length > 0)
    for (const pid of pool.pids) process.kill(pid, 'SIGKILL')
    // the query is run once more
    await until(() => leavings().length === 0)
    await until(() => leavings().length > 0)
    for (const pid of pool.pids) process.kill(pid, 'SIGKILL')
    await doomed
    expect(leavings()).toEqual([])
  })

  it('twice under one query: the query fails, and the next one works', async () => {
    open({ children: 1 })
    await rows(COUNT)
    const doomed = failure(pool.run(fixture.job(HUGE)))
    const [first] = pool.pids
    await untilComputing(() => pool.pids)
    process.kill(first as number, 'SIGKILL')
    // the child that runs this query has already started the other one
    expect(await rows(COUNT)).toEqual([{ n: 1000 }])
    const [second] = pool.pids
    process.kill(second as number, 'SIGKILL')
    expect(await doomed).toMatchObject({ status: 503, message: 'The database engine stopped while it ran this query.' })
    expect(await rows(COUNT)).toEqual([{ n: 1000 }])
  })

  it('has its reading queries run once more', async () => {
    open({ children: 1 })
    await rows(COUNT)
    const query = rows('SELECT count(*) AS n FROM range(60000000) a WHERE sqrt(a.range) > 5')
    await untilComputing(() => pool.pids)
    process.kill(pool.pids[0] as number, 'SIGKILL')
    expect(await query).toEqual([{ n: 59_999_974 }])
  })

  it('while it starts is replaced', async () => {
    open({ children: 1 })
    const waiting = rows(COUNT)
    process.kill(pool.pids[0] as number, 'SIGKILL')
    expect(await waiting).toEqual([{ n: 1000 }])
  })

  it.runIf(sandbox.hasLimits)('while it starts, again and again, is not replaced in a tight loop', async () => {
    const ended: string[] = []
    // so little memory that no child can start
    const noMemory = { residentLimitMb: 1, sandbox: { hasNamespaces: false, hasLimits: true } }
    open({
      ...noMemory,
      children: 1,
      onWarning: (message) => void (/ended unexpectedly/.test(message) && ended.push(message)),
    })
    const since = performance.now()
    const errors: AppError[] = []
    while (performance.now() - since < 3000) {
      errors.push(
        ...(await Promise.all([failure(pool.run(fixture.job(COUNT))), failure(pool.run(fixture.job(COUNT)))])),
      )
      await new Promise((done) => setTimeout(done, 20))
    }
    // three children start at first, and one or two after each pause
    expect(ended.length).toBeGreaterThanOrEqual(3)
    expect(ended.length).toBeLessThanOrEqual(8)
    expect(new Set(errors.map(({ status }) => status))).toEqual(new Set([503]))
    expect(errors.at(-1)).toMatchObject({ extra: { retryAfterSeconds: 1 } })
  })

  it('reports why it ended', async () => {
    const warnings: string[] = []
    open({ children: 1, onWarning: (message) => warnings.push(message) })
    await rows(COUNT)
    process.kill(pool.pids[0] as number, 'SIGKILL')
    await until(() => warnings.length > 0)
    expect(warnings[0]).toMatch(/SIGKILL/)
  })

  it('leaves nothing behind', async () => {
    open({ scratchFolder: fixture.folder })
    await rows(COUNT)
    const folders = () => readdirSync(fixture.folder).filter((name) => name.startsWith('child-'))
    expect(folders().length).toBeGreaterThan(0)
    await pool.close()
    expect(folders()).toEqual([])
    expect((await failure(pool.run(fixture.job(COUNT)))).status).toBe(503)
  })
})

it('ends its children when it is killed', async () => {
  open()
  const program = `
    import { createEnginePool } from ${JSON.stringify(join(import.meta.dirname, 'pool.ts'))}
    const pool = createEnginePool({ children: 1, scratchFolder: ${JSON.stringify(scratchFolder)} })
    const job = ${JSON.stringify(fixture.job(COUNT))}
    await pool.run(job)
    void pool.run({ ...job, sql: ${JSON.stringify(HUGE)} })
    process.stdout.write(String(pool.pids[0]))`
  const web = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const pid = Number(await new Promise<Buffer>((resolve) => web.stdout.once('data', resolve)))
  expect(isRunning(pid)).toBe(true)
  await untilComputing(() => [pid])
  web.kill('SIGKILL')
  await until(() => !isRunning(pid))
})

it('cleans up after killed processes, and only after those', async () => {
  const living = makeScratch(fixture.folder)
  const ended = spawnSync(process.execPath, ['-e', '']).pid
  const abandoned = living.replace(`-${process.pid}-`, `-${ended}-`)
  mkdirSync(abandoned)
  open({ scratchFolder: fixture.folder })
  expect([existsSync(abandoned), existsSync(living)]).toEqual([false, true])
})

it('cleans up after an earlier process that had the same id, as in a container', async () => {
  const living = makeScratch(fixture.folder)
  const abandoned = makeScratch(fixture.folder)
  utimesSync(abandoned, 0, 0)
  open({ scratchFolder: fixture.folder })
  expect([existsSync(abandoned), existsSync(living)]).toEqual([false, true])
})

describe.runIf(process.platform === 'linux')('a child that does not respond', () => {
  it('is ended, and its queries are run by another child', async () => {
    open({ children: 1 })
    await rows(COUNT)
    const [pid] = pool.pids
    process.kill(pid as number, 'SIGSTOP')
    const since = performance.now()
    expect(await Promise.all([rows(COUNT), rows('SELECT 7 AS n')])).toEqual([[{ n: 1000 }], [{ n: 7 }]])
    // far less than any time limit of a query
    expect(performance.now() - since).toBeLessThan(10_000)
    await until(() => !isRunning(pid as number))
  })

  it('is kept if it computes', async () => {
    open({ children: 1 })
    await rows(COUNT)
    const [pid] = pool.pids
    expect(await rows(`SELECT count(*) AS n FROM range(200000000) a WHERE sqrt(a.range) > 5`)).toHaveLength(1)
    expect(pool.pids).toEqual([pid])
  })
})

it('a text that stops the parser stops no query', async () => {
  open({ children: 1 })
  const judged = () => pool.judge({ kind: 'query', dialect: 'duckdb', sql: 'SELECT 1 AS n FROM numbers' })
  await rows(COUNT)
  const [queries] = pool.pids
  expect(await judged()).toMatchObject({ complaint: null })
  const [parser] = pool.pids.filter((pid) => pid !== queries)
  expect(parser).toBeDefined()
  const doomed = judged()
  process.kill(parser as number, 'SIGKILL')
  expect(await doomed).toMatchObject({ complaint: null })
  expect(await rows(COUNT)).toEqual([{ n: 1000 }])
  expect(pool.pids).toContain(queries)
})

describe('memory', () => {
  it.runIf(process.platform === 'linux')(
    'is released by a child without work',
    async () => {
      open({ children: 1, restMs: 200, keptMb: 200 })
      await rows(COUNT)
      const [pid] = pool.pids
      const long = `SELECT repeat('text ', 20) || range AS s FROM range(1500000)`
      const steps = [{ operation: 'select', options: { columns: ['s'] } }]
      await pool.run(fixture.job(long, { postProcessing: steps }))
      await until(() => !pool.pids.includes(pid as number))
      expect(await rows(COUNT)).toEqual([{ n: 1000 }])
      const [fresh] = pool.pids
      await new Promise((done) => setTimeout(done, 500))
      expect(pool.pids).toEqual([fresh])
    },
    120_000,
  )

  it('fails a query that needs more memory than the limit', async () => {
    open({ children: 1, memoryLimitMb: 128, spillLimitMb: 1 })
    const greedy = "SELECT list(repeat('x', 100) || range) AS l FROM range(20000000)"
    const error = await failure(pool.run(fixture.job(greedy)))
    expect(error).toMatchObject({ status: 400, message: expect.stringMatching(/^Out of Memory Error: .*$/) })
    expect(await rows(COUNT)).toEqual([{ n: 1000 }])
  })

  it.runIf(process.platform === 'linux')(
    'kills a child that uses too much memory, and the next query works',
    async () => {
      open({ children: 1, residentLimitMb: 400 })
      // cells for post-processing are not counted by the engine's limit; long ones fill the memory in few steps
      const greedy = `SELECT repeat('text ', 200) || range AS s FROM range(8000000)`
      const steps = [{ operation: 'select', options: { columns: ['s'] } }]
      const error = await failure(pool.run(fixture.job(greedy, { postProcessing: steps })))
      expect(error).toMatchObject({ status: 503, message: 'The database engine ran out of memory.' })
      expect(await rows(COUNT)).toEqual([{ n: 1000 }])
    },
  )
})

describe('the queue', () => {
  it('rejects at once when it is full', async () => {
    open({ children: 1, jobsPerChild: 1, queueLimit: 3 })
    const leave = new AbortController()
    const admitted = Array.from({ length: 3 }, () => failure(pool.run(fixture.job(HUGE), leave.signal)))
    // at once: without yielding to the event loop in between
    const turn = new Promise((done) => setImmediate(done, 'a turn later'))
    const refused = await Promise.race([failure(pool.run(fixture.job(COUNT))), turn])
    expect(refused).toMatchObject({ status: 503, extra: { retryAfterSeconds: 1 }, retryAfterS: 1 })
    leave.abort()
    await Promise.all(admitted)
    expect(await rows(COUNT)).toEqual([{ n: 1000 }])
  })
})

describe('a new generation', () => {
  it('is served by a new child while the old one finishes its queries', async () => {
    open({ children: 2 })
    const slow = pool.run(fixture.job('SELECT count(*) AS n FROM range(60000000) a WHERE sqrt(a.range) > 5'))
    await rows(COUNT)
    const [oldPid] = pool.pids
    const next = fixture.generation('2', { numbers: await fixture.table('numbers', 'SELECT range AS n FROM range(7)') })
    const answer = await pool.run(fixture.job(COUNT, { connection: next }))
    expect(parseBody(answer.body)['data']).toEqual([{ n: 7 }])
    expect((await slow).rowcount).toBe(1)
    await until(() => !pool.pids.includes(oldPid as number))
  })

  it('does not fail waiting queries of the old one', async () => {
    open({ children: 1 })
    const old = rows(COUNT)
    const next = fixture.generation('2', { numbers: await fixture.table('numbers', 'SELECT 3 AS n') })
    const fresh = pool.run(fixture.job(COUNT, { connection: next }))
    expect(await old).toEqual([{ n: 1000 }])
    expect((await fresh).rowcount).toBe(1)
  })

  it('with one damaged table does not affect other tables', async () => {
    open({ children: 1 })
    const broken = join(fixture.folder, 'broken.duckdb')
    writeFileSync(broken, 'this is no database')
    const connection = fixture.generation('3', {
      ...('tables' in fixture.connection ? (fixture.connection.tables as Record<string, string>) : {}),
      broken,
    })
    expect((await pool.run(fixture.job(COUNT, { connection }))).rowcount).toBe(1)
    expect((await failure(pool.run(fixture.job('SELECT * FROM broken', { connection })))).code).toBe(
      'TABLE_DOES_NOT_EXIST_ERROR',
    )
  })
})

describe('several databases', () => {
  // children start one after another, each as fast as the machine allows
  it('share few children: none waits forever, idle or not', { timeout: 60_000 }, async () => {
    open({ children: 1, jobsPerChild: 2 })
    const started = new Set<number>()
    const watch = setInterval(() => {
      for (const pid of pool.pids) started.add(pid)
    }, 5)
    const other = {
      ...fixture.generation('1', { numbers: await fixture.table('numbers', 'SELECT 5 AS n') }),
      databaseId: 2,
    }
    const both = [fixture.connection, other]
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => pool.run(fixture.job(COUNT, { connection: both[i % 2] }))),
    )
    expect(answers.map(({ body }) => (parseBody(body)['data'] as { n: number }[])[0]?.n)).toEqual(
      Array.from({ length: 12 }, (_, i) => (i % 2 ? 1 : 1000)),
    )
    clearInterval(watch)
    // far fewer children than queries: a new child serves for a while
    expect(started.size).toBeLessThanOrEqual(4)
    const leave = new AbortController()
    const long = failure(pool.run(fixture.job(HUGE), leave.signal))
    await untilComputing(() => pool.pids)
    expect((await pool.run(fixture.job(COUNT, { connection: other }))).rowcount).toBe(1)
    expect((await pool.run(fixture.job(COUNT))).rowcount).toBe(1)
    leave.abort()
    await long
    await until(() => pool.pids.length === 1)
  })
})

describe('escapes', () => {
  const target = () => join(fixture.folder, 'escaped')
  const attempts: [string, (path: string) => string][] = [
    ['COPY TO', (path) => `COPY numbers TO '${path}'`],
    ['read_csv', () => `SELECT * FROM read_csv('/etc/passwd')`],
    ['read_text', () => `SELECT * FROM read_text('/etc/passwd')`],
    ['a file as a table', () => `SELECT * FROM '/etc/passwd'`],
    ['a Parquet file as a table', (path) => `SELECT * FROM '${path}.parquet'`],
    ['glob', () => `SELECT * FROM glob('/etc/*')`],
    ['ATTACH', (path) => `ATTACH '${path}'`],
    ['INSTALL', () => 'INSTALL httpfs'],
    ['LOAD', () => 'LOAD httpfs'],
    ['SET', () => `SET memory_limit = '100GB'`],
    ['SET of the lock', () => 'SET lock_configuration = false'],
    ['RESET', () => 'RESET enable_external_access'],
    ['PRAGMA', () => 'PRAGMA enable_profiling'],
    ['CALL', () => 'CALL pragma_version()'],
    ['getenv', () => `SELECT getenv('HOME')`],
    ['EXPORT', (path) => `EXPORT DATABASE '${path}'`],
    ['CREATE TABLE', () => 'CREATE TABLE t AS SELECT 1'],
    ['DROP VIEW', () => 'DROP VIEW numbers'],
    ['DELETE', () => 'DELETE FROM generation_0.main.data'],
    ['DETACH', () => 'DETACH generation_0'],
    ['EXPLAIN ANALYZE of a write', () => 'EXPLAIN ANALYZE INSERT INTO numbers VALUES (1)'],
    ['a query log', (path) => `SELECT * FROM enable_logging('QueryLog', storage = 'file', storage_path = '${path}')`],
    ['a query log, named in full', () => 'SELECT * FROM system.main."ENABLE_LOGGING"()'],
    ['a query log in a subquery', () => 'SELECT (SELECT count(*) FROM enable_logging ( )) AS n'],
    ['SQL made at run time', () => `SELECT * FROM query('FROM ' || 'enable_' || 'logging()')`],
    ['SQL from JSON', () => `FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))`],
    ['the list of files', () => 'SELECT path FROM duckdb_databases()'],
    ['settings', () => 'WITH s AS (FROM duckdb_settings()) FROM s'],
    ['a checkpoint', () => `SELECT * FROM force_checkpoint('memory')`],
    ['PRAGMA as a query', () => 'PRAGMA database_list'],
    ['a second statement', () => `SELECT 1; COPY numbers TO 'x'`],
    ['a secret', () => `CREATE SECRET s (TYPE s3)`],
    ['a remote file', () => `SELECT * FROM 'https://127.0.0.1:9/x.parquet'`],
    ['a remote table', () => `SELECT * FROM sqlite_scan('x.db', 't')`],
  ]

  it('are all rejected, and files are not changed', async () => {
    open({ children: 1 })
    for (const [name, sql] of attempts) {
      const status = await pool.run(fixture.job(sql(target()))).then(
        () => 200,
        (error: AppError) => error.status,
      )
      expect({ name, status }).toEqual({ name, status: 400 })
    }
    expect(existsSync(target())).toBe(false)
    expect(await rows(COUNT)).toEqual([{ n: 1000 }])
    expect(await rows("SELECT 'query the summary' AS s, range AS n FROM range(1)")).toEqual([
      { s: 'query the summary', n: 0 },
    ])
  })

  it('finds no environment in a child', async () => {
    open({ children: 1 })
    process.env['SEXTANT_CANARY'] = 'a secret of the web process'
    try {
      await rows(COUNT)
      if (process.platform !== 'linux') return
      const { readFileSync } = await import('node:fs')
      const environment = readFileSync(`/proc/${pool.pids[0]}/environ`, 'utf8')
      expect(environment).not.toContain('a secret of the web process')
    } finally {
      delete process.env['SEXTANT_CANARY']
    }
  })
})
