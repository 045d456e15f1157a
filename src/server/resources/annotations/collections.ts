import { type SqlBool, sql } from 'kysely'
import { isoTime } from '../../../model/wire/wireTime.ts'
import { findPeople } from '../../entities/people.ts'
import { changeFields, nameOrder } from '../../listing/changeFields.ts'
import type { Collection, LoadContext } from '../../listing/collection.ts'
import { anyContains } from '../../listing/filters.ts'

const layer = (name: string) => sql.ref(`annotation_layers.${name}`)
const annotation = (name: string) => sql.ref(`annotations.${name}`)
const firstName = (table: string, column: string) => sql.raw(nameOrder(table, column, 'first_name'))

/** Columns of one layer's answer. */
export const layerShowColumns = ['id', 'name', 'descr']

/** Lists of layers. Whoever may read annotations sees all of them. */
export const layerCollection: Collection = {
  table: 'annotation_layers',
  title: 'Annotation Layer',
  listColumns: [
    'id',
    'name',
    'descr',
    'created_by.first_name',
    'created_by.last_name',
    'changed_by.first_name',
    'changed_by.last_name',
    'changed_on',
    'changed_on_delta_humanized',
    'created_on',
  ],
  orderColumns: {
    name: sql`lower(annotation_layers.name)`,
    descr: layer('descr'),
    'created_by.first_name': firstName('annotation_layers', 'created_by'),
    'changed_by.first_name': firstName('annotation_layers', 'changed_by'),
    changed_on: layer('changed_on'),
    changed_on_delta_humanized: layer('changed_on'),
    created_on: layer('created_on'),
  },
  searchColumns: {
    changed_by: { type: 'toOne', column: layer('changed_by') },
    created_by: { type: 'toOne', column: layer('created_by') },
    descr: { type: 'text', column: layer('descr') },
    name: {
      type: 'text',
      column: layer('name'),
      custom: {
        annotation_layer_all_text: {
          name: 'All Text',
          where: (value) => anyContains([layer('name'), layer('descr')], value),
        },
      },
    },
  },
  visible: () => sql<SqlBool>`1 = 1`,
  load: loadLayers,
}

async function loadLayers(ids: number[], { db, now }: LoadContext) {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('annotation_layers').selectAll().where('id', 'in', ids).execute()
  const people = await findPeople(
    db,
    rows.flatMap((row) => [row.created_by, row.changed_by]),
  )
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...changeFields(row, people, now),
        id: row.id,
        name: row.name,
        descr: row.descr,
        changed_on: isoTime(row.changed_on),
        created_on: isoTime(row.created_on),
      },
    ]),
  )
}

/** Columns of one annotation's answer. */
export const annotationShowColumns = [
  'id',
  'short_descr',
  'long_descr',
  'start_dttm',
  'end_dttm',
  'json_metadata',
  'layer.id',
  'layer.name',
]

/** Lists of the annotations of one layer. */
export const annotationCollection = (layerId: number): Collection => ({
  table: 'annotations',
  title: 'Annotation',
  listColumns: [
    'id',
    'short_descr',
    'long_descr',
    'start_dttm',
    'end_dttm',
    'changed_by.id',
    'changed_by.first_name',
    'changed_on_delta_humanized',
    'created_by.id',
    'created_by.first_name',
  ],
  orderColumns: {
    short_descr: sql`lower(annotations.short_descr)`,
    long_descr: annotation('long_descr'),
    start_dttm: annotation('start_dttm'),
    end_dttm: annotation('end_dttm'),
    'changed_by.first_name': firstName('annotations', 'changed_by'),
    changed_on_delta_humanized: annotation('changed_on'),
    'created_by.first_name': firstName('annotations', 'created_by'),
  },
  searchColumns: {
    short_descr: {
      type: 'text',
      column: annotation('short_descr'),
      custom: {
        annotation_all_text: {
          name: 'All Text',
          where: (value) => anyContains([annotation('short_descr'), annotation('long_descr')], value),
        },
      },
    },
    long_descr: { type: 'text', column: annotation('long_descr') },
    start_dttm: { type: 'time', column: annotation('start_dttm') },
    end_dttm: { type: 'time', column: annotation('end_dttm') },
    json_metadata: { type: 'text', column: annotation('json_metadata') },
  },
  visible: () => sql<SqlBool>`annotations.layer_id = ${layerId}`,
  load: loadAnnotations,
})

async function loadAnnotations(ids: number[], { db, now }: LoadContext) {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('annotations')
    .innerJoin('annotation_layers', 'annotation_layers.id', 'annotations.layer_id')
    .selectAll('annotations')
    .select('annotation_layers.name as layer_name')
    .where('annotations.id', 'in', ids)
    .execute()
  const people = await findPeople(
    db,
    rows.flatMap((row) => [row.created_by, row.changed_by]),
  )
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...changeFields(row, people, now),
        id: row.id,
        short_descr: row.short_descr,
        long_descr: row.long_descr,
        start_dttm: isoTime(row.start_dttm),
        end_dttm: isoTime(row.end_dttm),
        json_metadata: row.json_metadata,
        layer: { id: row.layer_id, name: row.layer_name },
      },
    ]),
  )
}
