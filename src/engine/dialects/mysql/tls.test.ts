import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectionSpec } from '../../contracts.ts'
import { createEnginePool, type Pool } from '../../run/pool.ts'
import type { TestDatabase } from '../testing/engineUnderTest.ts'
import { evaluateRows } from '../testing/evaluate.ts'
import { failureOf } from '../testing/failure.ts'
import { mariadbUnderTest } from '../testing/otherServers.ts'

const OPENSSL = 'openssl'
const hasOpenSsl = spawnSync(OPENSSL, ['version']).status === 0

describe.skipIf(!mariadbUnderTest.isRunning || !hasOpenSsl)('an encrypted connection to MariaDB', () => {
  let database: TestDatabase
  let pool: Pool
  let folder: string
  /** The certificate of the server, which is self-signed for "localhost". */
  let own: string
  /** Another certificate for the same name. */
  let other: string

  beforeAll(async () => {
    database = await mariadbUnderTest.open()
    pool = createEnginePool({ otherChildren: 8 })
    const [found] = await database.execute('SELECT @@ssl_ca')
    own = readFileSync(String(found?.[0]), 'utf8')
    folder = mkdtempSync(join(tmpdir(), 'sextant-tls-'))
    const request = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'
    const files = ['-keyout', join(folder, 'other.key'), '-out', join(folder, 'other.crt')]
    const made = spawnSync(OPENSSL, [...request.split(' '), ...files])
    expect(made.status, String(made.stderr)).toBe(0)
    other = readFileSync(join(folder, 'other.crt'), 'utf8')
  })
  afterAll(async () => {
    await pool?.close()
    await database?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const connection = (more: object): ConnectionSpec => {
    const options = 'options' in database.connection ? (database.connection.options as object) : {}
    return {
      dialect: 'mysql',
      databaseId: 61,
      options: { ...options, host: 'localhost', ...more },
      dataVersion: JSON.stringify(more),
    }
  }
  const cipher = async (more: object) => {
    const rows = await evaluateRows(
      pool,
      `SELECT VARIABLE_VALUE AS cipher FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME = 'Ssl_cipher'`,
      connection(more),
    )
    return rows[0]?.cipher
  }
  const encrypted = expect.stringMatching(/^TLS_|^ECDHE/)

  it('succeeds if it is requested', async () => {
    expect(await cipher({})).toBe('')
    expect(await cipher({ encryption: true })).toEqual(encrypted)
  })

  it('succeeds with a server whose certificate is trusted, and with no other', async () => {
    expect(await cipher({ encryption: true, serverCertificate: own })).toEqual(encrypted)
    const wrong = await failureOf(cipher({ encryption: true, serverCertificate: other }))
    expect(wrong).toMatchObject({ status: 400, code: 'GENERIC_DB_ENGINE_ERROR' })
    expect(wrong.message).toMatch(/^The certificate of "localhost" cannot be trusted: /)
    // no authority of this machine has signed it
    const unknown = await failureOf(cipher({ encryption: true, query: { ssl_verify_cert: 'true' } }))
    expect(unknown.message).toMatch(/^The certificate of "localhost" cannot be trusted: /)
  })

  it('fails for a host name that the certificate does not have', async () => {
    const elsewhere = { encryption: true, host: '127.0.0.1', serverCertificate: own }
    const wrong = await failureOf(cipher(elsewhere))
    expect(wrong).toMatchObject({ status: 400, code: 'GENERIC_DB_ENGINE_ERROR' })
    expect(wrong.message).toMatch(/^The certificate of "127.0.0.1" cannot be trusted: .*127\.0\.0\.1/)
    expect(await cipher({ ...elsewhere, query: { ssl_verify_identity: 'false' } })).toEqual(encrypted)
  })
})
