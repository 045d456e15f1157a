import { createHash } from 'node:crypto'
import { z } from 'zod'
import { GenericType } from '../../../model/dataset/dataset.ts'
import { startOfDay, wallClock } from '../../../model/time/wallClock.ts'
import { isoTime } from '../../../model/wire/wireTime.ts'
import { has } from '../../access/subject.ts'
import type { Resource } from '../../resource.ts'

const Params = z.object({ layerId: z.coerce.number().int() })

const types = {
  created_on: GenericType.temporal,
  changed_on: GenericType.temporal,
  id: GenericType.numeric,
  start_dttm: GenericType.temporal,
  end_dttm: GenericType.temporal,
  layer_id: GenericType.numeric,
  short_descr: GenericType.string,
  long_descr: GenericType.string,
  json_metadata: GenericType.string,
  created_by_fk: GenericType.numeric,
  changed_by_fk: GenericType.numeric,
} as const
type Column = keyof typeof types
const columns = Object.keys(types) as Column[]

/** The contract names a filter by the hash of its JSON text: sorted keys, and blanks after commas and colons. */
const filterName = (layerId: number) =>
  createHash('md5')
    .update(
      `{"clause": "WHERE", "comparator": ${layerId}, "expressionType": "SIMPLE", "operator": "==", "subject": "layer_id"}`,
    )
    .digest('hex')

/**
 * `/superset/annotation_json/{layer}`: the annotations of a layer in the format of a table chart, for programs that
 * were written for it. A layer that the user may not read is empty, like one that does not exist.
 */
export const annotationJson: Resource = (app, { db, now, config }) => {
  app.get(
    '/superset/annotation_json/:layerId',
    { config: { requires: 'can_annotation_json:Superset', errors: 'C' }, schema: { params: Params } },
    async ({ params, subject }) => {
      const { layerId } = params as z.output<typeof Params>
      const rows = has(subject, 'can_read:Annotation')
        ? await db.selectFrom('annotations').selectAll().where('layer_id', '=', layerId).orderBy('id').execute()
        : []
      const records = rows.map(
        (row): Record<Column, unknown> => ({
          created_on: isoTime(row.created_on),
          changed_on: isoTime(row.changed_on),
          id: row.id,
          start_dttm: isoTime(row.start_dttm),
          end_dttm: isoTime(row.end_dttm),
          layer_id: row.layer_id,
          short_descr: row.short_descr,
          long_descr: row.long_descr,
          json_metadata: row.json_metadata,
          created_by_fk: row.created_by,
          changed_by_fk: row.changed_by,
        }),
      )
      return {
        cache_key: null,
        cached_dttm: null,
        cache_timeout: 0,
        errors: [],
        form_data: {
          layer_id: layerId,
          all_columns: columns,
          adhoc_filters: [
            {
              clause: 'WHERE',
              expressionType: 'SIMPLE',
              comparator: layerId,
              operator: '==',
              subject: 'layer_id',
              filterOptionName: filterName(layerId),
            },
          ],
          applied_time_extras: {},
          where: '',
          having: '',
          having_filters: [],
          filters: [{ col: 'layer_id', op: '==', val: layerId }],
        },
        is_cached: false,
        query: '',
        from_dttm: null,
        to_dttm: isoTime(startOfDay(wallClock(now(), config.timeZone))),
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
