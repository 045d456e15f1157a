import type { Gate } from '../../engine/gate/gate.ts'
import { normaliseQuery, type RowLimits } from '../../engine/plan/normalise.ts'
import type { NormalQuery } from '../../engine/plan/normalQuery.ts'
import type { Dataset } from '../../model/dataset/dataset.ts'
import type { QueryContext, QueryObject, ResultType } from '../../model/query/queryObject.ts'
import { isTimeZone, type QueryZone } from '../../model/time/timeZone.ts'
import { wallClock } from '../../model/time/wallClock.ts'
import { parseObject } from '../../model/wire/json.ts'
import type { Subject } from '../access/subject.ts'
import { dataRequest } from './askedDataset.ts'
import type { ChartDataDependencies } from './dependencies.ts'
import type { RequestOptions } from './queryAnswer.ts'

/** A query of a request. */
export interface Asking {
  query: QueryObject
  context: QueryContext
  subject: Subject
  options: RequestOptions
  gate: Gate
}

export const resultTypeOf = ({ query, context }: Asking): ResultType =>
  query.result_type ?? context.result_type ?? 'full'

/** The time zones of a query; null: neither the request, nor its dashboard, nor its reader chose one. */
export async function zoneOf(
  deps: Pick<ChartDataDependencies, 'timeZone'>,
  { query, context, options }: Asking,
  dataset: Dataset,
): Promise<QueryZone | null> {
  if (options.inDataZone) return null
  const { dashboardId = null } = options.data ?? dataRequest(context.form_data)
  const view = query.time_zone ?? (await options.reads.viewZone(dashboardId))
  return view === null ? null : { view, data: dataZone(dataset) ?? deps.timeZone }
}

/** Applies the settings of the request and of this server to a query. */
export function normalised(
  deps: Pick<ChartDataDependencies, 'now' | 'timeZone' | 'calendar' | 'rows'>,
  query: QueryObject,
  asking: Asking,
  dataset: Dataset,
  zone: QueryZone | null,
): NormalQuery {
  const { context, options } = asking
  return normaliseQuery({
    query,
    dataset,
    formData: context.form_data,
    resultType: resultTypeOf(asking),
    now: wallClock(options.asOf ?? deps.now(), zone?.view ?? deps.timeZone),
    zone,
    calendar: deps.calendar,
    // only our own screens request columns; a count of groups returns one row, whatever the number of groups
    limits: options.encoding === 'columns' && query.is_rowcount ? uncounted : deps.rows,
  })
}

/** The time zone of a dataset's times, if it is configured. */
function dataZone({ extra }: Dataset): string | null {
  const { timezone } = parseObject(extra)
  return typeof timezone === 'string' && isTimeZone(timezone) ? timezone : null
}

const uncounted: RowLimits = { rows: 1_000_000_000, samples: 1_000_000_000, max: 1_000_000_000 }
