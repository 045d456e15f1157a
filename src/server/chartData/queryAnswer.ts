import type { Encoding, EngineJob } from '../../engine/contracts.ts'
import type { DataRequest } from '../access/access.ts'

export interface AnswerOptions {
  encoding: Encoding
  signal?: AbortSignal
  /** Query string of the request: templates may read it. */
  args?: Readonly<Record<string, unknown>>
  /** What the data is for, where the caller knows; else form data says. */
  data?: DataRequest
  /** Instead of rows: the data of a chart of the retired endpoint. */
  shape?: EngineJob['shape']
  /** Nothing is computed: 422 where no answer is kept. */
  onlyKept?: boolean
}

/** One query's finished answer: JSON text of an object, or a file. */
export interface QueryAnswer {
  body: Buffer
  rowcount: number
  /** Where the file is that was asked for, instead of a body. Whoever asked deletes it. */
  file?: string
}
