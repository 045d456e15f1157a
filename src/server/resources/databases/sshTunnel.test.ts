import { connect, createServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { InjectOptions } from 'fastify'
import ssh2 from 'ssh2'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { plainJob } from '../../../engine/run/testing/job.ts'
import { passwordMask } from '../../../model/database/connectionUri.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { freePort } from '../../testing/freePort.ts'
import { multipartForm } from '../../testing/multipart.ts'
import { postgresPrograms, startPostgres, type TestPostgres } from '../../testing/postgres.ts'
import { makeKeys, sshProgram, startSshServer, type TestKeys, type TestSshServer } from '../../testing/sshServer.ts'

/** Databases behind an SSH server: a real PostgreSQL behind a real OpenSSH. */

const PORT = await freePort()
const isThere = postgresPrograms() !== undefined && sshProgram() !== undefined
if (!isThere && process.env['CI'] === 'true') throw new Error('PostgreSQL or OpenSSH is not installed')
const dbPassword = 'canary-db-71c2'
const passphrase = 'canary-phrase-5b9e'
/** Limits of a query. Its timeout is longer than the test. */
const SLOW = { timeoutMs: 300_000, maxRows: 10, maxBytes: 1_000_000 }
const sshPassword = 'canary-ssh-90aa'

/** The address of the database. Its host name is resolved by the SSH server. */
const URI = `postgresql://reader:${dbPassword}@localhost:${PORT}/postgres`

describe.skipIf(!isThere)('SSH tunnels (need PostgreSQL and OpenSSH)', () => {
  let server: TestApp
  let postgres: TestPostgres
  let keys: TestKeys
  let sshd: TestSshServer
  let token: string
  let plainKey: string
  let lockedKey: string
  let foreignKey: string
  const servers: { close(): void }[] = []

  const call = (options: InjectOptions) =>
    server.app.inject({ ...options, headers: { authorization: `Bearer ${token}`, ...options.headers } })
  const post = (url: string, payload: object) => call({ method: 'POST', url, payload })
  const put = (url: string, payload: object) => call({ method: 'PUT', url, payload })
  const item = async (id: number) =>
    (await call({ method: 'GET', url: `/api/v1/database/${id}` })).json<{ result: Record<string, unknown> }>().result
  const test = (tunnel: object, uri = URI) =>
    post('/api/v1/database/test_connection/', { sqlalchemy_uri: uri, ssh_tunnel: tunnel })
  const tunnelTo = (more: object, port = sshd.port) => ({
    server_address: '127.0.0.1',
    server_port: port,
    username: sshd.username,
    ...more,
  })
  const create = async (more: object, port?: number) => {
    const body = { database_name: `tunnelled ${Math.random()}`, sqlalchemy_uri: URI, ssh_tunnel: tunnelTo(more, port) }
    const answer = await post('/api/v1/database/', body)
    expect(answer.statusCode, answer.body).toBe(201)
    return { id: answer.json<{ id: number }>().id, body: answer.body }
  }
  const tables = (id: number) =>
    call({ method: 'GET', url: `/api/v1/database/${id}/tables/?q=(force:!t,schema_name:shop)` })
  const firstError = (answer: { json(): unknown }) =>
    (answer.json() as { errors: { message: string; error_type: string; extra: object }[] }).errors[0]

  beforeAll(async () => {
    postgres = await startPostgres(PORT)
    const { Client } = (await import('pg')).default
    const client = new Client({ connectionString: postgres.url })
    await client.connect()
    await client.query(`CREATE ROLE reader LOGIN PASSWORD '${dbPassword}'; CREATE SCHEMA shop;
      CREATE TABLE shop.orders (id int); GRANT USAGE ON SCHEMA shop TO reader`)
    await client.end()
    keys = makeKeys()
    for (const name of ['host', 'otherHost']) keys.make(name)
    plainKey = keys.make('plain')
    lockedKey = keys.make('locked', passphrase)
    foreignKey = keys.make('foreign')
    sshd = await startSshd('host')
    server = await startApp({ SEXTANT_DATABASE_HOSTS: '127.0.0.1' })
    token = await server.token('admin')
  }, 120_000)

  afterAll(async () => {
    await server?.close()
    await sshd?.stop()
    await postgres?.stop()
    keys?.remove()
  })
  afterEach(() => {
    for (const other of servers.splice(0)) other.close()
  })

  const startSshd = async (hostKey: string, port?: number) =>
    startSshServer(keys, { port: port ?? (await freePort()), hostKey, accepts: ['plain', 'locked'] })

  /** An SSH server that accepts one password, and forwards to the requested address. */
  async function passwordServer(): Promise<number> {
    const port = await freePort()
    const other = new ssh2.Server({ hostKeys: [keys.make(`host${port}`)] }, (client) => {
      client.on('error', () => undefined)
      client.on(
        'authentication',
        (context: { method: string; password?: string; accept(): void; reject(of?: string[]): void }) => {
          if (context.method === 'password' && context.password === sshPassword) context.accept()
          else context.reject(['password'])
        },
      )
      client.on('ready', () =>
        client.on(
          'tcpip',
          (accept: () => Duplex, _reject: () => void, { destIP, destPort }: { destIP: string; destPort: number }) => {
            const channel = accept()
            const socket = connect(destPort, destIP)
            channel.on('error', () => socket.destroy())
            socket.on('error', () => channel.destroy())
            channel.pipe(socket).pipe(channel)
          },
        ),
      )
    })
    await new Promise<void>((done) => other.listen(port, '127.0.0.1', done))
    servers.push({ close: () => other.close(() => undefined) })
    return port
  }

  it('connect with a key, and with a key that has a password', async () => {
    expect((await test(tunnelTo({ private_key: plainKey }))).json()).toEqual({ message: 'OK' })
    const locked = { private_key: lockedKey, private_key_password: passphrase }
    expect((await test(tunnelTo(locked))).json()).toEqual({ message: 'OK' })
  })

  it('connect with a password', async () => {
    const port = await passwordServer()
    expect((await test(tunnelTo({ password: sshPassword }, port))).json()).toEqual({ message: 'OK' })
    const wrong = await test(tunnelTo({ password: 'wrong' }, port))
    expect([wrong.statusCode, firstError(wrong)?.error_type]).toEqual([422, 'CONNECTION_ACCESS_DENIED_ERROR'])
    expect(firstError(wrong)?.message).toContain('does not accept the user')
  })

  it.each([
    ['a foreign key', () => ({ private_key: foreignKey }), URI, 'does not accept the user'],
    ['a text that is no key', () => ({ private_key: 'nonsense' }), URI, 'This is not a private key for SSH.'],
    ['a locked key without its password', () => ({ private_key: lockedKey }), URI, 'a password for it may be missing'],
    [
      'a locked key with a wrong password',
      () => ({ private_key: lockedKey, private_key_password: 'x' }),
      URI,
      'its password may be wrong',
    ],
    [
      'a closed port of the database',
      () => ({ private_key: plainKey }),
      URI.replace(`:${PORT}/`, ':9/'),
      'cannot reach the database at "localhost", port 9',
    ],
    [
      'a wrong database',
      () => ({ private_key: plainKey }),
      URI.replace('/postgres', '/none'),
      'Unable to connect to database "none"',
    ],
    [
      'a closed port of the SSH server',
      () => ({ private_key: plainKey, server_port: 9 }),
      URI,
      'Port 9 on SSH host "127.0.0.1" refused',
    ],
    [
      'an unknown SSH server',
      () => ({ private_key: plainKey, server_address: 'no-such-host.invalid' }),
      URI,
      'cannot be resolved',
    ],
    [
      'an SSH server that is not allowed',
      () => ({ private_key: plainKey, server_address: '10.1.2.3' }),
      URI,
      'SEXTANT_DATABASE_HOSTS',
    ],
    ['no secret', () => ({}), URI, 'Must provide credentials for the SSH Tunnel'],
  ])('report what is wrong: %s', async (_, more, uri, message) => {
    const answer = await test(tunnelTo(more()), uri)
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain(message.replaceAll('"', '\\"'))
    for (const secret of [dbPassword, passphrase, 'BEGIN OPENSSH']) expect(answer.body).not.toContain(secret)
  })

  it('report that a server does not speak SSH, hangs or resets', async () => {
    const open = async (onSocket: (socket: Socket) => void) => {
      const port = await freePort()
      const other = createServer((socket) => {
        socket.on('error', () => undefined)
        onSocket(socket)
      })
      await new Promise<void>((done) => other.listen(port, '127.0.0.1', done))
      servers.push(other)
      return port
    }
    const ports = [
      await open((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
      await open((socket) => socket.resetAndDestroy()),
      await open(() => undefined),
    ]
    const answers = await Promise.all(ports.map((port) => test(tunnelTo({ private_key: plainKey }, port))))
    for (const answer of answers) {
      expect(answer.statusCode).toBe(422)
      expect(firstError(answer)?.message).toMatch(/^The SSH tunnel over "127\.0\.0\.1", port \d+, failed: /)
    }
  }, 60_000)

  it('are stored with masked secrets', async () => {
    const { id, body } = await create({ private_key: lockedKey, private_key_password: passphrase })
    const shown = await item(id)
    expect(shown['ssh_tunnel']).toEqual({
      id,
      server_address: '127.0.0.1',
      server_port: sshd.port,
      username: sshd.username,
      password: null,
      private_key: passwordMask,
      private_key_password: passwordMask,
    })
    for (const text of [body, JSON.stringify(shown)])
      for (const secret of [dbPassword, passphrase, 'BEGIN OPENSSH']) expect(text).not.toContain(secret)
    const { secrets, sqlalchemy_uri } = await server.services.db
      .selectFrom('databases')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(`${secrets?.toString()}${sqlalchemy_uri}`).not.toContain('BEGIN OPENSSH')
    expect((await tables(id)).json()).toMatchObject({ result: [{ value: 'orders' }] })
    // a form that sends the masks back changes nothing
    const same = { ssh_tunnel: tunnelTo({ private_key: passwordMask, private_key_password: passwordMask }) }
    expect((await put(`/api/v1/database/${id}`, same)).statusCode).toBe(200)
    expect((await tables(id)).statusCode).toBe(200)
  })

  it('never send a stored secret to another SSH server', async () => {
    const { id } = await create({ private_key: plainKey })
    const other = await startSshd('otherHost')
    try {
      const masked = tunnelTo({ private_key: passwordMask }, other.port)
      const own = tunnelTo({ private_key: plainKey }, other.port)
      const name = (await item(id))['database_name']
      const uri = URI.replace(dbPassword, passwordMask)
      for (const [tunnel, more] of [
        [masked, {}],
        [own, {}],
        [own, { sqlalchemy_uri: uri }],
      ] as const) {
        expect((await put(`/api/v1/database/${id}`, { ...more, ssh_tunnel: tunnel })).statusCode).toBe(422)
        const tried = await post('/api/v1/database/test_connection/', {
          sqlalchemy_uri: uri,
          database_name: name,
          ssh_tunnel: tunnel,
        })
        expect(tried.statusCode).toBe(422)
      }
      expect((await put(`/api/v1/database/${id}`, { sqlalchemy_uri: URI, ssh_tunnel: own })).statusCode).toBe(200)
    } finally {
      await other.stop()
    }
  })

  it('are opened again after the SSH server was lost', async () => {
    const { id } = await create({ private_key: plainKey })
    expect((await tables(id)).statusCode).toBe(200)
    await sshd.stop()
    const lost = await tables(id)
    expect(lost.statusCode).toBeGreaterThanOrEqual(400)
    expect(lost.body).toMatch(/SSH/)
    sshd = await startSshd('host', sshd.port)
    await expect.poll(async () => (await tables(id)).statusCode, { timeout: 10_000, interval: 500 }).toBe(200)
  }, 60_000)

  it('pass on that a query is cancelled, and report that they were lost while one was running', async () => {
    const { id } = await create({ private_key: plainKey })
    const connection = await server.services.connections.of(id, null)
    const run = (seconds: number, signal?: AbortSignal) =>
      server.services.engine.run(plainJob(connection, `SELECT pg_sleep(${seconds})`, { limits: SLOW }), signal).then(
        () => undefined,
        (error: unknown) => error,
      )
    const { Client } = (await import('pg')).default
    const client = new Client({ connectionString: postgres.url })
    await client.connect()
    const running = async (seconds: number) => {
      const text = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE $1`
      const { rows } = await client.query<{ n: number }>(text, [`%pg_sleep(${seconds})%`])
      return rows[0]?.n
    }
    const waiting = { timeout: 10_000, interval: 50 }
    try {
      const abort = new AbortController()
      const cancelled = run(601, abort.signal)
      await expect.poll(() => running(601), waiting).toBe(1)
      abort.abort()
      expect(await cancelled).toMatchObject({ status: 499 })
      await expect.poll(() => running(601), waiting).toBe(0)

      const lost = run(602)
      await expect.poll(() => running(602), waiting).toBe(1)
      await sshd.stop()
      expect(await lost).toMatchObject({
        code: 'CONNECTION_HOST_DOWN_ERROR',
        message: `The SSH tunnel over "127.0.0.1", port ${sshd.port}, was lost. Please try again.`,
      })
      sshd = await startSshd('host', sshd.port)
      await expect.poll(async () => (await tables(id)).statusCode, { timeout: 10_000, interval: 500 }).toBe(200)
    } finally {
      await client.end()
    }
  }, 80_000)

  it('refuse a server with another host key until its secret is entered again', async () => {
    const { id } = await create({ private_key: plainKey })
    const { port } = sshd
    await sshd.stop()
    sshd = await startSshd('otherHost', port)
    try {
      await expect
        .poll(async () => (await tables(id)).body, { timeout: 10_000, interval: 500 })
        .toContain('has another host key than before')
      const masked = { ssh_tunnel: tunnelTo({ private_key: passwordMask }) }
      expect((await put(`/api/v1/database/${id}`, masked)).body).toContain('has another host key')
      expect(
        (await put(`/api/v1/database/${id}`, { ssh_tunnel: tunnelTo({ private_key: plainKey }) })).statusCode,
      ).toBe(200)
      expect((await tables(id)).statusCode).toBe(200)
    } finally {
      await sshd.stop()
      sshd = await startSshd('host', port)
    }
  }, 60_000)

  it('are removed, and cannot be used where they are disabled', async () => {
    const { id } = await create({ private_key: plainKey })
    const remove = () => call({ method: 'DELETE', url: `/api/v1/database/${id}/ssh_tunnel/` })
    const { db, flags } = server.services
    const set = async (isOn: boolean | null) =>
      db.transaction().execute((trx) => flags.store(trx, { SSH_TUNNELING: isOn }))
    try {
      await set(false)
      expect([(await remove()).statusCode, (await remove()).json()]).toEqual([
        400,
        { message: 'SSH Tunneling is not enabled' },
      ])
      const off = await test(tunnelTo({ private_key: plainKey }))
      expect([off.statusCode, off.json()]).toEqual([400, { message: 'SSH Tunneling is not enabled' }])
    } finally {
      await set(null)
    }
    expect((await remove()).json()).toEqual({ message: 'OK' })
    expect((await remove()).statusCode).toBe(404)
    expect((await item(id))['ssh_tunnel']).toBeUndefined()
  })

  it('are exported without secrets, and imported with those of the request', async () => {
    const { services } = server
    const { id } = await create({ private_key: lockedKey, private_key_password: passphrase })
    const answer = await call({ method: 'GET', url: `/api/v1/database/export/?q=!(${id})` })
    const bundle = answer.rawPayload
    expect(bundle.toString('latin1')).not.toContain('BEGIN OPENSSH')
    await services.db.deleteFrom('databases').where('id', '=', id).execute()
    const importIt = async (secrets: object) => {
      const fields = Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, JSON.stringify(value)]))
      const form = await multipartForm({ overwrite: 'true', ...fields }, { formData: bundle })
      return call({ method: 'POST', url: '/api/v1/database/import/', ...form })
    }
    const [[file, complaint] = ['', undefined]] = Object.entries(firstError(await importIt({}))?.extra ?? {})
    expect(complaint).toEqual({
      _schema: [
        'Must provide a password for the database',
        'Must provide a private key for the ssh tunnel',
        'Must provide a private key password for the ssh tunnel',
      ],
    })
    const secrets = {
      passwords: { [file]: dbPassword },
      ssh_tunnel_private_keys: { [file]: lockedKey },
      ssh_tunnel_private_key_passwords: { [file]: passphrase },
    }
    expect((await importIt(secrets)).json()).toEqual({ message: 'OK' })
    const imported = await services.db
      .selectFrom('databases')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect((await tables(imported.id)).json()).toMatchObject({ result: [{ value: 'orders' }] })
    // once stored, secrets are not requested again
    expect((await importIt({})).json()).toEqual({ message: 'OK' })
    expect((await tables(imported.id)).statusCode).toBe(200)
  })
})
