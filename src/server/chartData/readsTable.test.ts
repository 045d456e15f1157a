import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../testing/app.ts'
import { readsTable } from './fromServices.ts'

let server: TestApp
let userId: number

beforeAll(async () => {
  server = await startApp()
  const { db, now } = server.services
  const stamp = { created_on: now(), changed_on: now() }
  await db
    .insertInto('databases')
    .values({ uuid: 'd', database_name: 'lake', backend: 'trino', sqlalchemy_uri: 'x', ...stamp })
    .execute()
  const { id } = await db
    .insertInto('datasets')
    .values({ uuid: 's', table_name: 'sales', schema: 'shop', catalog: 'hive', database_id: 1, ...stamp })
    .returning('id')
    .executeTakeFirstOrThrow()
  userId = await server.addUser('reader', ['Gamma'])
  await server.grant(userId, [{ datasetId: id }])
})
afterAll(() => server.close())

it.each([
  [{ catalog: 'hive', schema: 'shop', table_name: 'sales' }, true],
  // same name, but in another place
  [{ catalog: 'secret', schema: 'shop', table_name: 'sales' }, false],
  [{ catalog: null, schema: 'shop', table_name: 'sales' }, false],
  [{ catalog: 'hive', schema: 'hr', table_name: 'sales' }, false],
  [{ catalog: 'hive', schema: null, table_name: 'sales' }, false],
  [{ catalog: 'hive', schema: 'shop', table_name: 'pay' }, false],
])('a user of a dataset can read the partitions of its table: %o %s', async (place, expected) => {
  const { db, subjects } = server.services
  const known = await subjects.ofUser(userId)
  if (!known) throw new Error('the user is gone')
  expect(await readsTable(db, known.subject, 1, place)).toBe(expected)
})
