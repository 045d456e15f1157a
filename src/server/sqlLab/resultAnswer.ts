import type { EngineAnswer } from '../../engine/contracts.ts'
import type { QueryAnswer, ResultColumn } from '../../model/sqlLab/sqlLabAnswers.ts'
import { PIECE_ROWS, someRows } from './results.ts'

/** The response for a query with its rows, which are not parsed. `rows`: a JSON list without its brackets. */
export function resultAnswer(
  query: QueryAnswer,
  columns: readonly ResultColumn[],
  rows: Buffer | string,
  isCut: boolean,
): Buffer {
  const listed = JSON.stringify(columns)
  const head = `{"query_id":${query.queryId},"status":${JSON.stringify(query.state)},"data":[`
  const cut = isCut ? ',"displayLimitReached":true' : ''
  const tail = `],"columns":${listed},"selected_columns":${listed},"expanded_columns":[],"query":${JSON.stringify(query)}${cut}}`
  return Buffer.concat([Buffer.from(head), Buffer.from(rows), Buffer.from(tail)])
}

/** The first `rows` rows of a result, or all if `rows` is null: a JSON list without its brackets. */
export function firstRows({ body, rowcount, pieces }: EngineAnswer, rows: number | null): Buffer | string {
  if (rows === null || rows >= rowcount) return body.subarray(1, -1)
  const cuts = pieces?.cuts ?? []
  const end = cuts[Math.ceil(rows / PIECE_ROWS)] ?? body.length
  // each piece is followed by a comma or the closing bracket
  return someRows(body.toString('utf8', 1, end - 1), 0, rows)
}
