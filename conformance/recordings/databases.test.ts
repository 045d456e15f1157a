import { afterAll, beforeAll, describe, it } from 'vitest'
import type { TestApp } from '../../src/server/testing/app.ts'
import { freePort } from '../../src/server/testing/freePort.ts'
import { postgresPrograms, startPostgres, type TestPostgres } from '../../src/server/testing/postgres.ts'
import { hasShared } from '../../src/server/testing/shared.ts'
import { databases } from './databases.ts'
import { entryOf } from './decisions.ts'
import { startRecordedSite } from './recordedSite.ts'
import { storyTeller } from './replaying.ts'

const PORT = await freePort()
const isThere = postgresPrograms() !== undefined
if (!isThere && process.env['CI'] === 'true') throw new Error('PostgreSQL is not installed')

/** Replaces the recorder's server with the address of ours, with the password that the recordings omit. */
const address = (text: string) =>
  text
    .replaceAll('user:XXXXXXXXXX@host/', `pg:secret@127.0.0.1:${PORT}/`)
    .replaceAll('@host:5432', `@127.0.0.1:${PORT}`)
    .replaceAll('@host/', `@127.0.0.1:${PORT}/`)
    .replaceAll('@host:', '@127.0.0.1:')
    .replaceAll('"database":"8"', '"database":"1"')
    .replaceAll('"host":"host"', '"host":"127.0.0.1"')
    .replaceAll('"port":5432', `"port":${PORT}`)

describe.skipIf(!hasShared || !isThere)('recorded calls about connections (needs ../shared and PostgreSQL)', () => {
  let server: TestApp
  let postgres: TestPostgres
  let tell: ReturnType<typeof storyTeller>
  beforeAll(async () => {
    postgres = await startPostgres(PORT)
    const { Client } = (await import('pg')).default
    const client = new Client({ connectionString: postgres.url })
    await client.connect()
    await client.query("CREATE ROLE pg LOGIN PASSWORD 'secret'")
    await client.query('CREATE DATABASE examples OWNER pg')
    await client.end()
    server = await startRecordedSite({ SEXTANT_DATABASE_HOSTS: '127.0.0.1' })
    tell = storyTeller(server, address)
  }, 120_000)
  afterAll(async () => {
    await server?.close()
    await postgres?.stop()
  })

  for (const [folder, names] of databases)
    it.each(names.map(entryOf))(`${folder}/%s`, (name, decision) => tell(folder, name, decision))
})
