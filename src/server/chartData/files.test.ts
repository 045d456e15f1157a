import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sendFiles } from './files.ts'

/** More than the buffers of sockets and streams can hold. */
const LARGE = 64 * 1024 * 1024

describe('sendFiles', () => {
  let folder: string
  let app: FastifyInstance
  let paths: string[]

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sextant-files-'))
    paths = []
    app = Fastify()
    app.get('/', (_, reply) => sendFiles(reply, paths, 'csv', Date.UTC(2024, 0, 31, 23, 59, 58)))
    await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const write = (name: string, bytes: number) => {
    const path = join(folder, name)
    writeFileSync(path, Buffer.alloc(bytes, 'a'))
    paths.push(path)
    return path
  }
  const ask = () =>
    new Promise<{ call: ClientRequest; answer: IncomingMessage }>((done, fail) => {
      const { port } = app.server.address() as AddressInfo
      const call = get({ port, host: '127.0.0.1', agent: false }, (answer) => done({ call, answer }))
      call.once('error', fail)
    })
  /** The received bytes, and whether the response ended as it should. */
  const read = (answer: IncomingMessage) =>
    new Promise<{ body: Buffer; isWhole: boolean }>((done) => {
      const pieces: Buffer[] = []
      const end = () => done({ body: Buffer.concat(pieces), isWhole: answer.complete })
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.once('error', end)
      answer.once('end', end)
    })
  const areGone = () => vi.waitFor(() => expect(paths.filter((path) => existsSync(path))).toEqual([]), 10_000)
  /** Descriptors of this process for files in the folder, including deleted files (Linux only). */
  const openFiles = () => {
    if (process.platform !== 'linux') return []
    const all = readdirSync('/proc/self/fd').map((name) => join('/proc/self/fd', name))
    return all.filter((link) => targetOf(link).startsWith(folder))
  }

  it.each([0, 1, 65_536, 65_537, 1_000_000])('sends a file of %i bytes completely', async (bytes) => {
    write('a', bytes)
    const { answer } = await ask()
    const { body, isWhole } = await read(answer)
    expect([body.length, isWhole, answer.headers['content-length']]).toEqual([bytes, true, String(bytes)])
    expect(answer.headers['content-disposition']).toBe('attachment; filename=20240131_235958.csv')
    await areGone()
  })

  it('sends several as one archive', async () => {
    write('a', 100_000)
    write('b', 3)
    const { body, isWhole } = await read((await ask()).answer)
    const entries = Object.entries(unzipSync(body)).map(([name, content]) => [name, content.length])
    expect([isWhole, entries]).toEqual([
      true,
      [
        ['query_1.csv', 100_000],
        ['query_2.csv', 3],
      ],
    ])
    await areGone()
  })

  it.each([
    ['one file', ['a']],
    ['an archive', ['a', 'b']],
  ])('leaves no file, on disk or open, if the client of %s disconnects', async (_, names) => {
    for (const name of names) write(name, LARGE)
    const { call, answer } = await ask()
    await new Promise((first) => answer.once('readable', first))
    answer.once('error', () => undefined)
    call.destroy()
    await areGone()
    await vi.waitFor(() => expect(openFiles()).toEqual([]), 10_000)
  })

  it.runIf(process.platform === 'linux')('cuts the connection if a file becomes shorter while it is sent', async () => {
    write('a', LARGE)
    const { answer } = await ask()
    // the file has no name any more, but the descriptor still refers to it
    const [descriptor = ''] = openFiles()
    truncateSync(descriptor, LARGE / 2)
    const { body, isWhole } = await read(answer)
    expect(isWhole).toBe(false)
    expect(body.length).toBeLessThan(LARGE)
  })

  it('cuts the connection when a file of an archive cannot be read', async () => {
    write('a', 100_000)
    rmSync(write('b', 100_000))
    const { body, isWhole } = await read((await ask()).answer)
    expect(isWhole).toBe(false)
    expect(body.includes('query_1.csv')).toBe(true)
    await areGone()
  })

  it('responds with an error if there is nothing to send', async () => {
    rmSync(write('a', 1))
    expect((await ask()).answer.statusCode).toBe(500)
  })
})

/** The target of a descriptor; it may be closed between two calls. */
function targetOf(link: string): string {
  try {
    return readlinkSync(link)
  } catch {
    return ''
  }
}
