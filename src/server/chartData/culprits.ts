import type { NormalQuery } from '../../engine/plan/normalQuery.ts'
import type { Culprit } from '../../model/errors/culprit.ts'
import { AppError } from '../../model/errors/errors.ts'
import { columnLabel, metricLabel } from '../../model/query/labels.ts'
import type { AdhocFilter } from '../../model/query/queryObject.ts'

/** A query of one part alone, and what people call that part. */
interface Part {
  culprit: Culprit
  query: NormalQuery
}

/** How many parts are tried; what a person builds has a dozen. */
const MOST_PARTS = 40

/** Faults of the whole answer, not of a part of the question. */
const OF_THE_WHOLE = new Set(['BACKEND_TIMEOUT_ERROR', 'RESULT_TOO_LARGE_ERROR', 'TABLE_DOES_NOT_EXIST_ERROR'])

/**
 * The failure with the parts of the query in its `extra` that fail by themselves, too, so that a screen can name them and
 * mark their controls. `probe` asks the database to describe a query, without running it. The failure as it is where
 * no part is to blame, or one alone cannot be asked for.
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
    // what all parts read is broken, or a child died: that says nothing about the part, and nothing more is asked
    if (culprit === null || !(fault instanceof AppError && fault.status === 400)) return failure
    culprits.push(culprit)
  }
  if (culprits.length === 0) return failure
  const { code, status, message, fields, extra, level } = failure
  return new AppError(code, status, message, { fields, level, extra: { ...extra, culprits }, cause: failure })
}

/** Every part of a query alone, and `whole`: a count over what all of them read. */
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
    // the controls' filters are joined into one text
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

/** Filters that a person wrote as SQL, as form data keeps them. */
function customFilters(formData: unknown): { clause: string; sql: string }[] {
  const { adhoc_filters: filters } = (formData ?? {}) as { adhoc_filters?: unknown }
  if (!Array.isArray(filters)) return []
  return (filters as Partial<AdhocFilter>[]).flatMap((filter) =>
    filter?.expressionType === 'SQL' && filter.sqlExpression && filter.clause
      ? [{ clause: filter.clause, sql: filter.sqlExpression }]
      : [],
  )
}
