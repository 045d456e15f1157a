import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { passwordOf } from './testing/app.ts'
import { startProcess } from './testing/process.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sextant-stop-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

describe('a stop signal', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('%s ends an idle server, with exit code 0', async (signal) => {
    const server = await startProcess(home, undefined)
    expect((await fetch(`${server.address}/health/ready`)).status).toBe(200)
    expect(await server.end(signal)).toBe(0)
  })

  it('lets a running request finish, and accepts no new ones', async () => {
    const server = await startProcess(home, undefined)
    const { hostname, port } = new URL(server.address)
    const body = JSON.stringify({ username: 'admin', password: passwordOf('admin'), provider: 'db' })
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.write(
      `POST /api/v1/security/login HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${body.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n${body.slice(0, 10)}`,
    )
    // status 100 shows that the server has started processing the request
    await vi.waitFor(() => expect(answer).toMatch(/^HTTP\/1\.1 100 /), 10_000)
    answer = ''
    const ended = server.end('SIGTERM')
    const asked = () => fetch(`${server.address}/health`, { headers: { connection: 'close' } })
    await vi.waitFor(() => expect(asked()).rejects.toThrow(), 10_000)
    socket.write(body.slice(10))
    expect(await ended).toBe(0)
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toContain('access_token')
  })

  it('loses nothing: the next start finds the account unchanged', async () => {
    const first = await startProcess(home, undefined)
    await first.end('SIGTERM')
    const second = await startProcess(home, undefined)
    const answer = await fetch(`${second.address}/api/v1/security/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: passwordOf('admin'), provider: 'db' }),
    })
    expect(answer.status).toBe(200)
    await second.end('SIGTERM')
  })

  it('leaves no files that other users can read, in a readable home folder', async () => {
    chmodSync(home, 0o755)
    const server = await startProcess(home, undefined)
    const open = () => readdirSync(home).filter((name) => (statSync(join(home, name)).mode & 0o077) !== 0)
    expect(readdirSync(home)).toContain('metadata.sqlite')
    expect(open()).toEqual([])
    await server.end('SIGTERM')
    expect(open()).toEqual([])
  })
})
