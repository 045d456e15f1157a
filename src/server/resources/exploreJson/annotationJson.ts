import { z } from 'zod'
import { GenericType } from '../../../model/dataset/dataset.ts'
import { has } from '../../access/subject.ts'
import type { Resource } from '../../resource.ts'

const Params = z.object({ layerId: z.coerce.number().int() })

const types = {
  id: GenericType.numeric,
  start_dttm: GenericType.temporal,
  end_dttm: GenericType.temporal,
  layer_id: GenericType.numeric,
  short_descr: GenericType.string,
  long_descr: GenericType.string,
  json_metadata: GenericType.string,
} as const
type Column = keyof typeof types
const columns = Object.keys(types) as Column[]

/**
 * `/superset/annotation_json/{layer}`: the annotations of a layer in the format of a table chart, for programs that were
 * written for it. A layer that the user may not read is empty, as one that does not exist.
 */
export const annotationJson: Resource = (app, { db }) => {
  app.get(
    '/superset/annotation_json/:layerId',
    { config: { requires: 'can_annotation_json:Superset', errors: 'C' }, schema: { params: Params } },
    async ({ params, subject }) => {
      const { layerId } = params as z.output<typeof Params>
      const records = has(subject, 'can_read:Annotation')
        ? await db
            .selectFrom('annotations')
            .select(['id', 'start_dttm', 'end_dttm', 'layer_id', 'short_descr', 'long_descr', 'json_metadata'])
            .where('layer_id', '=', layerId)
            .orderBy('id')
            .execute()
        : []
      return {
        cache_key: null,
        cached_dttm: null,
        cache_timeout: null,
        errors: [],
        form_data: { layer_id: layerId, all_columns: columns },
        is_cached: false,
        query: '',
        from_dttm: null,
        to_dttm: null,
        status: 'success',
        stacktrace: null,
        rowcount: records.length,
        colnames: columns,
        coltypes: columns.map((column) => types[column]),
        data: { records, columns },
        applied_filters: [],
        rejected_filters: [],
      }
    },
  )
}
