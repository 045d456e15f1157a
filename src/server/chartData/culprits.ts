import type { NormalQuery } from '../../engine/plan/normalQuery.ts'
import type { Culprit } from '../../model/errors/culprit.ts'
import { AppError } from '../../model/errors/errors.ts'
import { columnLabel, metricLabel } from '../../model/query/labels.ts'
import type { AdhocFilter } from '../../model/query/queryObject.ts'

/** A query with only one part, and the name of that part in the interface. */
interface Part {
  culprit: Culprit
  query: NormalQuery
}

/** Maximum number of parts to test; a typical chart has a dozen. */
const MOST_PARTS = 40

/** Errors of the whole result, not of a part of the query. */
const OF_THE_WHOLE = new Set(['BACKEND_TIMEOUT_ERROR', 'RESULT_TOO_LARGE_ERROR', 'TABLE_DOES_NOT_EXIST_ERROR'])

/**
 * Adds to the `extra` of an error the parts of the query that also fail on their own, so that a screen can name them
 * and mark their controls. `probe` asks the database to describe a query without running it. The error is not changed
 * if no part fails on its own, or if a part cannot be tested alone.
 */
export async function withCulprits(
  failure: unknown,
  query: NormalQuery,
  formData: unknown,
  probe: (part: NormalQuery) => Promise<unknown>,
): Promise<unknown> {
  if (!(failure instanceof AppError) || failure.status !== 400 || OF_THE_WHOLE.has(failure.code)) return failure
  const { whole, parts } = partsOf(query, formData)
  const culprits: Culprit[] = []
  for (const { culprit, query: part } of [{ culprit: null, query: whole }, ...parts.slice(0, MOST_PARTS)]) {
    const fault = await probe(part).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (fault === undefined) continue
    // the part alone is not the cause: everything that the query reads is broken, or a child process died
    if (culprit === null || !(fault instanceof AppError && fault.status === 400)) return failure
    culprits.push(culprit)
  }
  if (culprits.length === 0) return failure
  const { code, status, message, fields, extra, level } = failure
  return new AppError(code, status, message, { fields, level, extra: { ...extra, culprits }, cause: failure })
}

/** Each part of a query alone, and `whole`: a count over everything that they read. */
function partsOf(query: NormalQuery, formData: unknown): { whole: NormalQuery; parts: Part[] } {
  const bare: NormalQuery = {
    ...query,
    columns: [],
    metrics: null,
    filters: [],
    where: '',
    having: '',
    granularity: null,
    since: null,
    until: null,
    rankedRange: null,
    timeOffsets: [],
    isTimeseries: false,
    seriesColumns: [],
    seriesLimit: 0,
    seriesLimitMetric: null,
    orderby: [],
    isRowcount: false,
    postProcessing: [],
  }
  const counted: NormalQuery = {
    ...bare,
    metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows' }],
  }
  const metrics = [...(query.metrics ?? []), ...(query.seriesLimitMetric === null ? [] : [query.seriesLimitMetric])]
  const custom = customFilters(formData)
  const clause = (kind: 'where' | 'having', text: string): Part[] => {
    // the filters of the controls are joined into one text
    const own = custom.filter((filter) => filter.clause === kind.toUpperCase() && text.includes(filter.sql))
    const pieces = own.length > 0 ? own.map(({ sql }) => sql) : text === '' ? [] : [text]
    return pieces.map((sql) => ({ culprit: { kind, name: sql }, query: { ...counted, [kind]: sql } }))
  }
  const parts: Part[] = [
    ...query.columns.map((column) => ({
      culprit: { kind: 'column', name: columnLabel(column) } as const,
      query: { ...bare, columns: [column] },
    })),
    ...metrics.map((metric) => ({
      culprit: { kind: 'metric', name: metricLabel(metric) } as const,
      query: { ...bare, metrics: [metric] },
    })),
    ...query.filters.map((filter) => ({
      culprit: { kind: 'filter', name: columnLabel(filter.col) } as const,
      query: { ...counted, filters: [filter] },
    })),
    ...clause('where', query.where),
    ...clause('having', query.having),
  ]
  const names = parts.map(({ culprit }) => `${culprit.kind} ${culprit.name}`)
  return { whole: counted, parts: parts.filter((_part, index) => names.indexOf(names[index] ?? '') === index) }
}

/** Filters written as SQL, as stored in form data. */
function customFilters(formData: unknown): { clause: string; sql: string }[] {
  const { adhoc_filters: filters } = (formData ?? {}) as { adhoc_filters?: unknown }
  if (!Array.isArray(filters)) return []
  return (filters as Partial<AdhocFilter>[]).flatMap((filter) =>
    filter?.expressionType === 'SQL' && filter.sqlExpression && filter.clause
      ? [{ clause: filter.clause, sql: filter.sqlExpression }]
      : [],
  )
}
