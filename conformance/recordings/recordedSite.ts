import { join } from 'node:path'
import { sql } from 'kysely'
import { renumberDashboard } from '../../src/model/bundle/bundleIds.ts'
import { parseObject } from '../../src/model/wire/json.ts'
import { loadFolder } from '../../src/server/embedded/loadFolder.ts'
import { importBundle } from '../../src/server/importExport/importBundle.ts'
import type { Db } from '../../src/server/storage/schema.ts'
import { startApp, type TestApp } from '../../src/server/testing/app.ts'
import { exampleBundles, recording, sharedFolder } from '../../src/server/testing/shared.ts'

interface Ids {
  '2.1.3': {
    dashboards: Record<string, { uuid: string }>
    charts: Record<string, { uuid: string; name: string; viz_type: string }>
  }
}

/** Users of the recordings by id, with the roles that exist here. */
const users: [string, string[]][] = [
  ['alpha', ['Alpha']],
  ['alpha2', ['Alpha']],
  ['gamma', ['Gamma']],
  ['gamma_sqllab', ['Gamma', 'sql_lab']],
  ['gamma_no_csv', []],
]

/** The dataset `birth_names`, which the Gamma users may read. */
const birthNames = 5

/**
 * A server in the state in which the original was recorded: the six bundles, the same ids, users and grants. One
 * additional user without any data makes the calls that are rejected.
 */
export async function startRecordedSite(env: NodeJS.ProcessEnv = {}): Promise<TestApp> {
  // the original was recorded without thumbnails
  const server = await startApp({ SEXTANT_FLAGS: 'THUMBNAILS=false', ...env })
  const { db } = server.services
  const start = server.services.now()
  for (const [at, { path }] of exampleBundles().entries())
    await importBundle(server.services, path, { author: { userId: 1, now: start + at * 1000 } })
  await db.transaction().execute(async (trx) => renumberCharts(trx, recording<Ids>('ids.json')['2.1.3']))
  // Dashboard 3 was the last one changed on the original.
  await db
    .updateTable('dashboards')
    .set({ changed_on: start + 60_000 })
    .where('id', '=', 3)
    .execute()
  for (const [name, roles] of users) {
    const id = await server.addUser(name, roles)
    if (name === 'gamma_no_csv') await giveGammaWithoutFiles(db, id)
    if (name === 'gamma' || name === 'gamma_no_csv') await server.grant(id, [{ datasetId: birthNames }])
    if (name === 'gamma_sqllab') await server.grant(id, [{ databaseId: 1 }])
  }
  await db
    .updateTable('users')
    .set({ first_name: sql`upper(substr(username, 1, 1)) || substr(username, 2)`, last_name: 'User' })
    .execute()
  server.advance(120_000)
  return server
}

/** Loads the example tables that the original had. */
export async function loadRecordedTables({ services }: TestApp): Promise<void> {
  await loadFolder(services.tables, 1, join(sharedFolder, 'examples/tables'), (file) => {
    if ('error' in file) throw new Error(`${file.table}: ${file.error}`)
  })
}

/** Gives a user a role with the permissions of Gamma, except for downloading data as a file. */
async function giveGammaWithoutFiles(db: Db, userId: number): Promise<void> {
  const { id } = await db.insertInto('roles').values({ name: 'GammaNoCsv' }).returning('id').executeTakeFirstOrThrow()
  await sql`insert into role_permissions (role_id, permission)
    select ${id}, permission from role_permissions join roles on roles.id = role_id
    where name = 'Gamma' and permission <> 'can_csv:Superset'`.execute(db)
  await db.insertInto('user_roles').values({ user_id: userId, role_id: id }).execute()
}

/** Gives the charts the ids of the original, wherever an id is stored. */
async function renumberCharts(db: Db, ids: Ids['2.1.3']): Promise<void> {
  await sql`pragma defer_foreign_keys = on`.execute(db)
  const charts = await db.selectFrom('charts').select(['id', 'uuid']).execute()
  const wanted = new Map(Object.entries(ids.charts).map(([id, chart]) => [chart.uuid, { ...chart, id: Number(id) }]))
  const away = 1_000_000
  for (const step of [(id: number) => id + away, (id: number) => wanted.get(uuidOf(id - away))?.id ?? 0]) {
    const current = await db.selectFrom('charts').select('id').execute()
    for (const { id } of current) {
      await db
        .updateTable('charts')
        .set({ id: step(id) })
        .where('id', '=', id)
        .execute()
      await db
        .updateTable('chart_owners')
        .set({ chart_id: step(id) })
        .where('chart_id', '=', id)
        .execute()
      await db
        .updateTable('dashboard_charts')
        .set({ chart_id: step(id) })
        .where('chart_id', '=', id)
        .execute()
    }
  }
  const known = {
    charts: new Map([...wanted].map(([uuid, { id }]) => [uuid, id])),
    datasets: new Map<string, number>(),
  }
  for (const row of await db.selectFrom('dashboards').selectAll().execute()) {
    const { position, metadata } = renumberDashboard(
      { position: parseObject(row.position_json), metadata: parseObject(row.json_metadata) },
      known,
    )
    await db
      .updateTable('dashboards')
      .set({
        position_json: JSON.stringify(position),
        json_metadata: row.json_metadata === null ? null : JSON.stringify(metadata),
      })
      .where('id', '=', row.id)
      .execute()
  }
  for (const { id, name, viz_type } of wanted.values())
    await db.updateTable('charts').set({ slice_name: name, viz_type }).where('id', '=', id).execute()

  function uuidOf(id: number): string {
    return charts.find((chart) => chart.id === id)?.uuid ?? ''
  }
}
