import { sql } from 'kysely'
import type { Db, Trx } from '../storage/schema.ts'
import { schemaGrant } from './subject.ts'

/** The names of the contract for grants to data. */
const grantNames = ['database_access', 'schema_access', 'datasource_access']

/** `can_read:Chart` -> name and view. A view may contain spaces, never a colon. */
export function pairOf(permission: string): [name: string, view: string] {
  const cut = permission.indexOf(':')
  return [permission.slice(0, cut), permission.slice(cut + 1)]
}

/** Gives every pair of this release an id. Pairs that no longer exist lose their id; all others keep theirs. */
export async function syncPermissionIds(trx: Trx, all: ReadonlySet<string>): Promise<void> {
  const stored = await storedPairs(trx)
  const missing = [...all].filter((permission) => !stored.has(permission))
  const gone = [...stored].filter(([permission]) => !all.has(permission))
  for (const [, id] of gone) await trx.deleteFrom('route_permissions').where('id', '=', id).execute()
  if (missing.length === 0) return
  const pairs = missing.map(pairOf)
  const names = await idsOf(trx, 'permission_names', [...pairs.map(([name]) => name), ...grantNames])
  const views = await idsOf(
    trx,
    'view_names',
    pairs.map(([, view]) => view),
  )
  await trx
    .insertInto('route_permissions')
    .values(pairs.map(([name, view]) => ({ permission_id: names.get(name) ?? 0, view_id: views.get(view) ?? 0 })))
    .execute()
}

/** The ids of the pairs of this release. */
async function storedPairs(db: Db | Trx): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('route_permissions')
    .innerJoin('permission_names', 'permission_names.id', 'route_permissions.permission_id')
    .innerJoin('view_names', 'view_names.id', 'route_permissions.view_id')
    .select(['route_permissions.id', 'permission_names.name as name', 'view_names.name as view'])
    .execute()
  return new Map(rows.map(({ id, name, view }) => [`${name}:${view}`, id]))
}

async function idsOf(
  trx: Trx,
  table: 'permission_names' | 'view_names',
  names: readonly string[],
): Promise<Map<string, number>> {
  await trx
    .insertInto(table)
    .values([...new Set(names)].map((name) => ({ name })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const rows = await trx.selectFrom(table).select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** A grant to data, as it is stored. */
export interface DataGrant {
  kind: 'database' | 'schema' | 'dataset'
  database_id: number | null
  schema: string | null
  dataset_id: number | null
}

/** The rights of a role: pairs of this release, and grants to data. */
export interface RoleRights {
  permissions: string[]
  grants: DataGrant[]
}

/** A pair as the contract's calls show it. */
export interface NamedPair {
  id: number
  permission_name: string
  view_menu_name: string
}

const grantKey = ({ kind, database_id: databaseId, schema, dataset_id: datasetId }: DataGrant) =>
  kind === 'dataset' ? `${datasetId}` : kind === 'database' ? `${databaseId}` : schemaGrant(databaseId ?? 0, schema)

/** Ids of pairs that grant data start at these offsets, as in the database view `permission_pairs`. */
const databaseOffset = 100_000_000
const datasetOffset = 200_000_000
const schemaOffset = 300_000_000

/** All pairs with their ids, as rights of a role. */
export interface PairIndex {
  byId(id: number): { permission: string } | { grant: DataGrant } | undefined
  /** The ids of rights. A grant on a schema without datasets has none. */
  idsOf(rights: RoleRights): number[]
}

/** Reads the pairs that exist now. */
export async function readPairs(db: Db | Trx): Promise<PairIndex> {
  const ids = await storedPairs(db)
  const names = new Map([...ids].map(([permission, id]) => [id, permission]))
  const databases = await db.selectFrom('databases').select('id').execute()
  const datasets = await db.selectFrom('datasets').select('id').execute()
  const schemas = await db
    .selectFrom('datasets')
    .select(['database_id', 'schema', sql<number>`min(id)`.as('first')])
    .where('schema', 'is not', null)
    .groupBy(['database_id', 'schema'])
    .execute()
  const grants = new Map<number, DataGrant>([
    ...databases.map(({ id }): [number, DataGrant] => [
      databaseOffset + id,
      { kind: 'database', database_id: id, schema: null, dataset_id: null },
    ]),
    ...datasets.map(({ id }): [number, DataGrant] => [
      datasetOffset + id,
      { kind: 'dataset', database_id: null, schema: null, dataset_id: id },
    ]),
    ...schemas.map(({ first, database_id, schema }): [number, DataGrant] => [
      schemaOffset + first,
      { kind: 'schema', database_id, schema, dataset_id: null },
    ]),
  ])
  const idOfGrant = new Map([...grants].map(([id, grant]) => [`${grant.kind} ${grantKey(grant)}`, id]))
  return {
    byId(id) {
      const permission = names.get(id)
      if (permission !== undefined) return { permission }
      const grant = grants.get(id)
      return grant && { grant }
    },
    idsOf: (rights) =>
      [
        ...rights.permissions.map((permission) => ids.get(permission)),
        ...rights.grants.map((grant) => idOfGrant.get(`${grant.kind} ${grantKey(grant)}`)),
      ].filter((id) => id !== undefined),
  }
}

/** The pairs with these ids and their names, by id. */
export async function namedPairs(db: Db | Trx, ids: readonly number[]): Promise<NamedPair[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('permission_pairs')
    .innerJoin('permission_names', 'permission_names.id', 'permission_pairs.permission_id')
    .innerJoin('view_menus', 'view_menus.id', 'permission_pairs.view_menu_id')
    .select(['permission_pairs.id', 'permission_names.name as permission_name', 'view_menus.name as view_menu_name'])
    .where('permission_pairs.id', 'in', [...ids])
    .orderBy('permission_pairs.id')
    .execute()
}
