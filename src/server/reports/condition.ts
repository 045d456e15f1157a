import { AppError } from '../../model/errors/errors.ts'
import {
  type ConditionResult,
  forecastConfidence,
  judgeCondition,
  judgeForecast,
} from '../../model/report/alertCondition.ts'
import type { Subject } from '../access/subject.ts'
import type { EditorServices } from '../sqlLab/editorReader.ts'
import type { Row } from '../storage/schema.ts'
import { runOwned } from './ownedQuery.ts'

/** Maximum number of rows that are read: two are enough to know that there is more than one. */
const MOST_ROWS = 2
/** Maximum number of rows that are read for a forecast: one more than it accepts. */
const MOST_HISTORY = 5001
const MOST_BYTES = 1_000_000

type Report = Row<'report_schedules'>
/** Runs the query of an alert with the rights of its owner, and judges its result. */
export async function runCondition(
  services: EditorServices,
  report: Report,
  subject: Subject,
  signal: AbortSignal,
): Promise<ConditionResult> {
  const { id, database_id, sql, validator_type } = report
  const isForecast = validator_type === 'forecast'
  const confidence = forecastConfidence(report)
  const asked = { id, databaseId: database_id ?? 0, sql: sql ?? '', of: 'alert' }
  const reading = {
    encoding: 'rows',
    postProcessing: isForecast ? [{ operation: 'expected', options: { confidence } }] : [],
    rows: isForecast ? MOST_HISTORY : MOST_ROWS,
    bytes: MOST_BYTES,
    signal,
  } as const
  try {
    const answer = await runOwned(services, asked, subject, reading)
    const { colnames, data } = JSON.parse(`{${answer.body.toString()}}`) as {
      colnames: string[]
      data: Record<string, unknown>[]
    }
    return isForecast ? judgeForecast(report, data) : judgeCondition(report, colnames, data)
  } catch (error) {
    if (error instanceof AppError && error.status === 422) return { ok: false, message: error.message }
    throw error
  }
}
