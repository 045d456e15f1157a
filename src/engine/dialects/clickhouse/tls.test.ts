import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type Server } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectionSpec } from '../../contracts.ts'
import { createEnginePool, type Pool } from '../../run/pool.ts'
import type { TestDatabase } from '../testing/engineUnderTest.ts'
import { evaluateRows } from '../testing/evaluate.ts'
import { failureOf } from '../testing/failure.ts'
import { clickhouseUnderTest } from '../testing/otherServers.ts'

const OPENSSL = 'openssl'
const hasOpenSsl = spawnSync(OPENSSL, ['version']).status === 0

describe.skipIf(!clickhouseUnderTest.isRunning || !hasOpenSsl)('an encrypted connection to ClickHouse', () => {
  let database: TestDatabase
  let pool: Pool
  let folder: string
  /** The test engine speaks plain HTTP: a proxy encrypts its connections, as in front of many servers. */
  let front: Server
  let port: number
  const certificates: Record<string, string> = {}

  beforeAll(async () => {
    database = await clickhouseUnderTest.open()
    pool = createEnginePool({ otherChildren: 8 })
    folder = mkdtempSync(join(tmpdir(), 'sextant-tls-'))
    const request = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'
    for (const name of ['own', 'other']) {
      const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.crt`)]
      const made = spawnSync(OPENSSL, [...request.split(' '), ...files])
      expect(made.status, String(made.stderr)).toBe(0)
      certificates[name] = readFileSync(join(folder, `${name}.crt`), 'utf8')
    }
    const { options: given } = database.connection as { options: Record<string, unknown> }
    const plain = Number(given['port'])
    const key = readFileSync(join(folder, 'own.key'))
    front = createServer({ key, cert: certificates.own }, (socket) => {
      const behind = connect(plain, '127.0.0.1')
      socket.pipe(behind).pipe(socket)
      for (const end of [socket, behind]) end.on('error', () => [socket, behind].forEach((each) => each.destroy()))
    })
    await new Promise<void>((done) => front.listen(0, '127.0.0.1', done))
    port = (front.address() as { port: number }).port
  })
  afterAll(async () => {
    await pool?.close()
    front?.close()
    await database?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const one = (more: object) => {
    const options = 'options' in database.connection ? (database.connection.options as object) : {}
    const connection: ConnectionSpec = {
      dialect: 'clickhouse',
      databaseId: 62,
      options: { ...options, host: 'localhost', port, encryption: true, ...more },
      dataVersion: JSON.stringify(more),
    }
    return evaluateRows(pool, 'SELECT 1 AS one', connection)
  }

  it('succeeds with a server whose certificate is trusted', async () => {
    expect(await one({ serverCertificate: certificates.own })).toEqual([{ one: 1 }])
  })

  it.each([
    ['of another authority', () => ({ serverCertificate: certificates.other }), 'localhost'],
    ['that nobody here knows', () => ({}), 'localhost'],
    ['of another name', () => ({ host: '127.0.0.1', serverCertificate: certificates.own }), '127.0.0.1'],
  ])('fails with a certificate %s', async (_, more, host) => {
    const failure = await failureOf(one(more()))
    expect(failure).toMatchObject({ status: 400, code: 'GENERIC_DB_ENGINE_ERROR' })
    expect(failure.message).toContain(`The certificate of "${host}" cannot be trusted: `)
  })
})
