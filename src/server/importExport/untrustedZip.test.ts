import { strToU8, type Zippable, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { readUntrustedZip } from './untrustedZip.ts'

const zip = (files: Zippable) => Buffer.from(zipSync(files))
const keys = (count: number) => strToU8(Array.from({ length: count }, (_, at) => `key${at}: ${at}\n`).join(''))

it('reads values in name order, and names files that are not YAML', async () => {
  const bytes = zip({
    'x/metadata.yaml': strToU8('version: 1.0.0\n'),
    'x/charts/a.yaml': strToU8('a: [1, ä, null]\n'),
    'x/charts/b.yaml': strToU8('a: 1\na: 2\n'),
  })
  expect(await readUntrustedZip(bytes)).toEqual([
    { path: 'charts/a.yaml', value: { a: [1, 'ä', null] } },
    { path: 'charts/b.yaml', isBroken: true },
    { path: 'metadata.yaml', value: { version: '1.0.0' } },
  ])
})

it.each<[string, Buffer, RegExp]>([
  ['no archive', Buffer.from('text'), /Not a ZIP file/],
  ['a value that is too large', zip({ 'a.yaml': strToU8(`a: ${'xy'.repeat(2_200_000)}\n`) }), /far more|too large/],
])('rejects %s', async (_, bytes, message) => {
  await expect(readUntrustedZip(bytes)).rejects.toThrow(message)
})

it('stops an archive that takes too long', async () => {
  const bytes = zip({ 'metadata.yaml': keys(400_000) })
  await expect(readUntrustedZip(bytes, { timeoutMs: 300 })).rejects.toThrow('The ZIP file takes too long to read')
})

it('the time for many keys is linear', async () => {
  const [file] = await readUntrustedZip(zip({ 'metadata.yaml': keys(40_000) }))
  expect(Object.keys(file?.value as object)).toHaveLength(40_000)
})
