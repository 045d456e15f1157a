import { limitedSql, splitStatements } from '../../engine/gate/statements.ts'
import { type ConditionResult, judgeCondition } from '../../model/report/alertCondition.ts'
import { visible } from '../access/access.ts'
import type { Subject } from '../access/subject.ts'
import { withoutText } from '../chartData/rowRules.ts'
import { rememberedViews } from '../chartData/ruledViews.ts'
import { createEditorReader, type EditorServices, placeOf } from '../sqlLab/editorReader.ts'
import type { Row } from '../storage/schema.ts'

/** Two are enough to know that there is more than one. */
const MOST_ROWS = 2
const MOST_BYTES = 1_000_000

type Report = Row<'report_schedules'>
/**
 * Runs the query of an alert with the rights of its owner: the same checks, row rules and limits as in SQL Lab, and only
 * one statement that reads.
 */
export async function runCondition(
  services: EditorServices,
  report: Report,
  subject: Subject,
  signal: AbortSignal,
): Promise<ConditionResult> {
  const { config, db, engine } = services
  const database = await db
    .selectFrom('databases')
    .selectAll()
    .where('id', '=', report.database_id ?? 0)
    .where(visible.databases(subject))
    .executeTakeFirst()
  if (!database) return { ok: false, message: 'The alert has no database, or its owner may not read it.' }
  const place = { subject, database, catalog: null, schema: null, templateParams: null, onlyReads: true }
  const reader = await createEditorReader(services, rememberedViews(engine), place)
  const split = splitStatements(reader.connection, await reader.rendered(report.sql ?? '', report.id))
  if (!split.ok) return { ok: false, message: split.message }
  const [statement, ...others] = split.statements
  if (!statement || others.length > 0) return { ok: false, message: 'The alert needs exactly one query.' }
  const allowed = await reader.allowed(statement.sql)
  if (allowed.kind !== 'select') return { ok: false, message: 'The alert needs a query that reads rows.' }
  const limited = limitedSql(reader.connection, allowed.sql, MOST_ROWS)
  const work = engine.run(
    {
      connection: reader.connection,
      sql: limited.sql,
      output: [],
      offsetHours: 0,
      postProcessing: [],
      encoding: 'rows',
      rowLimit: MOST_ROWS,
      ...placeOf(reader),
      limits: { timeoutMs: config.limits.queryTimeoutMs, maxRows: MOST_ROWS, maxBytes: MOST_BYTES },
    },
    signal,
  )
  const answer = await (allowed.isRuled ? work.catch(withoutText) : work)
  const { colnames, data } = JSON.parse(`{${answer.body.toString()}}`) as {
    colnames: string[]
    data: Record<string, unknown>[]
  }
  return judgeCondition(report, colnames, data)
}
