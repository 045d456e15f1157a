import { sql } from 'kysely'
import { AppError } from '../../../model/errors/errors.ts'
import {
  AnnotationCreate,
  AnnotationLayerCreate,
  AnnotationLayerRow,
  AnnotationLayerUpdate,
  AnnotationRow,
  AnnotationUpdate,
  annotationTime,
} from '../../../model/query/annotation.ts'
import { declareResource } from '../../declared/declareResource.ts'
import { changeFields } from '../../declared/fields.ts'
import { formOf } from '../../declared/forms.ts'
import { anyContains } from '../../listing/filters.ts'

const path = '/api/v1/annotation_layer'
const containing = (...columns: string[]) => ({
  name: 'All Text',
  where: (value: unknown) =>
    anyContains(
      columns.map((column) => sql.ref(column)),
      value,
    ),
})

/** `/api/v1/annotation_layer`. Users who may read annotations see all layers. */
export const annotationLayers = declareResource({
  path,
  table: 'annotation_layers',
  kind: 'AnnotationLayer',
  view: 'Annotation',
  title: 'Annotation Layer',
  names: { one: 'annotation layer', many: 'annotation layers' },
  fields: {
    id: { type: 'integer' },
    name: {
      type: 'text',
      caseless: true,
      unique: 'Name must be unique',
      custom: { annotation_layer_all_text: containing('annotation_layers.name', 'annotation_layers.descr') },
    },
    descr: { type: 'text' },
    ...changeFields,
  },
  list: [
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
  show: ['id', 'name', 'descr'],
  order: [
    'name',
    'descr',
    'created_by.first_name',
    'changed_by.first_name',
    'changed_on',
    'changed_on_delta_humanized',
    'created_on',
  ],
  search: ['changed_by', 'created_by', 'descr', 'name'],
  related: ['created_by', 'changed_by'],
  row: AnnotationLayerRow,
  create: AnnotationLayerCreate,
  update: AnnotationLayerUpdate,
  answers: { update: { of: ({ id, body }) => ({ id, result: { ...body, layer: id } }) } },
  isDeletable: true,
  rules: {
    async remove(trx, ids) {
      const used = await trx.selectFrom('annotations').select('id').where('layer_id', 'in', ids).executeTakeFirst()
      if (used) throw new AppError('GENERIC_COMMAND_ERROR', 422, 'Annotation layer has associated annotations.')
    },
  },
  // the contract describes the forms of an annotation for layers as well
  forms: () => ({ add: formOf(AnnotationCreate), edit: formOf(AnnotationUpdate) }),
})

/** `/api/v1/annotation_layer/{layer}/annotation`: the annotations of one layer. */
export const annotations = declareResource({
  path: `${path}/:layer/annotation`,
  parent: {
    param: 'layer',
    column: 'layer_id',
    table: 'annotation_layers',
    missing: () => new AppError('GENERIC_COMMAND_ERROR', 400, 'Annotation layer not found.'),
  },
  table: 'annotations',
  kind: 'Annotation',
  view: 'Annotation',
  title: 'Annotation',
  names: { one: 'annotation', many: 'annotations' },
  isBare: true,
  fields: {
    id: { type: 'integer' },
    short_descr: {
      type: 'text',
      caseless: true,
      unique: 'Short description must be unique for this layer',
      custom: { annotation_all_text: containing('annotations.short_descr', 'annotations.long_descr') },
    },
    long_descr: { type: 'text' },
    start_dttm: { type: 'time' },
    end_dttm: { type: 'time' },
    json_metadata: { type: 'text' },
    layer: { type: 'toOne', column: 'layer_id', to: 'annotation_layers', columns: ['id', 'name'] },
    ...changeFields,
  },
  list: [
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
  show: ['id', 'short_descr', 'long_descr', 'start_dttm', 'end_dttm', 'json_metadata', 'layer.id', 'layer.name'],
  order: [
    'short_descr',
    'long_descr',
    'start_dttm',
    'end_dttm',
    'changed_by.first_name',
    'changed_on_delta_humanized',
    'created_by.first_name',
  ],
  search: ['short_descr', 'long_descr', 'start_dttm', 'end_dttm', 'json_metadata'],
  row: AnnotationRow,
  create: AnnotationCreate,
  update: AnnotationUpdate,
  answers: {
    create: { of: ({ id, body, parent }) => ({ id, result: { ...withHttpDates(body), layer: parent } }) },
    update: { of: ({ id, body, parent }) => ({ id, result: { ...withHttpDates(body), layer: parent } }) },
  },
  isDeletable: true,
  rules: {
    values: ({ start_dttm: start, end_dttm: end }) => ({
      ...(start === undefined ? {} : { start_dttm: annotationTime(start) ?? 0 }),
      ...(end === undefined ? {} : { end_dttm: annotationTime(end) ?? 0 }),
    }),
    check: (_db, { start_dttm: start = 0, end_dttm: end = 0 }) =>
      end < start ? { start_dttm: ['End date must be after start date'] } : {},
  },
})

/** The times of the body in the format of HTTP headers, as the contract returns them. */
function withHttpDates(body: AnnotationUpdate): AnnotationUpdate {
  const asHttp = (text: string) => new Date(annotationTime(text) ?? 0).toUTCString()
  const { start_dttm: start, end_dttm: end } = body
  return {
    ...body,
    ...(start === undefined ? {} : { start_dttm: asHttp(start) }),
    ...(end === undefined ? {} : { end_dttm: asHttp(end) }),
  }
}
