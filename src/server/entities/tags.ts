import { type SqlBool, sql } from 'kysely'
import { type ShownTag, type TaggedType, tagTypes } from '../../model/dashboard/tag.ts'
import type { Db, TableName } from '../storage/schema.ts'

/** The tags of objects by their ids, by name. */
export async function findTags(db: Db, type: TaggedType, ids: readonly number[]): Promise<Map<number, ShownTag[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('tagged_objects')
    .innerJoin('tags', 'tags.id', 'tagged_objects.tag_id')
    .select(['tagged_objects.object_id', 'tags.id', 'tags.name'])
    .where('object_type', '=', type)
    .where('object_id', 'in', [...ids])
    .orderBy('tags.name')
    .execute()
  const shown = rows.map(({ object_id: object, id, name }) => ({ object, tag: { id, name, type: tagTypes.custom } }))
  return new Map(
    [...Map.groupBy(shown, ({ object }) => object)].map(([id, found]) => [id, found.map(({ tag }) => tag)]),
  )
}

/** Condition: the object in the row has a tag with this name. */
export const hasTag = (type: TaggedType, table: TableName, name: unknown) =>
  sql<SqlBool>`exists (select 1 from tagged_objects join tags on tags.id = tagged_objects.tag_id
    where tagged_objects.object_type = ${type} and tagged_objects.object_id = ${sql.ref(`${table}.id`)}
      and tags.name = ${String(name)})`
