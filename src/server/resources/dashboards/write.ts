import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DashboardCreate, DashboardUpdate } from '../../../model/dashboard/dashboard.ts'
import { metadataComplaints, normalSlug } from '../../../model/dashboard/dashboard.ts'
import { placedChartIds, type SavedMetadata, saveMetadata } from '../../../model/dashboardEdit/dashboardSave.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { parseObject } from '../../../model/wire/json.ts'
import type { Subject } from '../../access/subject.ts'
import { type Author, changed, created, lockRow, recordChange } from '../../entities/changes.ts'
import { savableTargets } from '../../entities/filterTargets.ts'
import {
  addRelated,
  checkOwners,
  maySetPeople,
  notFound,
  ownersOfNew,
  relations,
  setRelated,
  unprocessable,
} from '../../entities/owners.ts'
import { refuseWithReports } from '../../entities/reports.ts'
import { moveToTrash } from '../../entities/trash.ts'
import { recordReplaced } from '../../entities/versions.ts'
import type { Services } from '../../services.ts'
import type { Db, Row, RowUpdate } from '../../storage/schema.ts'

type Fields = Record<string, unknown>

/** Rejects metadata that may not be stored (400, like a body that does not match its schema). */
function checkMetadata(body: DashboardUpdate): void {
  const complaints = metadataComplaints(body.json_metadata)
  if (!complaints) return
  const fields = { json_metadata: complaints }
  throw new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, 'Arguments are not correct', { fields })
}

/**
 * Saves a new dashboard. The caller becomes its owner unless the body names others. Returns its id and the stored slug.
 */
export async function createDashboard(
  services: Services,
  subject: Subject,
  author: Author,
  body: DashboardCreate,
): Promise<{ id: number; slug: string | null }> {
  checkMetadata(body)
  // a long layout is read several times: other requests are handled in between
  await nextTurn()
  return services.db.transaction().execute(async (trx) => {
    const fields: Fields = {}
    const slug = body.slug == null ? null : normalSlug(body.slug)
    await checkSlug(trx, slug, undefined, fields)
    const owners = await ownersOfNew(trx, subject, body.owners, fields)
    if (Object.keys(fields).length === 0) await checkRoles(trx, body.roles, fields)
    if (Object.keys(fields).length > 0) throw unprocessable(fields)
    const saved = await savedMetadata(trx, services, subject, body.json_metadata)
    const { id } = await trx
      .insertInto('dashboards')
      .values({ ...created(author), ...columnsOf(body, slug), ...columnsOfSaved(saved) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addRelated(trx, relations.dashboardOwners, id, owners)
    await addRelated(trx, relations.dashboardRoles, id, body.roles ?? [])
    await addRelated(trx, relations.dashboardCharts, id, saved?.chartIds ?? [])
    await recordChange(trx, author, 'create', { kind: 'Dashboard', id })
    return { id, slug }
  })
}

/** Changes a dashboard. Fields that are not in the body are not changed. */
export async function updateDashboard(
  services: Services,
  subject: Subject,
  author: Author,
  id: number,
  body: DashboardUpdate,
  ifMatch: string | undefined,
): Promise<{ version: number; slug: string | null }> {
  await services.can(subject, 'write', { kind: 'Dashboard', id })
  const setsPeople = await maySetPeople(services, subject, { kind: 'Dashboard', id }, [
    [relations.dashboardOwners, body.owners],
    [relations.dashboardRoles, body.roles],
  ])
  checkMetadata(body)
  // a long layout is read several times: other requests are handled in between
  await nextTurn()
  return services.db.transaction().execute(async (trx) => {
    const dashboard = await lockRow(trx, 'dashboards', id, ifMatch)
    if (!dashboard) throw notFound()
    const fields: Fields = {}
    const slug = body.slug === undefined ? dashboard.slug : normalSlug(body.slug)
    await checkSlug(trx, slug, id, fields)
    const owners = setsPeople && body.owners && (await checkOwners(trx, subject, body.owners, fields))
    if (Object.keys(fields).length === 0) await checkRoles(trx, body.roles, fields)
    if (Object.keys(fields).length > 0) throw unprocessable(fields)
    const saved = await savedMetadata(trx, services, subject, body.json_metadata, dashboard)
    await nextTurn()
    await recordReplaced(trx, 'Dashboard', dashboard)
    await nextTurn()
    await trx
      .updateTable('dashboards')
      .set({ ...columnsOf(body, slug), ...columnsOfSaved(saved), ...changed(author) })
      .where('id', '=', id)
      .execute()
    if (owners) await setRelated(trx, relations.dashboardOwners, id, owners)
    if (setsPeople && body.roles) await setRelated(trx, relations.dashboardRoles, id, body.roles)
    if (saved?.chartIds) await setRelated(trx, relations.dashboardCharts, id, saved.chartIds)
    await recordChange(trx, author, 'update', { kind: 'Dashboard', id }, { fields: Object.keys(body) })
    return { version: dashboard.version + 1, slug }
  })
}

/** Deletes dashboards, all or none. Their charts are not deleted. */
export async function deleteDashboards(
  { db, can }: Services,
  subject: Subject,
  author: Author,
  ids: number[],
): Promise<void> {
  for (const id of ids) await can(subject, 'read', { kind: 'Dashboard', id })
  for (const id of ids) await can(subject, 'write', { kind: 'Dashboard', id })
  await db.transaction().execute(async (trx) => {
    await refuseWithReports(trx, 'dashboard_id', ids)
    await moveToTrash(trx, author, 'Dashboard', ids)
    await trx.deleteFrom('dashboards').where('id', 'in', ids).execute()
    await trx.deleteFrom('favourites').where('class_name', '=', 'Dashboard').where('obj_id', 'in', ids).execute()
    await trx.deleteFrom('key_values').where('resource', '=', 'filter_state').where('object_id', 'in', ids).execute()
    for (const id of ids) await recordChange(trx, author, 'delete', { kind: 'Dashboard', id })
  })
}

function columnsOf(body: DashboardUpdate, slug: string | null): RowUpdate<'dashboards'> {
  const { owners: _owners, roles: _roles, tags: _tags, json_metadata: _metadata, ...columns } = body
  const { slug: _slug, published, is_managed_externally, ...nullable } = columns
  return {
    ...nullable,
    slug,
    ...(published == null ? {} : { published }),
    ...(is_managed_externally == null ? {} : { is_managed_externally }),
  }
}

function columnsOfSaved(saved: SavedMetadata | undefined): RowUpdate<'dashboards'> {
  if (!saved) return {}
  const { chartIds: _chartIds, ...columns } = saved
  return columns
}

/**
 * The metadata of a request as it is stored. A chart is added to a dashboard, and a filter gets a dataset, only if the
 * caller may see it. What is already on the dashboard is kept, regardless of who saves.
 */
async function savedMetadata(
  db: Db,
  { access }: Services,
  subject: Subject,
  metadata: string | null | undefined,
  dashboard?: Row<'dashboards'>,
): Promise<SavedMetadata | undefined> {
  if (!metadata) return undefined
  const present = parseObject(dashboard?.json_metadata ?? null)
  const request = await savableTargets(db, subject, parseObject(metadata), present)
  await nextTurn()
  const positions = request['positions']
  const ids = typeof positions === 'object' && positions !== null ? placedChartIds(positions as Fields) : []
  const uuids = new Map<number, string>()
  if (ids.length > 0) {
    const visible = await db
      .selectFrom('charts')
      .select(['id', 'uuid'])
      .where('id', 'in', ids)
      .where(access.visible.charts(subject))
      .execute()
    const placed =
      dashboard === undefined
        ? []
        : await db
            .selectFrom('dashboard_charts')
            .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
            .select(['charts.id', 'charts.uuid'])
            .where('dashboard_id', '=', dashboard.id)
            .execute()
    for (const { id, uuid } of [...visible, ...placed]) if (ids.includes(id)) uuids.set(id, uuid)
  }
  return saveMetadata(request, uuids)
}

async function checkSlug(db: Db, slug: string | null, ownId: number | undefined, fields: Fields): Promise<void> {
  if (slug === null) return
  const taken = await db.selectFrom('dashboards').select('id').where('slug', '=', slug).executeTakeFirst()
  if (taken && taken.id !== ownId) fields['slug'] = ['Must be unique']
}

async function checkRoles(db: Db, asked: readonly number[] | null | undefined, fields: Fields): Promise<void> {
  const wanted = [...new Set(asked ?? [])]
  if (wanted.length === 0) return
  const known = await db.selectFrom('roles').select('id').where('id', 'in', wanted).execute()
  if (known.length < wanted.length) fields['roles'] = ['Some roles do not exist']
}
