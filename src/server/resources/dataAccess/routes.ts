import { z } from 'zod'
import { type AccessRole, type DataAccess, DataAccessAnswer, DataAccessForm } from '../../../model/people/dataAccess.ts'
import { text } from '../../../model/wire/fields.ts'
import { visible } from '../../access/access.ts'
import { refusePublicByKey } from '../../access/publicRole.ts'
import type { Subject } from '../../access/subject.ts'
import { rightsChanged } from '../../access/subjects.ts'
import { authorOf, recordChange } from '../../entities/changes.ts'
import { forbidden, notFound, unprocessable } from '../../entities/owners.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { Resource } from '../../resource.ts'
import type { Db, Trx } from '../../storage/schema.ts'

const path = '/api/v1/security/data_access/:kind/:id'
const params = z.object({ kind: z.enum(['dataset', 'database']), id: idParams.shape.id })
const query = z.object({ schema: text(1, 250).optional() })

/** The object of a grant: a dataset, a whole database, or one of its schemas. */
interface Target {
  kind: 'dataset' | 'schema' | 'database'
  databaseId: number
  schema: string | null
  datasetId: number | null
}

/** Who may read the data of a dataset, a schema or a database: the grants of roles, listed by object. */
export const dataAccessRoutes: Resource = (app, { db, now }) => {
  app.get(
    path,
    { config: { requires: 'can_get:Role', answer: DataAccessAnswer }, schema: { params, querystring: query } },
    async (request) => {
      const { kind, id } = request.params
      return { result: await describeAccess(db, await findTarget(db, request.subject, kind, id, request.query.schema)) }
    },
  )

  app.put(
    path,
    {
      config: { requires: 'can_put:Role', answer: DataAccessAnswer },
      schema: { params, querystring: query, body: DataAccessForm },
    },
    async (request) => {
      if (!request.subject.isAdmin) throw forbidden()
      const { kind, id } = request.params
      const target = await findTarget(db, request.subject, kind, id, request.query.schema)
      const author = authorOf(request, now())
      await db.transaction().execute(async (trx) => {
        const wanted = [...new Set(request.body.roles)]
        const known = await trx
          .selectFrom('roles')
          .select(['id', 'name'])
          .where('id', 'in', [0, ...wanted])
          .execute()
        if (known.length < wanted.length) throw unprocessable({ roles: ['One or more roles do not exist'] })
        const before = await ownGrants(trx, target)
        for (const { id: grantId, role_id } of before)
          if (!wanted.includes(role_id)) await trx.deleteFrom('data_grants').where('id', '=', grantId).execute()
        const missing = wanted.filter((roleId) => !before.some(({ role_id }) => role_id === roleId))
        const added = known.filter(({ id: roleId }) => missing.includes(roleId))
        refusePublicByKey(request.subject, ...added.map(({ name }) => name))
        if (missing.length > 0)
          await trx
            .insertInto('data_grants')
            .values(missing.map((roleId) => ({ role_id: roleId, ...storedOf(target) })))
            .execute()
        const object = { kind: target.kind === 'dataset' ? 'Dataset' : 'Database', id }
        const details = { schema: target.schema, before: before.map(({ role_id }) => role_id), after: wanted }
        await recordChange(trx, author, 'grants', object, details)
        await rightsChanged(trx)
      })
      return { result: await describeAccess(db, target) }
    },
  )
}

/** The object, as far as the subject may see it. */
async function findTarget(
  db: Db,
  subject: Subject,
  kind: 'dataset' | 'database',
  id: number,
  schema?: string,
): Promise<Target> {
  if (kind === 'dataset') {
    const dataset = await db
      .selectFrom('datasets')
      .select(['database_id', 'schema'])
      .where('id', '=', id)
      .where(visible.datasets(subject))
      .executeTakeFirst()
    if (!dataset) throw notFound()
    return { kind, databaseId: dataset.database_id, schema: dataset.schema, datasetId: id }
  }
  const database = await db
    .selectFrom('databases')
    .select('id')
    .where('id', '=', id)
    .where(visible.databases(subject))
    .executeTakeFirst()
  if (!database) throw notFound()
  return { kind: schema === undefined ? 'database' : 'schema', databaseId: id, schema: schema ?? null, datasetId: null }
}

const storedOf = ({ kind, databaseId, schema, datasetId }: Target) => ({
  kind,
  database_id: kind === 'dataset' ? null : databaseId,
  schema: kind === 'schema' ? schema : null,
  dataset_id: datasetId,
})

/** The grants on exactly this object. */
function ownGrants(db: Db | Trx, target: Target) {
  const { kind, database_id, schema, dataset_id } = storedOf(target)
  let grants = db.selectFrom('data_grants').select(['id', 'role_id']).where('kind', '=', kind)
  if (dataset_id !== null) grants = grants.where('dataset_id', '=', dataset_id)
  if (database_id !== null) grants = grants.where('database_id', '=', database_id)
  if (schema !== null) grants = grants.where('schema', '=', schema)
  return grants.execute()
}

const everything = ['all_datasource_access:all_datasource_access', 'all_database_access:all_database_access']

async function describeAccess(db: Db, target: Target): Promise<DataAccess> {
  const all = await db.selectFrom('roles').select(['id', 'name']).orderBy('name').execute()
  const own = (await ownGrants(db, target)).map(({ role_id }) => role_id)
  const larger = await db
    .selectFrom('data_grants')
    .select(['role_id', 'kind', 'schema'])
    .where('database_id', '=', target.databaseId)
    .execute()
  const ofEverything = await db
    .selectFrom('role_permissions')
    .select('role_id')
    .where('permission', 'in', everything)
    .execute()

  function by({ id, name }: { id: number; name: string }): AccessRole['by'] | undefined {
    if (own.includes(id)) return 'own'
    if (name === 'Admin' || ofEverything.some(({ role_id }) => role_id === id)) return 'all'
    const held = larger.filter(({ role_id }) => role_id === id)
    if (target.kind !== 'database' && held.some(({ kind }) => kind === 'database')) return 'database'
    const isInSchema = held.some(({ kind, schema }) => kind === 'schema' && schema === target.schema)
    return target.kind === 'dataset' && isInSchema ? 'schema' : undefined
  }
  const roles = all.flatMap((role) => {
    const reason = by(role)
    return reason === undefined ? [] : [{ ...role, by: reason }]
  })
  return { roles, others: all.filter(({ id }) => !own.includes(id)) }
}
