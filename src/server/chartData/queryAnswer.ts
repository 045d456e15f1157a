import type { Encoding, EngineJob } from '../../engine/contracts.ts'
import type { DataRequest } from '../access/thing.ts'

export interface AnswerOptions {
  encoding: Encoding
  signal?: AbortSignal
  /** Query string of the request, which templates may read. */
  args?: Readonly<Record<string, unknown>>
  /** What the data is for, if the caller knows it; otherwise taken from the form data. */
  data?: DataRequest
  /** Instead of rows: the data of a chart of the legacy endpoint. */
  shape?: EngineJob['shape']
  /** Do not compute anything: 422 if no result is cached. */
  onlyKept?: boolean
}

/** The finished result of one query: JSON text of an object, or a file. */
export interface QueryAnswer {
  body: Buffer
  rowcount: number
  /** Path of the requested file, instead of a body. The caller deletes it. */
  file?: string
}
