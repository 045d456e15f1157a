import type { TaggedObject, TaggedType } from '../../../model/dashboard/tag.ts'
import { visible } from '../../access/access.ts'
import type { Subject } from '../../access/subject.ts'
import { type Author, created, recordChange } from '../../entities/changes.ts'
import { chartUrl } from '../../entities/charts.ts'
import { dashboardUrl } from '../../entities/dashboards.ts'
import { notFound } from '../../entities/owners.ts'
import { findPeople, linkToPerson } from '../../entities/people.ts'
import type { Services } from '../../services.ts'
import type { Db, Trx } from '../../storage/schema.ts'

export interface Tagged {
  type: TaggedType
  id: number
}

interface Found {
  id: number
  name: string
  url: string
  changed_on: number
  created_by: number | null
}

/** Those of the objects that the user may see. */
async function visibleObjects(db: Db, subject: Subject, type: TaggedType, ids: number[]) {
  const wanted = [0, ...ids]
  switch (type) {
    case 'chart': {
      const rows = await db
        .selectFrom('charts')
        .select(['id', 'slice_name', 'changed_on', 'created_by'])
        .where('id', 'in', wanted)
        .where(visible.charts(subject))
        .execute()
      return rows.map((row): Found => ({ ...row, name: row.slice_name, url: chartUrl(row.id) }))
    }
    case 'dashboard': {
      const rows = await db
        .selectFrom('dashboards')
        .select(['id', 'slug', 'dashboard_title', 'changed_on', 'created_by'])
        .where('id', 'in', wanted)
        .where(visible.dashboards(subject))
        .execute()
      return rows.map((row): Found => ({ ...row, name: row.dashboard_title ?? '', url: dashboardUrl(row) }))
    }
    case 'dataset': {
      const rows = await db
        .selectFrom('datasets')
        .select(['id', 'table_name', 'changed_on', 'created_by'])
        .where('id', 'in', wanted)
        .where(visible.datasets(subject))
        .execute()
      return rows.map(
        (row): Found => ({
          ...row,
          name: row.table_name,
          url: `/explore/?datasource_type=table&datasource_id=${row.id}`,
        }),
      )
    }
    case 'query': {
      const rows = await db
        .selectFrom('saved_queries')
        .select(['id', 'label', 'changed_on', 'created_by'])
        .where('id', 'in', wanted)
        .where('created_by', '=', subject.user?.id ?? 0)
        .execute()
      return rows.map(
        (row): Found => ({ ...row, name: row.label ?? '', url: `/superset/sqllab/?savedQueryId=${row.id}` }),
      )
    }
  }
}

/** Throws unless the user may change the object (a query: see it). An object that is hidden counts as missing. */
export async function mayTag(services: Services, subject: Subject, { type, id }: Tagged): Promise<void> {
  if (type === 'query') return mustSee(services.db, subject, { type, id })
  const kinds = { chart: 'Chart', dashboard: 'Dashboard', dataset: 'Dataset' } as const
  await services.can(subject, 'write', { kind: kinds[type], id })
}

export async function mustSee(db: Db, subject: Subject, { type, id }: Tagged): Promise<void> {
  if ((await visibleObjects(db, subject, type, [id])).length === 0) throw notFound()
}

/** Ids of tags by name. Missing ones are created. */
async function tagIds(trx: Trx, author: Author, names: readonly string[]): Promise<number[]> {
  const wanted = [...new Set(names)]
  if (wanted.length === 0) return []
  for (const name of wanted) {
    const known = await trx.selectFrom('tags').select('id').where('name', '=', name).executeTakeFirst()
    if (known) continue
    const { id } = await trx
      .insertInto('tags')
      .values({ ...created(author), name })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChange(trx, author, 'create', { kind: 'Tag', id })
  }
  const rows = await trx.selectFrom('tags').select('id').where('name', 'in', wanted).execute()
  return rows.map(({ id }) => id)
}

/** Adds tags to an object. */
export async function addTags(trx: Trx, author: Author, { type, id }: Tagged, names: readonly string[]): Promise<void> {
  const ids = await tagIds(trx, author, names)
  if (ids.length === 0) return
  await trx
    .insertInto('tagged_objects')
    .values(ids.map((tagId) => ({ tag_id: tagId, object_type: type, object_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes tags from an object; the tags themselves stay. */
export async function removeTags(db: Db, { type, id }: Tagged, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await db
    .deleteFrom('tagged_objects')
    .where('object_type', '=', type)
    .where('object_id', '=', id)
    .where('tag_id', 'in', (eb) =>
      eb
        .selectFrom('tags')
        .select('id')
        .where('name', 'in', [...names]),
    )
    .execute()
}

/** All objects with a tag, visible or not. */
export async function objectsWithTag(db: Db, tagId: number): Promise<Tagged[]> {
  const rows = await db.selectFrom('tagged_objects').selectAll().where('tag_id', '=', tagId).execute()
  return rows.map(({ object_type: type, object_id: id }) => ({ type, id }))
}

/** Gives exactly these objects one tag. Objects that the user may not see keep it. */
export async function setObjects(trx: Trx, subject: Subject, tagId: number, objects: readonly Tagged[]): Promise<void> {
  const before = await objectsWithTag(trx, tagId)
  const isVisible = await visibility(trx, subject, before)
  const wanted = new Set(objects.map(({ type, id }) => `${type} ${id}`))
  for (const { type, id } of before) {
    if (wanted.has(`${type} ${id}`) || !isVisible({ type, id })) continue
    await trx
      .deleteFrom('tagged_objects')
      .where('tag_id', '=', tagId)
      .where('object_type', '=', type)
      .where('object_id', '=', id)
      .execute()
  }
  if (objects.length === 0) return
  await trx
    .insertInto('tagged_objects')
    .values(objects.map(({ type, id }) => ({ tag_id: tagId, object_type: type, object_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The objects with one of these tags (all tags without a choice) that the user may see, newest change first. */
export async function findTagged(
  db: Db,
  subject: Subject,
  { tagIds: ids, types }: { tagIds: readonly number[] | undefined; types: readonly TaggedType[] },
): Promise<TaggedObject[]> {
  let wanted = db.selectFrom('tagged_objects').select(['object_type', 'object_id']).distinct()
  if (ids) wanted = wanted.where('tag_id', 'in', [0, ...ids])
  const rows = await wanted.execute()
  const found: { type: TaggedType; row: Found }[] = []
  for (const type of types) {
    const objectIds = rows.filter((row) => row.object_type === type).map((row) => row.object_id)
    if (objectIds.length === 0) continue
    const seen = await visibleObjects(db, subject, type, objectIds)
    found.push(...seen.map((row) => ({ type, row })))
  }
  const people = await findPeople(
    db,
    found.map(({ row }) => row.created_by),
  )
  return found
    .sort((a, b) => b.row.changed_on - a.row.changed_on)
    .map(({ type, row: { id, name, url, changed_on, created_by } }) => ({
      id,
      type,
      name,
      url,
      changed_on,
      created_by,
      creator: linkToPerson(people, created_by),
    }))
}

/** Whether the user may see each of some objects. */
export async function visibility(
  db: Db,
  subject: Subject,
  objects: readonly Tagged[],
): Promise<(object: Tagged) => boolean> {
  const seen = new Set<string>()
  for (const type of ['query', 'chart', 'dashboard', 'dataset'] as const) {
    const ids = objects.filter((object) => object.type === type).map(({ id }) => id)
    if (ids.length === 0) continue
    for (const { id } of await visibleObjects(db, subject, type, ids)) seen.add(`${type} ${id}`)
  }
  return ({ type, id }) => seen.has(`${type} ${id}`)
}
