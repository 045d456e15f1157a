import { GenericType } from '../model/dataset/dataset.ts'
import type { ChartData, JsonCell } from '../model/query/chartData.ts'
import { columnLabel, isAdhocMetric, metricLabel } from '../model/query/labels.ts'
import type { QueryContext, QueryFilter, QueryMetric, QueryObject } from '../model/query/queryObject.ts'
import { type DrillInput, drillRequest } from './drillRequest.ts'
import type { DrillContext } from './shared/contract.ts'

/** Which values of a column cause a change between two marks. Plain arithmetic on sums by group. Pure. */

/** Columns with more values are not compared: most of them identify single rows. */
export const mostParts = 1000

export interface ExplainInput extends Pick<DrillInput, 'context' | 'datasource' | 'data'> {
  /** the mark that is explained */
  drill: DrillContext
  /** the mark that it is compared with */
  against: DrillContext
  metric: QueryMetric
}

/** Numeric columns with more values are measures, such as an amount: their values are not groups. */
export const mostNumbers = 50

/**
 * The columns by which a change can be broken down, without those of the mark and the metric, and without times.
 * Numbers are last.
 */
export function comparableColumns<T extends { name: string; type: GenericType }>(
  columns: readonly T[],
  { filters }: DrillContext,
  metric: QueryMetric,
): T[] {
  const measured = isAdhocMetric(metric) && metric.expressionType === 'SIMPLE' ? metric.column?.column_name : undefined
  const taken = new Set([...filters.map(({ col }) => columnLabel(col)), measured])
  const offered = columns.filter(({ name, type }) => !taken.has(name) && type !== GenericType.temporal)
  const isNumber = ({ type }: T) => type === GenericType.numeric
  return [...offered.filter((column) => !isNumber(column)), ...offered.filter(isNumber)]
}

/**
 * The point in time from which a change is measured: the previous one, or the one `compare_lag` points earlier.
 * `others` are the other points of the result.
 */
export function pointBefore(
  others: readonly QueryFilter[],
  { val }: QueryFilter,
  formData: Record<string, unknown>,
): QueryFilter | undefined {
  const lag = Math.max(1, Math.trunc(Number(formData['compare_lag'] ?? 1)) || 1)
  return earlierPoints(others, { val }).at(-lag)
}

/** The points in time before a given one, oldest first. */
export const earlierPoints = (points: readonly QueryFilter[], { val }: Pick<QueryFilter, 'val'>) =>
  points
    .filter((point) => point.val != null && Number(point.val) < Number(val))
    .toSorted((one, other) => Number(one.val) - Number(other.val))

/** Both marks grouped by a column: two queries, before and after. Without a column: their totals. */
export function explainContext({ metric, drill, against, ...input }: ExplainInput, column?: string): QueryContext {
  const side = (of: DrillContext): QueryObject => ({
    ...drillRequest({ ...input, drill: of }).query,
    columns: column === undefined ? [] : [column],
    metrics: [metric],
    orderby: [[metric, false]],
    row_limit: mostParts,
  })
  return { datasource: input.context.datasource, queries: [side(against), side(drill)] }
}

/** One value of a column at both marks; a missing group is 0. */
export interface Part {
  value: JsonCell
  before: number
  after: number
  change: number
}

export interface Contribution {
  /** the largest change first */
  parts: Part[]
  /** whether the parts sum to both totals, as they do for sums and counts */
  addsUp: boolean
  /**
   * How much the distribution of the change differs from that of the previous values: half the sum of |change - whole
   * change * previous share|. 0 if every part changed at the same rate.
   */
  unevenness: number
}

const numberOf = (value: JsonCell | undefined) => (typeof value === 'number' ? value : Number(value ?? 0) || 0)

/** The value of a metric in a result without groups. */
export const totalOf = (answer: ChartData | undefined, metric: QueryMetric): number =>
  numberOf(answer?.columns[answer.colnames.indexOf(metricLabel(metric))]?.[0])

/** Columns in this order: categories, numbers with few values, measures; within each, the most uneven change first. */
export function rankedColumns<T extends { column: { type: GenericType }; contribution: Contribution }>(
  found: readonly T[],
): T[] {
  const rankOf = ({ column, contribution: { parts } }: T) =>
    column.type === GenericType.numeric ? (parts.length > mostNumbers ? 2 : 1) : 0
  return found.toSorted(
    (one, other) => rankOf(one) - rankOf(other) || other.contribution.unevenness - one.contribution.unevenness,
  )
}

/** The changes of the values of a column; undefined if it has too many values. */
export function contributionOf(
  column: string,
  metric: QueryMetric,
  [before, after]: readonly ChartData[],
  whole: { before: number; after: number },
): Contribution | undefined {
  if (!before || !after || Math.max(before.rowcount, after.rowcount) >= mostParts) return undefined
  const sums = new Map<JsonCell, { before: number; after: number }>()
  const add = (answer: ChartData, side: 'before' | 'after') => {
    const values = answer.columns[answer.colnames.indexOf(columnLabel(column))] ?? []
    const numbers = answer.columns[answer.colnames.indexOf(metricLabel(metric))] ?? []
    values.forEach((value, row) => {
      const sum = sums.get(value) ?? { before: 0, after: 0 }
      sum[side] += numberOf(numbers[row])
      sums.set(value, sum)
    })
  }
  add(before, 'before')
  add(after, 'after')
  const parts = [...sums].map(([value, sum]): Part => ({ value, ...sum, change: sum.after - sum.before }))
  const change = whole.after - whole.before
  const total = (of: (part: Part) => number) => parts.reduce((sum, part) => sum + of(part), 0)
  const isClose = (one: number, other: number) => Math.abs(one - other) <= 1e-6 * Math.max(1, Math.abs(other))
  const share = (part: Part) => (whole.before === 0 ? 0 : part.before / whole.before)
  return {
    parts: parts.toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change)),
    addsUp:
      isClose(
        total((part) => part.before),
        whole.before,
      ) &&
      isClose(
        total((part) => part.after),
        whole.after,
      ),
    unevenness: total((part) => Math.abs(part.change - change * share(part))) / 2,
  }
}
