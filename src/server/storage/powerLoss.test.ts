import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { passwordOf } from '../testing/app.ts'
import { randomOf } from '../testing/hostileRequests.ts'
import { startProcess } from '../testing/process.ts'
import { testStores } from '../testing/stores.ts'

/**
 * What a power failure leaves of the SQLite files: all data that was synced; sectors that were not synced may be
 * written, empty or random. The server is stopped at random moments of concurrent writes, and its files are copied and
 * damaged in this way. SEXTANT_POWER_SEED repeats the damage.
 */

const COPIES = Number(process.env['SEXTANT_POWER_COPIES'] ?? (process.env['CI'] === 'true' ? 100 : 25))
const SEED = Number(process.env['SEXTANT_POWER_SEED'] ?? Date.now() % 2 ** 31)
const WRITERS = 6
const SECTOR = 512
const WAL_HEADER = 32
const FRAME_HEADER = 24

const store = testStores()[0]!
afterAll(() => store.close())

type Random = () => number

/**
 * The state of the write-ahead log, from its shared memory: how many frames are committed and synced, and how many are
 * already in the database.
 */
function logState(shm: Buffer) {
  return {
    pageBytes: shm.readUInt16LE(14),
    frames: shm.readUInt32LE(16),
    salts: shm.subarray(32, 40),
    copied: shm.readUInt32LE(96),
  }
}

/** Damages each sector of a range at random: it is unchanged, empty, or filled with random bytes. */
function tear(bytes: Buffer, from: number, to: number, random: Random): void {
  for (let at = from; at < to; at += SECTOR - (at % SECTOR)) {
    const end = Math.min(to, at + SECTOR - (at % SECTOR))
    const fate = random()
    if (fate < 0.3) bytes.fill(0, at, end)
    else if (fate < 0.5) for (let byte = at; byte < end; byte++) bytes[byte] = Math.floor(random() * 256)
  }
}

/** Damages data that was not synced when the power failed; returns how many bytes of the log were not synced. */
function loseUnsynced(folder: string, random: Random): number {
  const [file, wal, shm] = ['', '-wal', '-shm'].map((end) => join(folder, `metadata.sqlite${end}`)) as [
    string,
    string,
    string,
  ]
  const log = readFileSync(wal)
  const { pageBytes, frames, salts, copied } = logState(readFileSync(shm))
  // shared memory does not survive
  rmSync(shm)
  const frameBytes = FRAME_HEADER + pageBytes
  // right after the log was restarted, its file still has the previous frames, all of which are in the database
  const isOwn = log.length >= WAL_HEADER && log.subarray(16, 24).equals(salts)
  if (!isOwn) return 0
  const synced = WAL_HEADER + frames * frameBytes
  // the file may have grown before its new content was written: it then ends with zeros, or with old disk content
  const grown = random() < 0.5 ? Buffer.alloc(Math.floor(random() * 3 * frameBytes)) : log.subarray(WAL_HEADER, 9000)
  const whole = Buffer.concat([log, grown])
  tear(whole, synced, whole.length, random)
  const kept = random() < 0.5 ? whole.length : synced + Math.floor(random() * (whole.length - synced))
  writeFileSync(wal, whole.subarray(0, kept))

  // pages that a checkpoint was copying may be damaged: SQLite reads them from the log
  const database = readFileSync(file)
  for (let frame = copied; frame < frames; frame++) {
    const page = log.readUInt32BE(WAL_HEADER + frame * frameBytes)
    const start = (page - 1) * pageBytes
    // sectors are written completely or not at all, so the first sector of the file, with its header, is not damaged
    if (random() < 0.2 && start + pageBytes <= database.length)
      tear(database, start + (page === 1 ? SECTOR : 0), start + pageBytes, random)
  }
  writeFileSync(file, database)
  return log.length - synced
}

const isStopped = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).every((thread) => {
    try {
      return readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ').at(-1)?.startsWith('T') === true
    } catch {
      // the thread has just ended
      return true
    }
  })

/** The titles that were acknowledged, by the name of their writer and their number. */
type Acknowledged = Map<string, { title: string; id: number }>

async function write(address: string, token: string, name: string, acknowledged: Acknowledged, ended: AbortSignal) {
  const random = randomOf(name.length + Number(name))
  const send = async (method: string, path: string, body: object) => {
    const answer = await fetch(address + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    expect(answer.ok).toBe(true)
    return (await answer.json()) as { id: number }
  }
  for (let n = 0; !ended.aborted; n++) {
    const key = `${name}-${n}`
    const css = '/* x */'.repeat(Math.floor(random() * 3000))
    const { id } = await send('POST', '/api/v1/dashboard/', { dashboard_title: key, css })
    acknowledged.set(key, { title: key, id })
    if (random() < 0.4) {
      await send('PUT', `/api/v1/dashboard/${id}`, { dashboard_title: `${key} changed` })
      acknowledged.set(key, { title: `${key} changed`, id })
    }
  }
}

/** The acknowledged changes that a copy of the files lacks. */
function lostIn(folder: string, acknowledged: Acknowledged): string[] {
  const db = new DatabaseSync(join(folder, 'metadata.sqlite'))
  try {
    expect(db.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    expect(db.prepare('pragma foreign_key_check').all()).toEqual([])
    const rows = db.prepare('select id, dashboard_title as title from dashboards').all() as {
      id: number
      title: string
    }[]
    const owned = new Set(
      db
        .prepare('select dashboard_id as id from dashboard_owners')
        .all()
        .map(({ id }) => id),
    )
    // a dashboard is written together with its owner
    expect(rows.filter(({ id }) => !owned.has(id))).toEqual([])
    const titles = new Map(rows.map(({ id, title }) => [id, title]))
    // a change that was not acknowledged may have been saved
    return [...acknowledged.values()]
      .filter(({ id, title }) => titles.get(id) !== title && titles.get(id) !== `${title} changed`)
      .map(({ title }) => title)
  } finally {
    db.close()
  }
}

describe.runIf(process.platform === 'linux')(`power loss (SEXTANT_POWER_SEED=${SEED})`, () => {
  it(`loses no acknowledged change in ${COPIES} copies of the files`, { timeout: 900_000 }, async () => {
    const { home } = await store.fresh()
    const { child, address, end } = await startProcess(home, undefined)
    const pid = Number(child.pid)
    const login = await fetch(`${address}/api/v1/security/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: passwordOf('admin'), provider: 'db' }),
    })
    const { access_token: token } = (await login.json()) as { access_token: string }
    const acknowledged: Acknowledged = new Map()
    const ended = new AbortController()
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      write(address, token, String(writer), acknowledged, ended.signal),
    )
    const random = randomOf(SEED)
    let unsynced = 0
    for (let copy = 0; copy < COPIES; copy++) {
      const before = acknowledged.size
      while (acknowledged.size < before + 3) await Promise.race([pause(1), ...writers])
      await pause(random() * 15)
      const known: Acknowledged = new Map(acknowledged)
      child.kill('SIGSTOP')
      while (!isStopped(pid)) await pause(1)
      const folder = join(home, `copy-${copy}`)
      mkdirSync(folder)
      for (const name of ['metadata.sqlite', 'metadata.sqlite-wal', 'metadata.sqlite-shm'])
        copyFileSync(join(home, name), join(folder, name))
      child.kill('SIGCONT')
      if (loseUnsynced(folder, random) > 0) unsynced += 1
      expect(lostIn(folder, known)).toEqual([])
      rmSync(folder, { recursive: true })
    }
    ended.abort()
    await Promise.all(writers)
    await end('SIGTERM')
    // otherwise no copy was made in the middle of a write
    expect(unsynced).toBeGreaterThan(0)
  })

  it('would notice a lost commit', async () => {
    const { home } = await store.fresh()
    const db = new DatabaseSync(join(home, 'metadata.sqlite'))
    db.exec('pragma journal_mode=wal; create table dashboards (id integer primary key, dashboard_title text)')
    db.exec('create table dashboard_owners (dashboard_id integer)')
    db.exec("insert into dashboards values (1, 'kept'); insert into dashboard_owners values (1)")
    const acknowledged: Acknowledged = new Map([
      ['a', { title: 'kept', id: 1 }],
      ['b', { title: 'gone', id: 2 }],
    ])
    expect(lostIn(home, acknowledged)).toEqual(['gone'])
    db.close()
  })
})
