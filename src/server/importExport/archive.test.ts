import { symlinkSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, type Zippable, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ArchiveError, archiveLimits, readFolder, readZip } from './archive.ts'

const zip = (files: Zippable) => Buffer.from(zipSync(files))
const metadata = strToU8('version: 1.0.0\n')

describe('readZip', () => {
  it('strips the top folder and ignores hidden files and files other than YAML', async () => {
    const files = await readZip(
      zip({
        'export_1/metadata.yaml': metadata,
        'export_1/charts/b.yaml': strToU8('b'),
        'export_1/charts/deep folder/a.yml': strToU8('ä'),
        'export_1/charts/.hidden.yaml': strToU8('x'),
        'export_1/__MACOSX/charts/a.yaml': strToU8('x'),
        'export_1/picture.png': strToU8('x'),
      }),
    )
    expect([...files]).toEqual([
      ['charts/b.yaml', 'b'],
      ['charts/deep folder/a.yml', 'ä'],
      ['metadata.yaml', 'version: 1.0.0\n'],
    ])
  })

  it('accepts an archive without a top folder', async () => {
    const files = await readZip(zip({ 'metadata.yaml': metadata, 'charts/b.yaml': strToU8('b') }))
    expect([...files.keys()]).toEqual(['charts/b.yaml', 'metadata.yaml'])
  })

  it('returns nothing for an empty archive', async () => {
    expect((await readZip(zip({}))).size).toBe(0)
  })

  const link = 0o120777 << 16
  const huge = strToU8('a'.repeat(6 * 1024 * 1024))
  const small = { ...archiveLimits, entries: 3, fileBytes: 100, depth: 3 }
  it.each<[string, Buffer, RegExp]>([
    ['text', Buffer.from('not a zip'), /Not a ZIP file/],
    ['nothing', Buffer.alloc(0), /Not a ZIP file/],
    ['a cut archive', zip({ 'a/b.yaml': metadata }).subarray(0, 60), /Not a ZIP file/],
    ['a parent path', zip({ 'a/../../etc/x.yaml': metadata }), /damaged|leads out/],
    ['an absolute path', zip({ '/etc/x.yaml': metadata }), /damaged|leads out/],
    ['a Windows path', zip({ 'C:\\x.yaml': metadata }), /damaged|leads out/],
    ['a backslash path', zip({ 'a\\..\\..\\x.yaml': metadata }), /damaged|leads out/],
    ['a link', zip({ 'a/x.yaml': [metadata, { os: 3, attrs: link }] }), /contains a link/],
    ['a bomb', zip({ 'a/x.yaml': [huge, { level: 9 }] }), /far more than its own size/],
  ])('refuses %s', async (_, bytes, message) => {
    await expect(readZip(bytes)).rejects.toThrow(message)
    await expect(readZip(bytes)).rejects.toThrow(ArchiveError)
  })

  it.each<[string, Zippable, RegExp]>([
    ['too many entries', { 'a/1': metadata, 'a/2': metadata, 'a/3': metadata, 'a/4': metadata }, /too many/],
    ['a large file', { 'a/x.yaml': strToU8('x'.repeat(101)) }, /too large/],
    ['deep nesting', { 'a/b/c/d.yaml': metadata }, /nested too deeply/],
  ])('refuses %s', async (_, files, message) => {
    await expect(readZip(zip(files), small)).rejects.toThrow(message)
  })

  it('counts bytes: a directory with a wrong size is rejected', async () => {
    const bytes = zip({ 'a/x.yaml': strToU8('x'.repeat(5000)) })
    const directory = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
    bytes.writeUInt32LE(10, directory + 24)
    await expect(readZip(bytes)).rejects.toThrow(ArchiveError)
  })

  it('handles every flipped byte with an error or with files', async () => {
    const bytes = zip({ 'a/metadata.yaml': metadata, 'a/charts/b.yaml': strToU8('b: 1\n'.repeat(50)) })
    for (let at = 0; at < bytes.length; at++) {
      const broken = Buffer.from(bytes)
      broken[at] = (broken[at] ?? 0) ^ 0xff
      await readZip(broken).catch((error: unknown) => expect(error, `byte ${at}`).toBeInstanceOf(ArchiveError))
    }
  })
})

describe('readFolder', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sextant-bundle-'))
    await mkdir(join(folder, 'bundle/charts/Some Folder'), { recursive: true })
    await writeFile(join(folder, 'bundle/metadata.yaml'), 'version: 1.0.0\n')
    await writeFile(join(folder, 'bundle/charts/Some Folder/a.yaml'), 'a: 1\n')
    await writeFile(join(folder, 'outside.yaml'), 'secret: 1\n')
    symlinkSync(join(folder, 'outside.yaml'), join(folder, 'bundle/charts/link.yaml'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('reads a bundle and follows no links', async () => {
    expect([...(await readFolder(join(folder, 'bundle'))).keys()]).toEqual([
      'charts/Some Folder/a.yaml',
      'metadata.yaml',
    ])
  })
})
