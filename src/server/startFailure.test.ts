import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startFailure } from './startFailure.ts'
import { openSqlite } from './storage/sqlite.ts'

const root = resolve(import.meta.dirname, '../..')

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sextant-start-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Starts the real server and waits for its end. */
function start(env: NodeJS.ProcessEnv) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/server/main.ts'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, SEXTANT_HOME: home, SEXTANT_EXAMPLES: 'false', PORT: '0', DATABASE_URL: '', ...env },
  })
  return { status, stdout, lines: stderr.trim().split('\n') }
}

function expectOneSentence({ status, stdout, lines }: ReturnType<typeof start>, message: RegExp) {
  expect(lines.join('\n')).toMatch(message)
  expect(lines).toHaveLength(1)
  expect(status).toBe(1)
  expect(stdout).toBe('')
}

describe('a start that cannot succeed reports why in one sentence', () => {
  it('a port in use', async () => {
    const other = await new Promise<Server>((done) => {
      const server = createServer().listen({ host: '127.0.0.1', port: 0 }, () => done(server))
    })
    const address = other.address()
    const port = address && typeof address === 'object' ? address.port : 0
    expectOneSentence(start({ PORT: String(port) }), new RegExp(`Port ${port} is already in use`))
    other.close()
  })

  it('a home folder that is not writable', () => {
    writeFileSync(join(home, 'file'), '')
    expectOneSentence(start({ SEXTANT_HOME: join(home, 'file') }), /home folder is not writable/)
    expectOneSentence(start({ SEXTANT_HOME: join(home, 'file/below') }), /home folder is not writable/)
  })

  it.runIf(existsSync('/proc/self'))('a home folder in a file system of the kernel', () => {
    expectOneSentence(start({ SEXTANT_HOME: '/proc/below/home' }), /home folder is not writable \(\/proc\/below\)/)
    expectOneSentence(start({ SEXTANT_HOME: '/proc' }), /home folder is not writable \(\/proc\/scratch\)/)
  })

  it('metadata that is not a SQLite file', () => {
    writeFileSync(join(home, 'metadata.sqlite'), 'x'.repeat(5000))
    expectOneSentence(start({}), /metadata\.sqlite in the home folder is damaged .*\. Restore a backup/)
  })

  it('a full disk', async () => {
    const db = openSqlite(join(home, 'metadata.sqlite'))
    await sql`create table t (text text)`.execute(db)
    await sql`pragma max_page_count = 4`.execute(db)
    const filling = db.transaction().execute((trx) => sql`insert into t values (${'x'.repeat(50_000)})`.execute(trx))
    expect(startFailure(await filling.catch((error: unknown) => error))).toMatch(
      /^The disk .* is full\. Free space on it/,
    )
    await db.destroy()
  })

  it.each([
    [{ errcode: 8, message: 'attempt to write a readonly database' }, /home folder is not writable \(attempt to/],
    [{ errcode: 14, message: 'unable to open database file' }, /home folder is not writable \(unable to open/],
    [{ errcode: 5, message: 'database is locked' }, /Another process has locked the metadata\. Stop it/],
    [{ errcode: 522, message: 'disk I/O error' }, /full or failing \(disk I\/O error\)\. Free space/],
    [{ code: 'ENOENT', syscall: 'mkdir', path: '/x', message: 'no such' }, /home folder is not writable \(\/x\)/],
    [{ message: 'The file could not be read: Could not write file "x": No space left on device' }, /is full\. Free/],
    [{ message: 'The file could not be read: the reader ended with SIGKILL' }, /needs more memory\. Give Sextant 1 GB/],
  ])('%o', (error, message) => {
    const told = startFailure(Object.assign(new Error(error.message), error))
    expect(told).toMatch(message)
    expect(told.split('\n')).toHaveLength(1)
  })

  it('a wrong key', () => {
    writeFileSync(join(home, 'master.key'), 'abc', { mode: 0o600 })
    expectOneSentence(start({}), /must be 64 hexadecimal digits/)
  })

  it('a key that other users can read', () => {
    writeFileSync(join(home, 'master.key'), 'abc')
    chmodSync(join(home, 'master.key'), 0o644)
    expectOneSentence(start({}), /can be read by other users. Run `chmod 600/)
  })

  it('a newer schema', async () => {
    mkdirSync(home, { recursive: true })
    const db = openSqlite(join(home, 'metadata.sqlite'))
    await sql`create table schema_migrations (version integer primary key, name text not null, applied_on bigint not null)`.execute(
      db,
    )
    await sql`insert into schema_migrations values (999, 'later', 0)`.execute(db)
    await db.destroy()
    expectOneSentence(start({}), /schema version 999, but this release supports version \d+\. Start the newer release/)
  })

  it('an invalid setting', () => {
    expectOneSentence(start({ PORT: 'eighty' }), /^PORT: /)
  })

  it('proxies that are not addresses', () => {
    for (const SEXTANT_TRUST_PROXY of ['nginx', '172.17.0.0/33', '10.0.0.0/8,', '::1/x']) {
      expectOneSentence(start({ SEXTANT_TRUST_PROXY }), /^SEXTANT_TRUST_PROXY: .*addresses or ranges/)
    }
  })

  it('a host that this machine does not know', () => {
    expectOneSentence(start({ HOST: 'nowhere.invalid' }), /does not know the address of HOST .*\. Set HOST to/)
  })

  it('a PostgreSQL that does not respond', () => {
    expectOneSentence(start({ DATABASE_URL: 'postgresql://u:secret@127.0.0.1:1/x' }), /PostgreSQL does not respond/)
  })

  it('and a bug shows its stack', () => {
    expect(startFailure(new TypeError('x is not a function'))).toMatch(
      /could not start: TypeError: x is not a function\n\s+at /,
    )
  })
})
