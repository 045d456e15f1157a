import { isValidAdhocMetric, withMetricLabel } from '../../../model/query/adhocMetric.ts'
import { columnSql } from '../../../model/query/filterSql.ts'
import { metricLabel } from '../../../model/query/labels.ts'
import type { AdhocMetric, QueryMetric } from '../../../model/query/queryObject.ts'
import type { ExploreColumn } from '../../api/explore.ts'

export type MetricTab = 'saved' | 'simple' | 'sql'

/** The state of the metric editor. Only the one of the three ways that was edited last is used. */
export interface MetricDraft {
  way: MetricTab
  saved: string | undefined
  column: string | undefined
  aggregate: string | undefined
  sql: string
  /** undefined: no custom label */
  label: string | undefined
  /** kept from the original metric */
  base: Partial<AdhocMetric>
}

export function metricDraft(metric: QueryMetric | undefined, hasSaved: boolean): MetricDraft {
  const empty = { saved: undefined, column: undefined, aggregate: undefined, sql: '', label: undefined, base: {} }
  if (metric === undefined) return { ...empty, way: hasSaved ? 'saved' : 'simple' }
  if (typeof metric === 'string') return { ...empty, way: 'saved', saved: metric }
  if (!('expressionType' in metric)) return { ...empty, way: 'saved', saved: metric.label }
  const label = metric.hasCustomLabel ? (metric.label ?? undefined) : undefined
  if (metric.expressionType === 'SQL') {
    return { ...empty, way: 'sql', sql: metric.sqlExpression ?? '', label, base: metric }
  }
  const column = metric.column?.column_name
  return { ...empty, way: 'simple', column, aggregate: metric.aggregate ?? undefined, label, base: metric }
}

/** The metric of the draft; undefined while it is incomplete. */
export function metricOf(
  draft: MetricDraft,
  columns: readonly ExploreColumn[],
  optionName: string,
): QueryMetric | undefined {
  if (draft.way === 'saved') return draft.saved
  const column = columns.find(({ column_name }) => column_name === draft.column)
  // if the dataset no longer has the column, its properties that are stored with the metric are kept
  const known = column ?? (draft.base.column?.column_name === draft.column ? draft.base.column : undefined)
  const metric: AdhocMetric = {
    ...draft.base,
    optionName: draft.base.optionName ?? optionName,
    ...(draft.way === 'sql'
      ? { expressionType: 'SQL', sqlExpression: draft.sql.trim(), column: null, aggregate: null }
      : {
          expressionType: 'SIMPLE',
          sqlExpression: null,
          column: known ? { ...known } : null,
          aggregate: draft.aggregate ?? null,
        }),
  }
  if (!isValidAdhocMetric(metric)) return undefined
  return withMetricLabel(metric, draft.label ?? '', column?.verbose_name)
}

/** Whether two metrics have the same meaning; additional properties (option names, column properties) are ignored. */
export function sameMetric(one: QueryMetric | undefined, other: QueryMetric | undefined): boolean {
  return JSON.stringify(substance(one)) === JSON.stringify(substance(other))
}

function substance(metric: QueryMetric | undefined): unknown {
  if (metric === undefined || typeof metric === 'string') return metric
  if (!('expressionType' in metric)) return metric.label
  const { expressionType, column, aggregate, sqlExpression, label, hasCustomLabel } = metric
  if (expressionType === 'SQL') return [sqlExpression?.trim(), label, Boolean(hasCustomLabel)]
  return [column?.column_name, aggregate, label, Boolean(hasCustomLabel)]
}

/** The title of the editor: the label of the metric, or its default. */
export function draftTitle(draft: MetricDraft, columns: readonly ExploreColumn[]): string | undefined {
  const metric = metricOf(draft, columns, '')
  return metric === undefined ? draft.label : metricLabel(metric)
}

/** The simple metric as SQL, the initial text of Custom SQL. */
export function simpleAsSql({ column, aggregate }: MetricDraft, columns: readonly ExploreColumn[]): string {
  if (!column) return ''
  const known = columns.find(({ column_name }) => column_name === column)
  const name = columnSql(column, known)
  if (!aggregate) return name
  return aggregate === 'COUNT_DISTINCT' ? `COUNT(DISTINCT ${name})` : `${aggregate}(${name})`
}

/** The aggregates that the tab Simple offers for a column. */
export const AGGREGATES = ['AVG', 'COUNT', 'COUNT_DISTINCT', 'MAX', 'MIN', 'SUM'] as const
