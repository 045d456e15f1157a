import {
  FilterSetCreate,
  FilterSetDeleted,
  FilterSetList,
  FilterSetSaved,
  FilterSetUpdate,
} from '../../../model/dashboard/filterSet.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { parseObject } from '../../../model/wire/json.ts'
import { isoTime } from '../../../model/wire/wireTime.ts'
import type { Subject } from '../../access/subject.ts'
import { authorOf, recordChange } from '../../entities/changes.ts'
import { forbidden } from '../../entities/owners.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import type { Db, Row } from '../../storage/schema.ts'

const path = '/api/v1/dashboard/:id/filtersets'
const setParams = idParams.extend({ setId: idParams.shape.id })

const savedOf = (row: Row<'filter_sets'>): FilterSetSaved => ({
  id: row.id,
  name: row.name,
  description: row.description,
  dashboard_id: row.dashboard_id,
  owner_type: row.owner_type,
  owner_id: row.owner_id,
  params: parseObject(row.json_metadata),
})

/** The sets that the user may apply: those of the dashboard, and the user's own. */
const visibleSets = (db: Db, subject: Subject, dashboardId: number) =>
  db
    .selectFrom('filter_sets')
    .selectAll()
    .where('dashboard_id', '=', dashboardId)
    .where((eb) =>
      eb.or([
        eb('owner_type', '=', 'Dashboard'),
        eb.and([eb('owner_type', '=', 'User'), eb('owner_id', '=', subject.user?.id ?? 0)]),
      ]),
    )

/** `/api/v1/dashboard/{id}/filtersets`: named values of a dashboard's filters. */
export const filterSetRoutes: Resource = (app, services) => {
  const { db, now } = services

  app.get(
    path,
    { config: { requires: 'can_list:FilterSets', answer: FilterSetList }, schema: { params: idParams } },
    async ({ subject, params }) => {
      await mustSee(services, subject, params.id)
      const rows = await visibleSets(db, subject, params.id).orderBy('id').execute()
      return {
        count: rows.length,
        ids: rows.map(({ id }) => id),
        result: rows.map((row) => ({
          ...savedOf(row),
          changed_by_fk: row.changed_by,
          changed_on: isoTime(row.changed_on),
          created_by_fk: row.created_by,
          created_on: isoTime(row.created_on),
        })),
      }
    },
  )

  app.post(
    path,
    {
      config: { requires: 'can_add:FilterSets', answer: FilterSetSaved, statuses: [201] },
      schema: { params: idParams, body: FilterSetCreate },
    },
    async (request, reply) => {
      const { subject, params, body } = request
      await mustSee(services, subject, params.id)
      const ownerId = body.owner_type === 'Dashboard' ? params.id : (body.owner_id ?? 0)
      await mustOwn(services, subject, { owner_type: body.owner_type, owner_id: ownerId, dashboard_id: params.id })
      const author = authorOf(request, now())
      const row = await db.transaction().execute(async (trx) => {
        const made = await trx
          .insertInto('filter_sets')
          .values({
            dashboard_id: params.id,
            name: body.name,
            description: body.description ?? null,
            json_metadata: body.json_metadata,
            owner_type: body.owner_type,
            owner_id: ownerId,
            created_on: author.now,
            changed_on: author.now,
            created_by: author.userId,
            changed_by: author.userId,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        await recordChange(trx, author, 'create', { kind: 'FilterSet', id: made.id })
        return made
      })
      reply.code(201)
      return savedOf(row)
    },
  )

  app.put(
    `${path}/:setId`,
    {
      config: { requires: 'can_edit:FilterSets', answer: FilterSetSaved },
      schema: { params: setParams, body: FilterSetUpdate },
    },
    async (request, reply) => {
      const { subject, params, body } = request
      await mustSee(services, subject, params.id)
      const set = await findSet(db, subject, params)
      if (!set) return reply.code(404).send({})
      await mustOwn(services, subject, set)
      const { owner_type: ownerType, owner_id: _owner, ...columns } = body
      const given = ownerType ? { owner_type: ownerType, owner_id: params.id } : {}
      if (ownerType) await mustOwn(services, subject, { ...set, owner_type: ownerType })
      const author = authorOf(request, now())
      const row = await db.transaction().execute(async (trx) => {
        const changes = { ...columns, ...given, changed_on: author.now, changed_by: author.userId }
        const done = await trx
          .updateTable('filter_sets')
          .set(changes)
          .where('id', '=', set.id)
          .returningAll()
          .executeTakeFirst()
        await recordChange(trx, author, 'update', { kind: 'FilterSet', id: set.id }, { fields: Object.keys(body) })
        return done
      })
      return row ? savedOf(row) : reply.code(404).send({})
    },
  )

  app.delete(
    `${path}/:setId`,
    { config: { requires: 'can_delete:FilterSets', answer: FilterSetDeleted }, schema: { params: setParams } },
    async (request) => {
      const { subject, params } = request
      await mustSee(services, subject, params.id)
      const set = await findSet(db, subject, params)
      if (!set) return {}
      await mustOwn(services, subject, set)
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('filter_sets').where('id', '=', set.id).execute()
        await recordChange(trx, authorOf(request, now()), 'delete', { kind: 'FilterSet', id: set.id })
      })
      return { id: set.id }
    },
  )
}

async function mustSee({ can }: Services, subject: Subject, id: number): Promise<void> {
  await can(subject, 'read', { kind: 'Dashboard', id }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    throw new AppError('GENERIC_COMMAND_ERROR', 404, `dashboard '${id}' not found`)
  })
}

/** A set of the dashboard is changed by those who may change the dashboard; a user's set by that user. */
async function mustOwn(
  { can }: Services,
  subject: Subject,
  set: Pick<Row<'filter_sets'>, 'owner_type' | 'owner_id' | 'dashboard_id'>,
): Promise<void> {
  if (set.owner_type === 'Dashboard') await can(subject, 'write', { kind: 'Dashboard', id: set.dashboard_id })
  else if (set.owner_id !== subject.user?.id) throw forbidden()
}

const findSet = (db: Db, subject: Subject, { id, setId }: { id: number; setId: number }) =>
  visibleSets(db, subject, id).where('id', '=', setId).executeTakeFirst()
