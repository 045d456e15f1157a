import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { keyOfName } from '../../model/geography/boundaryMap.ts'
import type { BoundaryFile } from '../boundaries/boundaryFile.ts'
import type { Db, Row } from '../storage/schema.ts'
import { type Author, changed, created, recordChange } from './changes.ts'
import { notFound, unprocessable } from './owners.ts'

type BoundaryMap = Row<'boundary_maps'>

/** The columns whose values come from the file. */
const columnsOf = ({ regions, codeProperty, nameProperty, isPlan, notes }: BoundaryFile, digest: string) => ({
  regions,
  code_property: codeProperty,
  name_property: nameProperty,
  is_plan: isPlan,
  notes: notes.join('\n'),
  digest,
})

export const digestOf = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

interface NewMap {
  name: string
  /** in the home folder; null: it was uploaded */
  file: string | null
  found: BoundaryFile
  digest: string
}

/** @throws AppError (422) if another map has the name, or one that results in the same key */
export async function createBoundaryMap(
  db: Db,
  author: Author,
  { name, file, found, digest }: NewMap,
): Promise<BoundaryMap> {
  const key = keyOfName(name)
  if (key === '') throw unprocessable({ name: ['A name needs a letter or a digit.'] })
  return db.transaction().execute(async (trx) => {
    const same = await trx
      .selectFrom('boundary_maps')
      .select('id')
      .where((where) => where.or([where('name', '=', name), where('key', '=', key)]))
      .executeTakeFirst()
    if (same) throw unprocessable({ name: [nameTaken] })
    const row = await trx
      .insertInto('boundary_maps')
      .values({ ...created(author), name, key, file, ...columnsOf(found, digest) })
      .returningAll()
      .executeTakeFirstOrThrow()
    await trx.insertInto('boundary_areas').values({ id: row.id, areas: found.areas }).execute()
    await recordChange(trx, author, 'create', { kind: 'BoundaryMap', id: row.id })
    return row
  })
}

export const nameTaken = 'Another map has this name.'

/** Replaces the areas of a map by those of another file. The map keeps its name and key. @throws AppError (404) */
export async function replaceAreas(
  db: Db,
  author: Author,
  id: number,
  { found, digest }: Pick<NewMap, 'found' | 'digest'>,
): Promise<BoundaryMap> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('boundary_maps')
      .set({ ...changed(author), ...columnsOf(found, digest) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw notFound()
    await trx.updateTable('boundary_areas').set({ areas: found.areas }).where('id', '=', id).execute()
    await recordChange(trx, author, 'update', { kind: 'BoundaryMap', id }, { fields: ['areas'] })
    return row
  })
}

/** The areas of a map, TopoJSON as text, and a tag that changes with them; undefined if there is no such map. */
export async function areasOfMap(db: Db, key: string): Promise<{ areas: string; tag: string } | undefined> {
  const row = await db
    .selectFrom('boundary_maps')
    .innerJoin('boundary_areas', 'boundary_areas.id', 'boundary_maps.id')
    .select(['boundary_areas.areas', 'boundary_maps.version', 'boundary_maps.uuid'])
    .where('boundary_maps.key', '=', key)
    .executeTakeFirst()
  return row && { areas: row.areas, tag: `"${row.uuid}-${row.version}"` }
}
