import { afterAll, beforeAll, describe, it } from 'vitest'
import type { TestApp } from '../../src/server/testing/app.ts'
import { freePort } from '../../src/server/testing/freePort.ts'
import { postgresPrograms, startPostgres, type TestPostgres } from '../../src/server/testing/postgres.ts'
import { hasShared } from '../../src/server/testing/shared.ts'
import { entryOf } from './decisions.ts'
import { startRecordedSite } from './recordedSite.ts'
import { nextId } from './replay.ts'
import { storyTeller } from './replaying.ts'
import { sqlLabOnPostgres } from './sqlLabPostgres.ts'

const isThere = postgresPrograms() !== undefined
if (!isThere && process.env['CI'] === 'true') throw new Error('PostgreSQL is not installed')

/** The rows that the recorded responses contain, and more rows so that the recorded sums and counts are right. */
const tables = `
  CREATE TABLE birth_names (ds timestamp, gender varchar(16), name varchar(255), num bigint, state varchar(10),
    num_boys bigint, num_girls bigint);
  INSERT INTO birth_names VALUES
    ('1965-01-01', 'boy', 'Aaron', 369, 'CA', 369, 0), ('1965-01-01', 'boy', 'Aaron', 314, 'other', 314, 0),
    ('1965-01-01', 'boy', 'Adam', 97, 'MA', 97, 0), ('1965-01-01', 'boy', 'Adam', 100, 'NJ', 100, 0),
    ('1965-01-01', 'boy', 'Adam', 449, 'NY', 449, 0), ('1965-01-01', 'girl', 'Zoe', 32546308, 'other', 0, 0),
    ('1966-01-01', 'boy', 'Zeno', 48132026, 'other', 0, 0);
  INSERT INTO birth_names SELECT '1966-01-01', 'boy', 'Zeno', 0, 'other', 0, 0 FROM generate_series(1, 39239);
  INSERT INTO birth_names SELECT '1966-01-01', 'girl', 'Zoe', 0, 'other', 0, 0 FROM generate_series(1, 36445);
  CREATE TABLE rec_upload (a text, b text);
  INSERT INTO rec_upload VALUES ('1', 'x'), ('2', 'y');`

describe.skipIf(!hasShared || !isThere)(
  'recorded calls of SQL Lab on PostgreSQL (needs ../shared and PostgreSQL)',
  () => {
    let server: TestApp
    let postgres: TestPostgres
    let tell: ReturnType<typeof storyTeller>
    let clientId = ''
    beforeAll(async () => {
      postgres = await startPostgres(await freePort())
      const url = await postgres.createDatabase()
      const { Client } = (await import('pg')).default
      const client = new Client({ connectionString: url })
      await client.connect()
      await client.query(tables)
      await client.end()
      server = await startRecordedSite({ SEXTANT_DATABASE_HOSTS: '127.0.0.1' })
      const { db } = server.services
      // the original's example tables were in PostgreSQL
      await db
        .updateTable('databases')
        .set({ is_embedded: false, sqlalchemy_uri: url, extra: JSON.stringify({ cost_estimate_enabled: true }) })
        .where('id', '=', 1)
        .execute()
      await nextId(server, 'databases', 8)
      const made = await server.app.inject({
        method: 'POST',
        url: '/api/v1/database/',
        headers: { authorization: `Bearer ${await server.token('admin')}` },
        payload: { database_name: 'scratch', sqlalchemy_uri: url, allow_ctas: true, allow_cvas: true, allow_dml: true },
      })
      if (made.statusCode !== 201) throw new Error(made.body)
      // the recorder replaced all client ids with one placeholder
      tell = storyTeller(server, (text) => text.replaceAll('"<client_id>"', `"${clientId}"`))
    }, 120_000)
    afterAll(async () => {
      await server?.close()
      await postgres?.stop()
    })

    for (const [folder, names] of sqlLabOnPostgres)
      it.each(names.map(entryOf))(`${folder}/%s`, (name, decision) => {
        clientId = name
        return tell(folder, name, decision)
      })
  },
)
