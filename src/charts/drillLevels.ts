import { ownValue } from '../model/basics/ownValue.ts'
import type { ExtraFormData } from '../model/dashboard/dataMask.ts'
import { GenericType } from '../model/dataset/dataset.ts'
import { type Hierarchy, type Level, levelsBelow } from '../model/dataset/hierarchies.ts'
import { columnLabel, TIMESTAMP_LABEL } from '../model/query/labels.ts'
import type { QueryFilter } from '../model/query/queryObject.ts'
import { isRecord } from '../model/wire/json.ts'
import { queryContextOf } from './buildQueryContext.ts'
import { withFilters, withoutHaving } from './drillBy.ts'
import type { Step } from './drillSteps.ts'
import { openFormData } from './openFormData.ts'
import type { ChartAbout, ChartDatasource, DrillContext } from './shared/contract.ts'
import { list } from './shared/query/buildQueryObject.ts'

/**
 * Drilling down in place: a level of a hierarchy is replaced by the next one, for one of its values. The saved chart is
 * not changed. Pure, except that `levelStep` loads the chart's type.
 */

type Form = Record<string, unknown>

/** A move from a value of a level to a level below. */
export interface LevelMove {
  from: Level
  to: Level
  /** selects the rows of the value */
  filter: QueryFilter
  /** the value as the chart shows it */
  label: string
}

export interface LevelsInput {
  /** in the current format */
  formData: Form
  about: Pick<ChartAbout, 'behaviors' | 'dimensions'>
  /** of the mark */
  drill: DrillContext
  datasource: Pick<ChartDatasource, 'columnTypes'>
  hierarchies: readonly Hierarchy[]
  /** the filters and time settings that a dashboard adds to the query */
  extra: ExtraFormData
}

/** The moves that a mark offers to lower levels. `of` is the mark's filter on the level that is replaced. */
export function levelMoves(input: LevelsInput): (Omit<LevelMove, 'label'> & { of: QueryFilter })[] {
  const { formData, about, drill, datasource, hierarchies, extra } = input
  if (!about.behaviors.includes('DRILL_BY') || formData['query_mode'] === 'raw') return []
  return drill.filters.flatMap((of) => {
    const from = levelOf(of, formData, about, datasource, extra)
    if (from === undefined) return []
    const { op, val } = of
    const filter: QueryFilter = {
      col: from.column,
      op,
      ...(val !== undefined && { val }),
      ...(from.grain !== undefined && { grain: from.grain }),
    }
    return levelsBelow(from, hierarchies)
      .filter((to) => levelForm(formData, about, { from, to }, datasource) !== undefined)
      .map((to) => ({ from, to, filter, of }))
  })
}

/** The level whose value a filter of a mark selects; undefined if the filter is on an expression. */
function levelOf(
  { col, val, grain: own }: QueryFilter,
  formData: Form,
  about: LevelsInput['about'],
  { columnTypes }: LevelsInput['datasource'],
  extra: ExtraFormData,
): Level | undefined {
  const label = columnLabel(col)
  const grain = extra.time_grain_sqla ?? own ?? formData['time_grain_sqla']
  const replaced = extra.granularity_sqla ?? extra.granularity
  const isOldAxis = label === TIMESTAMP_LABEL
  const column = isOldAxis ? (replaced ?? formData['granularity_sqla']) : label
  if (typeof column !== 'string') return undefined
  if (!isOldAxis && fieldsOf(about).every((field) => !list(formData[field]).includes(column))) return undefined
  const isTime = ownValue(columnTypes, column) === GenericType.temporal
  if (!isTime) return { column }
  // rows without a time have no finer grain
  if (val == null) return undefined
  const isAxis = isOldAxis || formData['x_axis'] === column
  // a dashboard's time column replaces the column of the axis
  if (isAxis && !isOldAxis && replaced !== undefined && replaced !== column) return undefined
  // times that are not in buckets have no finer grain
  if (!isAxis && own === undefined) return undefined
  return { column, ...(typeof grain === 'string' && grain !== '' && { grain }) }
}

/** The fields of a type that can have a level. */
const fieldsOf = ({ dimensions = ['groupby'] }: Pick<ChartAbout, 'dimensions'>) => [
  ...new Set(['x_axis', ...dimensions]),
]

/** The form data after a move; undefined if the chart no longer has the level. */
export function levelForm(
  formData: Form,
  about: LevelsInput['about'],
  { from, to }: Pick<LevelMove, 'from' | 'to'>,
  { columnTypes }: LevelsInput['datasource'],
): Form | undefined {
  const { slice_id: _slice, ...form } = formData
  const fields = fieldsOf(about).filter((field) => list(form[field]).includes(from.column))
  const isOldAxis = fields.length === 0 && form['granularity_sqla'] === from.column
  if (fields.length === 0 && !isOldAxis) return undefined
  const isTime = ownValue(columnTypes, to.column) === GenericType.temporal
  const next: Form = {
    ...form,
    ...withoutHaving(form, 'adhoc_filters'),
    ...withoutHaving(form, 'adhoc_filters_b'),
    ...(to.grain !== undefined && { time_grain_sqla: to.grain }),
  }
  if (from.column === to.column) return next
  if (isOldAxis) return isTime ? { ...next, granularity_sqla: to.column } : undefined
  const dimensions = replaced(form, fieldsOf(about), from.column, to.column)
  if (dimensions === undefined) return undefined
  const lookup = form['temporal_columns_lookup']
  // other fields do not group times by a grain
  const isBucketed = fields.includes('x_axis') || dimensions['x_axis'] === to.column || isRecord(lookup)
  if (isTime && !isBucketed) return undefined
  return {
    ...next,
    ...dimensions,
    ...(isTime && { temporal_columns_lookup: { ...(isRecord(lookup) && lookup), [to.column]: true } }),
    ...(fields.includes('x_axis') && axisOf(form, from.column, to.column, isTime)),
  }
}

/**
 * The dimensions, with one column in place of another one. A query cannot have a column twice: if the new column is a
 * dimension already, the old one is removed. Undefined if this would empty a field that needs a column.
 */
function replaced(form: Form, fields: readonly string[], from: string, to: string): Form | undefined {
  const holders = fields.filter((field) => list(form[field]).includes(to))
  const single = fields.find((field) => form[field] === from)
  if (single !== undefined && holders.some((field) => !Array.isArray(form[field]))) return undefined
  const put = (value: unknown) => {
    if (!Array.isArray(value)) return value === from ? to : value
    // the field with a single column gets the new column, so lists must not contain it
    if (single !== undefined && holders.length > 0) return value.filter((each) => each !== to && each !== from)
    return holders.length > 0
      ? value.filter((each) => each !== from)
      : value.map((each: unknown) => (each === from ? to : each))
  }
  return Object.fromEntries(fields.flatMap((field) => (field in form ? [[field, put(form[field])]] : [])))
}

/** The fields of the x axis after a move. Values other than times are categories, including the missing value. */
function axisOf(form: Form, from: string, to: string, isTime: boolean): Form {
  const sort = form['x_axis_sort'] === from ? { x_axis_sort: to } : {}
  return isTime
    ? { ...sort, xAxisForceCategorical: false, x_axis_sort: undefined }
    : { ...sort, xAxisForceCategorical: true, keep_missing_x: true }
}

/** The chart after some moves, with its query; undefined if its type or one of the levels does not exist any more. */
export async function levelStep(
  formData: Form,
  moves: readonly LevelMove[],
  extra: ExtraFormData,
  datasource: ChartDatasource,
): Promise<Step | undefined> {
  const first = await openFormData(formData)
  if (!first) return undefined
  const { chart: about } = first
  let form: Form | undefined = first.formData
  for (const move of moves) form = form && levelForm(form, about, move, datasource)
  const next = form && (await openFormData(form))
  if (!next) return undefined
  const filtered = withFilters(
    extra,
    moves.map(({ filter }) => filter),
  )
  const { time_grain_sqla: _grain, ...ungrained } = filtered
  // the finer level takes precedence over the grain that a dashboard's filter selects
  const added = moves.some(({ to }) => to.grain !== undefined) ? ungrained : filtered
  const context = queryContextOf(next.query, { formData: next.formData, datasource, extraFormData: { ...added } })
  return { chart: next, context, extra: added, types: [about.type] }
}
