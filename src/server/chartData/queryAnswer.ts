import type { Encoding, EngineJob } from '../../engine/contracts.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { LeftOut } from '../../model/query/leftOut.ts'
import type { DataRequest } from '../access/thing.ts'
import type { RequestReads } from './requestReads.ts'

export interface AnswerOptions {
  encoding: Encoding
  signal?: AbortSignal
  /** Query string of the request, which templates may read. */
  args?: Readonly<Record<string, unknown>>
  /** The chart, dashboard or filter that the data is for; taken from the form data by default. */
  data?: DataRequest
  /** Instead of rows: the data of a chart of the legacy endpoint. */
  shape?: EngineJob['shape']
  /** Whether times are returned as they are in the data, regardless of the reader's setting. */
  inDataZone?: boolean
  /**
   * `result`: the query does not run, 422 if its result is not cached. `all`: no request is sent to the database at
   * all, also 422 if one would be needed for views or partitions, or for types that are not cached.
   */
  fromCache?: 'result' | 'all'
  /** The time that `now` and `today` stand for, UTC epoch milliseconds; the current one by default. */
  asOf?: number
  /**
   * Whether the query runs in the background: its result is then cached for its caller even if the chart has no cache.
   */
  ofJob?: boolean
  /** What the request has already read from the store; passed by callers that run several queries. */
  reads?: RequestReads
  /** For xlsx: the position of the first result among the sheets of a larger workbook; the others follow. */
  sheetAt?: number
}

/** The options of a request whose reads are shared by all its queries. */
export type RequestOptions = AnswerOptions & Required<Pick<AnswerOptions, 'reads'>>

/** Thrown if a result is requested from the cache only, and is not cached. */
export class NotCachedError extends AppError {
  constructor() {
    super('GENERIC_COMMAND_ERROR', 422, 'Error loading data from cache')
    this.name = 'NotCachedError'
  }
}

/** The finished result of one query: JSON text of an object, or a file. */
export interface QueryAnswer {
  body: Buffer
  rowcount: number
  /** Path of the requested file, instead of a body. The caller deletes it. */
  file?: string
  /** The data that are missing in the file because of limits. */
  leftOut?: LeftOut
}
