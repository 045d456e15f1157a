import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { NO_SANDBOX } from '../../../engine/run/sandbox.ts'
import type { FilePreview } from '../../../model/upload/upload.ts'
import { Readers } from './readers.ts'
import { createStagedUploads, type StagedUploads } from './staged.ts'
import type { WaitingFile } from './waiting.ts'

const TIMED = { timeout: 30_000 }
const stay = new AbortController().signal
const home = mkdtempSync(join(tmpdir(), 'sextant-staged-'))
const text = `n,town\n${Array.from({ length: 3000 }, (_, i) => `${i},Town ${i}`).join('\n')}\n`

let readers: Readers
let staged: StagedUploads
let files = 0

beforeEach(() => {
  readers = new Readers()
  staged = createStagedUploads({ readers, scratchFolder: join(home, 'scratch'), sandbox: NO_SANDBOX, uploadBytes: 1e8 })
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

function newFile(content: string): WaitingFile {
  files += 1
  const folder = join(home, `file-${files}`)
  mkdirSync(folder)
  const path = join(folder, 'file')
  writeFileSync(path, content)
  return { id: `file-${files}`, path, fileName: 'towns.csv' }
}

const asSeen = (seen: FilePreview) => seen.columns.map(({ name }) => ({ source: name, name }))
const filesBeside = ({ path }: WaitingFile) => readdirSync(join(path, '..'))
const reason = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no failure',
    (error: unknown) => (error as Error).message,
  )

describe('a file becomes a table before it is requested', TIMED, () => {
  it('and is used as it was shown', async () => {
    const file = newFile(text)
    const seen = await staged.preview(file, {}, stay)
    const taken = await staged.take(file.id, seen.reading, asSeen(seen), stay)
    expect(taken?.table).toMatchObject({ rows: 3000, columns: [{ name: 'n' }, { name: 'town' }] })
    expect(existsSync(taken?.path ?? '')).toBe(true)
  })

  it('with the newest settings, which replace a preview that still runs', async () => {
    const file = newFile(text)
    const older = reason(staged.preview(file, { nullValues: ['Town 1'] }, stay))
    const newer = staged.preview(file, { maxRows: 7 }, stay)
    expect(await older).toMatch(/the reader ended/)
    expect((await newer).rowCount).toBe(7)
  })

  it('and is used once: a second table must be loaded again', async () => {
    const file = newFile(text)
    const seen = await staged.preview(file, {}, stay)
    const take = () => staged.take(file.id, seen.reading, asSeen(seen), stay)
    const taken = [...(await Promise.all([take(), take()])), await take()]
    expect(taken.filter((each) => each !== undefined)).toHaveLength(1)
  })

  it.each([
    [
      'another name',
      (seen: FilePreview) => [seen.reading, [{ source: 'n', name: 'number' }, ...asSeen(seen).slice(1)]],
    ],
    [
      'another type',
      (seen: FilePreview) => [seen.reading, [{ source: 'n', name: 'n', type: 'DOUBLE' }, ...asSeen(seen).slice(1)]],
    ],
    ['a column less', (seen: FilePreview) => [seen.reading, asSeen(seen).slice(1)]],
    ['another delimiter', (seen: FilePreview) => [{ ...seen.reading, delimiter: ';' }, asSeen(seen)]],
  ] as const)('is not used with %s', async (_what, choose) => {
    const file = newFile(text)
    const seen = await staged.preview(file, {}, stay)
    const [reading, columns] = choose(seen) as [FilePreview['reading'], ReturnType<typeof asSeen>]
    expect(await staged.take(file.id, reading, columns, stay)).toBeUndefined()
    // the table with the first settings was discarded, so it is not used later either
    expect(await staged.take(file.id, seen.reading, asSeen(seen), stay)).toBeUndefined()
  })

  it('while it arrives', async () => {
    const file = newFile('')
    staged.beginEarly(file, {})
    for (let at = 0; at < text.length; at += 10_000) {
      appendFileSync(file.path, text.slice(at, at + 10_000))
      await sleep(30)
    }
    const seen = await staged.preview(file, {}, stay)
    expect(seen.rowCount).toBe(3000)
    expect((await staged.take(file.id, seen.reading, asSeen(seen), stay))?.table.rows).toBe(3000)
  })

  it('reports an error in a late line, while it arrives', async () => {
    const late = newFile(`${text}${'1,x\n'.repeat(40_000)}one,x\n`)
    const seen = await staged.preview(late, {}, stay)
    const taken = await staged.take(late.id, seen.reading, asSeen(seen), stay)
    // if the quick guess of a type fails, every row is read
    expect(taken?.table.columns[0]).toMatchObject({ name: 'n', type: 'VARCHAR' })
    const binary = newFile('a,b\n')
    staged.beginEarly(binary, {})
    appendFileSync(binary.path, Buffer.from([0x31, 0x2c, 0xe9, 0x0a]))
    expect(await reason(staged.preview(binary, {}, stay))).toContain('line 2: the text is not UTF-8')
  })

  it('leaves no file if it is stopped', async () => {
    const file = newFile(text.repeat(300).replaceAll('n,town\n', ''))
    const seen = await staged.preview(file, {}, stay)
    staged.stop(file.id)
    expect(await staged.take(file.id, seen.reading, asSeen(seen), stay)).toBeUndefined()
    await expect.poll(() => filesBeside(file), { timeout: 5000 }).toEqual(['file'])
    await expect
      .poll(() => readdirSync(join(home, 'scratch')).filter((name) => name !== 'compiled'), { timeout: 5000 })
      .toEqual([])
  })

  it('is stopped for files that a user is waiting for', async () => {
    const long = Array.from({ length: 2 }, () => newFile(text.repeat(150).replaceAll('n,town\n', '')))
    for (const file of long) await staged.preview(file, {}, stay)
    const file = newFile(text)
    const seen = await staged.preview(file, {}, stay)
    expect((await staged.take(file.id, seen.reading, asSeen(seen), stay))?.table.rows).toBe(3000)
    staged.stopAll()
  })
})

describe('readers', () => {
  it('end replaceable ones, oldest first, and then reject', async () => {
    const given: string[] = []
    const leave = readers.join(() => given.push('first'))
    readers.join(() => given.push('second'))
    const release = Promise.withResolvers<void>()
    const running = [readers.run(() => release.promise)]
    expect(given).toEqual(['first'])
    running.push(readers.run(() => release.promise))
    expect(given).toEqual(['first', 'second'])
    expect(await reason(readers.run(async () => undefined))).toContain('Other files are being read')
    leave()
    release.resolve()
    await Promise.all(running)
    expect(await readers.run(async () => 'free')).toBe('free')
  })
})
