import { AppError } from '../../../model/errors/errors.ts'
import {
  type AnnotationCreate,
  type AnnotationLayerFields,
  type AnnotationUpdate,
  annotationTime,
} from '../../../model/query/annotation.ts'
import { type Author, changed, created, recordChange } from '../../entities/changes.ts'
import { notFound, unprocessable } from '../../entities/owners.ts'
import type { Services } from '../../services.ts'
import type { Db, RowUpdate } from '../../storage/schema.ts'

type Store = Pick<Services, 'db'>

export async function createLayer({ db }: Store, author: Author, body: AnnotationLayerFields): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await refuseTakenName(trx, body.name)
    const { id } = await trx
      .insertInto('annotation_layers')
      .values({ ...created(author), name: body.name, descr: body.descr ?? null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChange(trx, author, 'create', { kind: 'AnnotationLayer', id })
    return id
  })
}

/** Changes a layer. Fields that the body does not have stay as they are. */
export async function updateLayer(
  { db }: Store,
  author: Author,
  id: number,
  body: Partial<AnnotationLayerFields>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await findLayer(trx, id)
    if (body.name !== undefined) await refuseTakenName(trx, body.name, id)
    await trx
      .updateTable('annotation_layers')
      .set({ ...changed(author), ...body })
      .where('id', '=', id)
      .execute()
    await recordChange(trx, author, 'update', { kind: 'AnnotationLayer', id })
  })
}

/** Deletes layers, all or none. One that still holds annotations stays. */
export async function deleteLayers({ db }: Store, author: Author, ids: readonly number[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const id of ids) await findLayer(trx, id)
    const used = await trx.selectFrom('annotations').select('id').where('layer_id', 'in', ids).executeTakeFirst()
    if (used) throw new AppError('GENERIC_COMMAND_ERROR', 422, 'Annotation layer has associated annotations.')
    await trx.deleteFrom('annotation_layers').where('id', 'in', ids).execute()
    for (const id of ids) await recordChange(trx, author, 'delete', { kind: 'AnnotationLayer', id })
  })
}

export async function createAnnotation(
  { db }: Store,
  author: Author,
  layerId: number,
  body: AnnotationCreate,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const layer = await trx.selectFrom('annotation_layers').select('id').where('id', '=', layerId).executeTakeFirst()
    if (!layer) throw new AppError('GENERIC_COMMAND_ERROR', 400, 'Annotation layer not found.')
    const values = {
      layer_id: layerId,
      short_descr: body.short_descr,
      long_descr: body.long_descr ?? null,
      json_metadata: body.json_metadata ?? null,
      start_dttm: annotationTime(body.start_dttm) ?? 0,
      end_dttm: annotationTime(body.end_dttm) ?? 0,
    }
    await refuseFaults(trx, values)
    const { id } = await trx
      .insertInto('annotations')
      .values({ ...created(author), ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChange(trx, author, 'create', { kind: 'Annotation', id })
    return id
  })
}

/** Changes an annotation of a layer. Fields that the body does not have stay as they are. */
export async function updateAnnotation(
  { db }: Store,
  author: Author,
  layerId: number,
  id: number,
  body: AnnotationUpdate,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const annotation = await trx
      .selectFrom('annotations')
      .selectAll()
      .where('id', '=', id)
      .where('layer_id', '=', layerId)
      .executeTakeFirst()
    if (!annotation) throw notFound()
    const { start_dttm: start, end_dttm: end, ...texts } = body
    const values: RowUpdate<'annotations'> = {
      ...texts,
      ...(start === undefined ? {} : { start_dttm: annotationTime(start) ?? 0 }),
      ...(end === undefined ? {} : { end_dttm: annotationTime(end) ?? 0 }),
    }
    await refuseFaults(trx, { ...annotation, ...values }, id)
    await trx
      .updateTable('annotations')
      .set({ ...changed(author), ...values })
      .where('id', '=', id)
      .execute()
    await recordChange(trx, author, 'update', { kind: 'Annotation', id })
  })
}

/** Deletes annotations of a layer, all or none. */
export async function deleteAnnotations(
  { db }: Store,
  author: Author,
  layerId: number,
  ids: readonly number[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('annotations')
      .select('id')
      .where('id', 'in', ids)
      .where('layer_id', '=', layerId)
      .execute()
    if (found.length < ids.length) throw notFound()
    await trx.deleteFrom('annotations').where('id', 'in', ids).execute()
    for (const id of ids) await recordChange(trx, author, 'delete', { kind: 'Annotation', id })
  })
}

async function findLayer(db: Db, id: number): Promise<void> {
  const layer = await db.selectFrom('annotation_layers').select('id').where('id', '=', id).executeTakeFirst()
  if (!layer) throw notFound()
}

async function refuseTakenName(db: Db, name: string, except = 0): Promise<void> {
  const other = await db
    .selectFrom('annotation_layers')
    .select('id')
    .where('name', '=', name)
    .where('id', '!=', except)
    .executeTakeFirst()
  if (other) throw unprocessable({ name: ['Name must be unique'] })
}

interface Dated {
  layer_id: number
  short_descr: string
  start_dttm: number
  end_dttm: number
}

async function refuseFaults(db: Db, { layer_id, short_descr, start_dttm, end_dttm }: Dated, except = 0): Promise<void> {
  const fields: Record<string, string[]> = {}
  const other = await db
    .selectFrom('annotations')
    .select('id')
    .where('layer_id', '=', layer_id)
    .where('short_descr', '=', short_descr)
    .where('id', '!=', except)
    .executeTakeFirst()
  if (other) fields.short_descr = ['Short description must be unique for this layer']
  if (end_dttm < start_dttm) fields.start_dttm = ['End date must be after start date']
  if (Object.keys(fields).length > 0) throw unprocessable(fields)
}
