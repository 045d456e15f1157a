import type {
  PostProcessingStep,
  QueryColumn,
  QueryFilter,
  QueryMetric,
  ResultType,
} from '../../model/query/queryObject.ts'
import type { Calendar } from '../../model/time/fiscalCalendar.ts'
import type { QueryZone } from '../../model/time/timeZone.ts'

/**
 * A query object with every default filled in and its times resolved. Times are wall-clock milliseconds, of the clock
 * `zone.view` if there is a zone.
 */
export interface NormalQuery {
  resultType: ResultType
  columns: QueryColumn[]
  metrics: QueryMetric[] | null
  filters: QueryFilter[]
  where: string
  having: string
  timeGrain: string | null
  /** null: times are those of the data, unconverted. */
  zone: QueryZone | null
  /** How weeks and fiscal years are counted. A text says why the dataset has no calendar. */
  calendar: Calendar | string
  relative: { start?: string; end?: string }
  granularity: string | null
  since: number | null
  until: number | null
  /** The text from which both were computed. */
  timeRange: string | null
  /** Time bounds of the query that ranks series, if they differ from the bounds of the rows. */
  rankedRange: { since: number | null; until: number | null } | null
  timeOffsets: string[]
  /** Added to returned times (`time_shift`). */
  timeShiftMs: number
  timeShift: string | null
  isTimeseries: boolean
  rowLimit: number
  rowOffset: number
  seriesColumns: QueryColumn[]
  seriesLimit: number
  seriesLimitMetric: QueryMetric | null
  orderDesc: boolean
  orderby: [QueryColumn | QueryMetric, boolean][]
  isRowcount: boolean
  applyFetchValuesPredicate: boolean
  postProcessing: PostProcessingStep[]
  /** Columns of degrees whose values are replaced by the middles of cells of this side. */
  cells?: { columns: readonly string[]; degrees: number }
  appliedTimeExtras: Record<string, unknown>
}
