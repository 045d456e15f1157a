import { columnLabel } from '../model/query/labels.ts'
import type { QueryColumn } from '../model/query/queryObject.ts'
import type { ChartAbout, ChartDatasource } from './shared/contract.ts'
import { list } from './shared/query/buildQueryObject.ts'

type Form = Readonly<Record<string, unknown>>

/** The columns that a dashboard's "Group by" filters add to the dimensions of its charts. */
export const addedColumns = (extra: Form | undefined): string[] =>
  list<unknown>(extra?.['interactive_groupby']).filter((column): column is string => typeof column === 'string')

/**
 * The fields of a chart's form data that change when columns are added as dimensions. Columns that the chart's dataset
 * lacks, and columns that are a dimension already, are not added. Empty for charts without a list of dimensions: a
 * number, a chart of raw rows, or a type with a fixed number of dimensions.
 */
export function addedGroups(
  { behaviors, dimensions, dimensionsPerQuery }: Pick<ChartAbout, 'behaviors' | 'dimensions' | 'dimensionsPerQuery'>,
  form: Form,
  columns: readonly string[],
  { columnTypes }: Pick<ChartDatasource, 'columnTypes'>,
): Record<string, QueryColumn[]> {
  // form data may contain dimensions of another type, which this one does not query
  if (!behaviors.includes('DRILL_BY') || form['query_mode'] === 'raw') return {}
  const fields = (dimensions ?? ['groupby']).filter((field) => Array.isArray(form[field]))
  const used = new Set([...fields, 'x_axis'].flatMap((field) => list<QueryColumn>(form[field]).map(columnLabel)))
  const added = [...new Set(columns)].filter((column) => columnTypes[column] !== undefined && !used.has(column))
  if (added.length === 0) return {}
  return Object.fromEntries(
    fields
      .slice(0, dimensionsPerQuery ? undefined : 1)
      .map((field) => [field, [...list<QueryColumn>(form[field]), ...added]]),
  )
}
