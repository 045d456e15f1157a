import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectionSpec } from '../../contracts.ts'
import { createEnginePool, type Pool } from '../../run/pool.ts'
import type { TestDatabase } from '../testing/engineUnderTest.ts'
import { evaluateRows } from '../testing/evaluate.ts'
import { failureOf } from '../testing/failure.ts'
import { postgresqlUnderTest } from '../testing/postgresql.ts'

const OPENSSL = 'openssl'
const hasOpenSsl = spawnSync(OPENSSL, ['version']).status === 0

describe.skipIf(!postgresqlUnderTest.isRunning || !hasOpenSsl)('an encrypted connection to PostgreSQL', () => {
  let database: TestDatabase
  let pool: Pool
  let folder: string
  const certificate = (name: string) => join(folder, `${name}.crt`)

  beforeAll(async () => {
    database = await postgresqlUnderTest.open()
    pool = createEnginePool({ otherChildren: 8 })
    const [hba] = await database.execute('SHOW hba_file')
    const data = dirname(String(hba?.[0]))
    folder = mkdtempSync(join(tmpdir(), 'sextant-tls-'))
    for (const name of ['server', 'other']) {
      const request =
        'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'
      const files = ['-keyout', join(folder, `${name}.key`), '-out', certificate(name)]
      const made = spawnSync(OPENSSL, [...request.split(' '), ...files])
      expect(made.status, String(made.stderr)).toBe(0)
    }
    // the server runs as another user, who must be able to read the files
    const { uid, gid } = statSync(data)
    for (const file of [folder, join(folder, 'server.key'), certificate('server')]) chownSync(file, uid, gid)
    await database.execute(`ALTER SYSTEM SET ssl_cert_file = '${certificate('server')}'`)
    await database.execute(`ALTER SYSTEM SET ssl_key_file = '${join(folder, 'server.key')}'`)
    await database.execute('ALTER SYSTEM SET ssl = on')
    await database.execute('SELECT pg_reload_conf()')
  })
  afterAll(async () => {
    await pool?.close()
    for (const name of ['ssl', 'ssl_cert_file', 'ssl_key_file']) await database?.execute(`ALTER SYSTEM RESET ${name}`)
    await database?.execute('SELECT pg_reload_conf()')
    await database?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const connection = (more: object): ConnectionSpec => {
    const own = 'options' in database.connection ? (database.connection.options as object) : {}
    const options = { ...own, host: 'localhost', ...more }
    return { dialect: 'postgresql', databaseId: 60, options, dataVersion: JSON.stringify(more) }
  }
  const isEncrypted = async (more: object) =>
    evaluateRows(pool, 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()', connection(more))

  it.each([
    [{}, false],
    [{ encryption: true }, true],
    [{ query: { sslmode: 'require' } }, true],
  ])('is used if it is requested: %j', async (more, ssl) => {
    expect(await isEncrypted(more)).toEqual([{ ssl }])
  })

  it('checks the certificate if that is requested', async () => {
    const own = readFileSync(certificate('server'), 'utf8')
    const other = readFileSync(certificate('other'), 'utf8')
    for (const sslmode of ['require', 'verify-ca', 'verify-full']) {
      const query = { sslmode }
      expect(await isEncrypted({ query, serverCertificate: own })).toEqual([{ ssl: true }])
      const failure = await failureOf(isEncrypted({ query, serverCertificate: other }))
      expect(failure).toMatchObject({ status: 400, code: 'GENERIC_DB_ENGINE_ERROR' })
      expect(failure.message).toMatch(/^The certificate of "localhost" cannot be trusted: /)
    }
    const failure = await failureOf(isEncrypted({ query: { sslmode: 'verify-full' } }))
    expect(failure.message).toMatch(/certificate/)
  })

  it('checks the host name only with full verification', async () => {
    const serverCertificate = readFileSync(certificate('server'), 'utf8')
    const at = (sslmode: string) => ({ host: '127.0.0.1', query: { sslmode }, serverCertificate })
    expect(await isEncrypted(at('verify-ca'))).toEqual([{ ssl: true }])
    expect(await failureOf(isEncrypted(at('verify-full')))).toMatchObject({ code: 'GENERIC_DB_ENGINE_ERROR' })
  })
})
