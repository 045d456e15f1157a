import { isValidAdhocMetric, withMetricLabel } from '../../../model/query/adhocMetric.ts'
import { metricLabel } from '../../../model/query/labels.ts'
import type { AdhocMetric, QueryMetric } from '../../../model/query/queryObject.ts'
import type { ExploreColumn } from '../../api/explore.ts'

export type MetricTab = 'saved' | 'simple' | 'sql'

/** What the metric editor holds: one of the three ways counts, the last one used. */
export interface MetricDraft {
  way: MetricTab
  saved: string | undefined
  column: string | undefined
  aggregate: string | undefined
  sql: string
  /** undefined: nobody gave it a label */
  label: string | undefined
  /** kept from the metric that is edited */
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

/** What the draft means; undefined while it says too little. */
export function metricOf(
  draft: MetricDraft,
  columns: readonly ExploreColumn[],
  optionName: string,
): QueryMetric | undefined {
  if (draft.way === 'saved') return draft.saved
  const column = columns.find(({ column_name }) => column_name === draft.column)
  // what is known of a column that the dataset has lost stays with the metric
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

/** Whether two metrics say the same; what they carry along (names of options, facts about columns) does not count. */
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

/** The title of the editor: the label it has, or would get. */
export function draftTitle(draft: MetricDraft, columns: readonly ExploreColumn[]): string | undefined {
  const metric = metricOf(draft, columns, '')
  return metric === undefined ? draft.label : metricLabel(metric)
}

/** The simple way as SQL, where Custom SQL starts from. */
export function simpleAsSql({ column, aggregate }: MetricDraft): string {
  if (!column) return ''
  const name = /^[a-z_][a-z0-9_]*$/.test(column) ? column : `"${column.replaceAll('"', '""')}"`
  if (!aggregate) return name
  return aggregate === 'COUNT_DISTINCT' ? `COUNT(DISTINCT ${name})` : `${aggregate}(${name})`
}

/** What Simple offers to do with a column. */
export const AGGREGATES = ['AVG', 'COUNT', 'COUNT_DISTINCT', 'MAX', 'MIN', 'SUM'] as const
