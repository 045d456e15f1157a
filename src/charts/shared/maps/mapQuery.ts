import { columnLabel, metricLabel, uniqueBy } from '../../../model/query/labels.ts'
import type { QueryColumn, QueryFilter, QueryMetric, QueryObject } from '../../../model/query/queryObject.ts'
import { buildQueryObject } from '../query/buildQueryObject.ts'
import { areaColumns } from './areaFilter.ts'
import { readSpatial, spatialColumns } from './spatial.ts'

interface Parts {
  /** columns with places: rows with an empty one are left out, unless the form data says otherwise */
  places?: string[]
  /** a column with lines or areas: treated in the same way */
  shapes?: QueryColumn | undefined
  columns?: (QueryColumn | undefined)[]
  metrics?: (QueryMetric | undefined)[]
}

/** The query of a map layer: groups if it has metrics, otherwise plain rows. */
export function mapQuery(
  form: Record<string, unknown> & { filter_nulls: boolean; js_columns: QueryColumn[] },
  { places = [], shapes, columns = [], metrics = [] }: Parts,
): QueryObject {
  const { metrics: _metrics, columns: _columns, ...query } = buildQueryObject(form)
  const isGiven = <T>(value: T | undefined): value is T => value !== undefined
  const wanted = uniqueBy(metrics.filter(isGiven), metricLabel)
  const needed = uniqueBy([...places, ...(shapes === undefined ? [] : [shapes])], columnLabel)
  const nulls = form.filter_nulls ? needed.map((col): QueryFilter => ({ col, op: 'IS NOT NULL' })) : []
  return {
    ...query,
    columns: uniqueBy([...needed, ...columns.filter(isGiven), ...form.js_columns], columnLabel),
    // if there are more groups than the row limit, those with the largest values are used
    ...(wanted.length > 0 && { metrics: wanted, orderby: [[wanted[0]!, false]] }),
    filters: [...(query.filters ?? []), ...nulls],
  }
}

/**
 * The query of a map that combines weighted points. If there are more points than the row limit, and the map adds up
 * their weights, the database combines them into cells first.
 */
export function weightedQuery(
  form: Parameters<typeof mapQuery>[0] & { spatial?: unknown; size?: QueryMetric },
  { isSum }: { isSum: boolean },
): QueryObject {
  const query = mapQuery(form, { places: spatialColumns(readSpatial(form.spatial)), metrics: [form.size] })
  const degrees = isSum ? areaColumns(form.spatial) : undefined
  if (degrees === undefined) return query
  return { ...query, point_cells: { longitude: degrees[0], latitude: degrees[1], sums: true } }
}
