import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Cache, type CachedAnswer, createCache } from './cache.ts'
import { codeStamp, contentStamp } from './codeStamp.ts'
import { createDiskStore, type DiskStore } from './diskStore.ts'
import { createMemoryStore } from './memoryStore.ts'
import { createTieredStore } from './tieredStore.ts'

const MB = 1024 * 1024
const answer = (text: string): CachedAnswer => ({ body: Buffer.from(text), rowcount: 7, computedOn: 1_600_000_000_123 })
const big = (bytes: number, fill = 1): CachedAnswer => ({ body: Buffer.alloc(bytes, fill), rowcount: 1, computedOn: 5 })

let home: string
let folder: string
let now: number
let warnings: string[]
const opened: DiskStore[] = []

function open(options: { maxBytes?: number; stamp?: string; folder?: string } = {}): DiskStore {
  const store = createDiskStore({
    folder,
    maxBytes: MB,
    stamp: 'one',
    now: () => now,
    onWarning: (message) => warnings.push(message),
    ...options,
  })
  opened.push(store)
  return store
}
const files = () => readdirSync(folder)
const bytesUsed = () =>
  files().reduce((sum, name) => sum + Math.ceil(statSync(join(folder, name)).size / 4096) * 4096, 0)
const soon = () => now + 60_000

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sextant-cache-'))
  folder = join(home, 'cache')
  now = Date.now()
  warnings = []
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const store of opened.splice(0)) await store.close()
  rmSync(home, { recursive: true, force: true })
})

describe('the disk store', () => {
  it('returns the written bytes, also after a restart', async () => {
    const store = open()
    const body = Buffer.from([0, 255, 13, 10, 34])
    store.write('k', { ...answer(''), body }, soon())
    // the result is also available before it is written
    expect((await store.read('k'))?.answer.body).toEqual(body)
    await store.close()
    const again = open()
    expect(await again.read('k')).toEqual({ answer: { ...answer(''), body }, expiresOn: now + 60_000 })
    expect(await again.read('other')).toBeUndefined()
  })

  it('is private, and its file names reveal nothing', async () => {
    const store = open()
    store.write("SELECT 'secret'", answer('x'), soon())
    await store.settled()
    expect(files()).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const name of files()) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  })

  it('ignores results of another version of the program', async () => {
    const store = open()
    store.write('k', answer('old'), soon())
    await store.close()
    expect(await open({ stamp: 'two' }).read('k')).toBeUndefined()
    expect((await open().read('k'))?.answer).toEqual(answer('old'))
  })

  it('drops expired entries, and deletes them at the next start', async () => {
    const store = open()
    store.write('read', answer('a'), now + 500)
    store.write('unread', answer('b'), now + 500)
    await store.settled()
    now += 499
    expect(await store.read('read')).toBeDefined()
    now += 2
    expect(await store.read('read')).toBeUndefined()
    await store.close()
    expect(files()).toHaveLength(1)
    const again = open()
    await again.settled()
    expect(files()).toEqual([])
  })

  it('drops entries that expire while they wait for the disk', async () => {
    const store = open()
    store.write('k', answer('a'), now + 500)
    now += 501
    expect(await store.read('k')).toBeUndefined()
  })

  it('does not return an older result if the newer one cannot be written', async () => {
    const store = open()
    store.write('k', answer('old'), soon())
    await store.settled()
    store.write('k', { ...answer('new'), rowcount: 2 ** 32 }, soon())
    await store.close()
    expect(warnings).toHaveLength(1)
    expect(await open().read('k')).toBeUndefined()
  })

  it('stays below its cap, evicting the least recently used first', async () => {
    const store = open({ maxBytes: 64 * 4096 })
    for (let at = 0; at < 16; at++) store.write(`k${at}`, big(3 * 4096 + 100, at), soon())
    await store.settled()
    expect(files()).toHaveLength(16)
    await store.read('k0')
    store.touch('k1')
    for (let at = 16; at < 30; at++) {
      store.write(`k${at}`, big(3 * 4096 + 100, at), soon())
      await store.settled()
      expect(bytesUsed()).toBeLessThanOrEqual(64 * 4096)
    }
    expect(files()).toHaveLength(16)
    expect((await store.read('k0'))?.answer).toEqual(big(3 * 4096 + 100, 0))
    expect(await store.read('k1')).toBeDefined()
    expect(await store.read('k2')).toBeUndefined()
  })

  it('applies a reduced cap, in the previous order of use', async () => {
    const store = open()
    for (let at = 0; at < 20; at++) store.write(`k${at}`, big(4096 * 3, at), soon())
    await store.close()
    const again = open({ maxBytes: 40_960 })
    await again.settled()
    expect(bytesUsed()).toBeLessThanOrEqual(40_960)
  })

  it('counts files that other processes with the same home folder have written', async () => {
    const [one, other] = [open({ maxBytes: 40 * 4096 }), open({ maxBytes: 40 * 4096 })]
    for (let at = 0; at < 30; at++) {
      one.write(`one${at}`, big(4000, at), soon())
      other.write(`other${at}`, big(4000, at), soon())
      await Promise.all([one.settled(), other.settled()])
    }
    // each store may exceed the cap by the fraction after which it counts the files again
    expect(bytesUsed()).toBeLessThanOrEqual(40 * 4096 * 1.25)
  })

  it('does not cache a result that would evict all others', async () => {
    const store = open()
    store.write('k', answer('small'), soon())
    store.write('k', big(MB / 2), soon())
    await store.settled()
    expect(await store.read('k')).toBeUndefined()
    expect(files()).toEqual([])
  })

  it('holds at most 32 MB of pending writes in memory', async () => {
    const store = open({ maxBytes: 1000 * MB })
    for (let at = 0; at < 60; at++) store.write(`k${at}`, big(MB, at), soon())
    await store.settled()
    expect(files().length).toBeGreaterThan(20)
    expect(files().length).toBeLessThan(40)
  })

  const damage: [string, (path: string) => void][] = [
    ['cut off', (path) => truncateSync(path, statSync(path).size - 1)],
    ['empty', (path) => truncateSync(path, 0)],
    ['cut off in its head', (path) => truncateSync(path, 20)],
    ['longer', (path) => writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.from('x')]))],
    ...[0, 4, 8, 12, 16, 24, 40].map((at): [string, (path: string) => void] => [
      `changed at byte ${at}`,
      (path) => {
        const bytes = readFileSync(path)
        bytes[at] = (bytes[at] as number) ^ 1
        writeFileSync(path, bytes)
      },
    ]),
    ['something else', (path) => writeFileSync(path, 'some text that is longer than any header of a file')],
    ['gone', (path) => rmSync(path)],
  ]
  it.each(damage)('treats a file that is %s as a miss and removes it', async (_, harm) => {
    const store = open()
    store.write('k', answer('a text of some length'), soon())
    await store.settled()
    harm(join(folder, files()[0] as string))
    expect(await store.read('k')).toBeUndefined()
    await store.settled()
    expect(files()).toEqual([])
    store.write('k', answer('anew'), soon())
    await store.settled()
    expect((await store.read('k'))?.answer).toEqual(answer('anew'))
    expect(warnings).toEqual([])
  })

  it('removes partial files of processes that died', async () => {
    const store = open()
    store.write('k', answer('a'), soon())
    await store.close()
    const path = join(folder, '1.part')
    writeFileSync(path, 'half')
    await open().settled()
    // the partial file may belong to a process that is about to finish it
    expect(files()).toHaveLength(2)
    utimesSync(path, Date.now() / 1000 - 600, Date.now() / 1000 - 600)
    await open().settled()
    expect(files()).toHaveLength(1)
  })

  it('recreates a removed folder', async () => {
    const store = open()
    store.write('a', answer('a'), soon())
    await store.settled()
    rmSync(folder, { recursive: true })
    expect(await store.read('a')).toBeUndefined()
    store.write('b', answer('b'), soon())
    await store.settled()
    expect((await store.read('b'))?.answer).toEqual(answer('b'))
  })

  it('works without the folder if it cannot be created, and reports it once', async () => {
    writeFileSync(folder, 'a file stands in its place')
    const store = open()
    for (let at = 0; at < 20; at++) store.write(`k${at}`, answer('a'), soon())
    await store.settled()
    expect(await store.read('k0')).toBeUndefined()
    expect(warnings).toEqual([expect.stringContaining('results are not cached on disk for now: ')])
  })

  it('works without the disk if writing fails, and retries after a while', async () => {
    const store = open()
    store.write('a', answer('a'), soon())
    await store.settled()
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'a file stands in its place')
    store.write('b', answer('b'), soon())
    await store.settled()
    expect(await store.read('b')).toBeUndefined()
    expect(await store.read('a')).toBeUndefined()
    expect(warnings).toHaveLength(1)
    rmSync(folder)
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
    store.write('b', answer('b'), soon())
    await store.settled()
    vi.restoreAllMocks()
    expect((await store.read('b'))?.answer).toEqual(answer('b'))
  })

  it('performs the last requested operation last', async () => {
    const store = open()
    for (let at = 0; at < 50; at++) {
      store.write('k', answer(`${at}`), soon())
      expect((await store.read('k'))?.answer.body.toString()).toBe(`${at}`)
    }
    store.remove('k')
    expect(await store.read('k')).toBeUndefined()
    await store.settled()
    expect(files()).toEqual([])
  })
})

describe('memory in front of the disk', () => {
  const tiered = (disk: DiskStore, bytes = MB) =>
    createCache(createTieredStore(createMemoryStore({ maxBytes: bytes, now: () => now }), disk, () => now))
  /** An entry that took a second to compute. */
  const keep = (cache: Cache, key: string, kept: CachedAnswer) => cache.set(key, kept, 60_000, 1000)
  const never = () => expect.fail('computed')

  it('returns results from before a restart until they expire', async () => {
    const before = tiered(open())
    await before.set('k', answer('a'), 1000, 50)
    await before.close()
    now += 900
    const after = tiered(open())
    expect(await after.wrap('k', { ttlMs: 1000 }, never)).toEqual({ answer: answer('a'), isHit: true })
    now += 99
    expect((await after.wrap('k', { ttlMs: 1000 }, never)).isHit).toBe(true)
    now += 2
    expect((await after.wrap('k', { ttlMs: 1000 }, async () => answer('b'))).isHit).toBe(false)
  })

  it('writes only expensive results', async () => {
    const cache = tiered(open())
    let clock = 0
    vi.spyOn(performance, 'now').mockImplementation(() => clock)
    await cache.wrap('quick', { ttlMs: 60_000 }, async () => answer('quick'))
    await cache.wrap('slow', { ttlMs: 60_000 }, async () => {
      clock += 60
      return answer('slow')
    })
    await cache.close()
    expect(files()).toHaveLength(1)
    expect(await tiered(open()).get('slow')).toEqual(answer('slow'))
  })

  it('holds far more than memory', async () => {
    const cache = tiered(open({ maxBytes: 20 * MB }), MB)
    for (let at = 0; at < 40; at++) await keep(cache, `k${at}`, big(200_000, at))
    for (let at = 0; at < 40; at++) expect((await cache.get(`k${at}`))?.body[0]).toBe(at)
    await cache.close()
    expect(files()).toHaveLength(40)
  })

  it('reads from memory without the disk', async () => {
    const cache = tiered(open())
    await keep(cache, 'k', answer('a'))
    rmSync(folder, { recursive: true, force: true })
    expect(await cache.get('k')).toEqual(answer('a'))
  })

  it('never returns an older result that was being read', async () => {
    const before = tiered(open())
    await keep(before, 'k', answer('old'))
    await before.close()
    const disk = open()
    const cache = tiered(disk)
    const reading = cache.get('k')
    await cache.set('k', answer('new'), 60_000)
    await reading
    expect(await cache.get('k')).toEqual(answer('new'))
    await disk.settled()
    // an entry that was cheap to compute has replaced the file
    expect(files()).toEqual([])
    await cache.delete('k')
    expect(await cache.get('k')).toBeUndefined()
  })

  it('writes to disk after results were sent, not between them', async () => {
    const disk = open({ maxBytes: 500 * MB })
    await disk.settled()
    const cache = tiered(disk, 500 * MB)
    for (let at = 0; at < 15; at++) await keep(cache, `k${at}`, big(1_000_000, at))
    await disk.settled()
    expect(files()).toEqual([])
    await cache.close()
    expect(files()).toHaveLength(15)
  })

  it('delays at most 16 MB', async () => {
    const disk = open({ maxBytes: 500 * MB })
    const cache = tiered(disk, 500 * MB)
    for (let at = 0; at < 25; at++) await keep(cache, `k${at}`, big(1_000_000, at))
    await disk.settled()
    expect(files()).toHaveLength(17)
  })
})

it.each([
  ['by times and sizes', codeStamp],
  ['by content', contentStamp],
])('the code stamp changes if a source file changes: %s', async (_, stampOf) => {
  for (const part of ['src/engine/plan', 'src/model', 'src/web', 'src/charts', 'src/locales', 'src/server/pictures'])
    mkdirSync(join(home, part), { recursive: true })
  for (const file of ['package.json', 'src/engine/plan/a.ts', 'src/model/b.ts', 'src/web/c.ts', 'src/charts/c.ts']) {
    writeFileSync(join(home, file), '{}')
  }
  const before = await stampOf(home)
  const ofPictures = await stampOf(home, 'pictures')
  for (const part of ['src/web', 'src/charts']) writeFileSync(join(home, part, 'c.ts'), 'changed')
  expect(await stampOf(home)).toBe(before)
  const ofCharts = await stampOf(home, 'pictures')
  expect(ofCharts).not.toBe(ofPictures)
  writeFileSync(join(home, 'src/locales/xx.json'), 'a translation')
  expect(await stampOf(home, 'pictures')).not.toBe(ofCharts)
  writeFileSync(join(home, 'src/engine/plan/a.ts'), 'changed')
  expect(await stampOf(home)).not.toBe(before)
})
