import { spawnSync } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allowedHosts, isHostEntry } from './addresses.ts'

describe('addresses that connections may reach', () => {
  const none = allowedHosts([])
  it.each(['93.184.216.34', '8.8.8.8', '2606:4700::1111'])('%s is public', (address) => {
    expect(none.allows('host', address)).toBe(true)
  })

  it.each([
    '127.0.0.1',
    '127.1.2.3',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::FFFF:169.254.169.254',
    '::ffff:7f00:1',
    '::ffff:0:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    '2001:0:1::',
    '::127.0.0.1',
    'fec0::1',
    'no address',
  ])('%s is not', (address) => {
    expect(none.allows('host', address)).toBe(false)
  })

  it('are extended by the setting', () => {
    expect(allowedHosts(['private']).allows('db', '10.0.0.1')).toBe(true)
    expect(allowedHosts(['private']).allows('db', '::ffff:127.0.0.1')).toBe(true)
    expect(allowedHosts(['private']).allows('db', '169.254.169.254')).toBe(false)
    expect(allowedHosts(['private']).allows('private', '169.254.169.254')).toBe(false)
    expect(allowedHosts(['10.1.0.0/16']).allows('db', '10.1.2.3')).toBe(true)
    expect(allowedHosts(['10.1.0.0/16']).allows('db', '10.2.2.3')).toBe(false)
    expect(allowedHosts(['db.internal']).allows('DB.internal.', '10.2.2.3')).toBe(true)
    expect(allowedHosts(['db.internal']).allows('other.internal', '10.2.2.3')).toBe(false)
    expect(allowedHosts(['169.254.1.1']).allows('db', '169.254.1.1')).toBe(true)
  })

  it.each([
    ['private', true],
    ['10.0.0.0/8', true],
    ['::1', true],
    ['fd00::/8', true],
    ['db-1.internal', true],
    ['10.0.0.0/99', false],
    ['a b', false],
    ['http://x', false],
    ['', false],
  ])('the entry %s can be read: %s', (entry, expected) => {
    expect(isHostEntry(entry)).toBe(expected)
  })
})

describe('the network guard of a child', () => {
  /** The result of a connection attempt in a guarded process. */
  const outcome = (entries: string[], code: string) => {
    const guard = join(import.meta.dirname, 'networkGuard.ts')
    const script = `
      import { guardSockets } from ${JSON.stringify(guard)}
      import net from 'node:net'
      import http from 'node:http'
      guardSockets(${JSON.stringify(entries)})
      const end = (text) => { process.stdout.write(text); process.exit(0) }
      const watch = (it) => it.on('connect', () => end('connected')).on('error', (error) => end(error.code))
      ${code}`
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      timeout: 20_000,
    })
    return run.stdout || run.stderr
  }

  it.each([
    ['a port and a host', (port: number) => `watch(net.connect(${port}, '127.0.0.1'))`],
    ['options', (port: number) => `watch(net.connect({ port: ${port}, host: '127.0.0.1' }))`],
    ['a name', (port: number) => `watch(net.connect({ port: ${port}, host: 'localhost' }))`],
    ['no host at all', (port: number) => `watch(net.connect(${port}))`],
    ['a socket', (port: number) => `watch(new net.Socket().connect(${port}, '127.0.0.1'))`],
    ['IPv6 clothes', (port: number) => `watch(net.connect(${port}, '::ffff:127.0.0.1'))`],
    [
      'a driver that looks names up itself',
      (port: number) =>
        `watch(net.connect({ port: ${port}, host: 'db.example.org', lookup: (h, o, told) => told(null, [{ address: '127.0.0.1', family: 4 }]) }))`,
    ],
    [
      'HTTP',
      (port: number) =>
        `http.get('http://localhost:${port}/').on('socket', watch).on('error', (error) => end(error.code))`,
    ],
  ])('works with %s', async (_, code) => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
    await new Promise((done) => server.once('listening', done))
    const { port } = server.address() as AddressInfo
    try {
      expect(outcome([], code(port))).toMatch(/^(EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/)
    } finally {
      server.close()
    }
  })

  it('allows listed addresses', async () => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
    await new Promise((done) => server.once('listening', done))
    const { port } = server.address() as AddressInfo
    // the parent blocks here, so the kernel's backlog accepts the connection
    try {
      expect(outcome(['127.0.0.1'], `watch(net.connect(${port}, '127.0.0.1'))`)).toBe('connected')
    } finally {
      server.close()
    }
  })
})
