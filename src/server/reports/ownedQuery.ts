import type { EngineAnswer, EngineJob } from '../../engine/contracts.ts'
import { limitedSql, splitStatements } from '../../engine/gate/statements.ts'
import { AppError } from '../../model/errors/errors.ts'
import { visible } from '../access/access.ts'
import type { Subject } from '../access/subject.ts'
import { withoutText } from '../chartData/rowRules.ts'
import { rememberedViews } from '../chartData/ruledViews.ts'
import { createEditorReader, type EditorServices, placeOf } from '../sqlLab/editorReader.ts'
import { ReportRefusal } from './refusal.ts'

/** A query that a user has written, and the database, catalog and schema in which it runs. */
export interface OwnedQuery {
  /** Id of the object that has the query, for messages. */
  id: number
  databaseId: number
  catalog?: string | null
  schema?: string | null
  /** JSON text. */
  templateParams?: string | null
  sql: string
  /** The kind of the object that has the query, for messages: `alert`. */
  of: string
}

type Reading = Pick<EngineJob, 'encoding' | 'file' | 'postProcessing'> & {
  /** Reading stops after this many rows. */
  rows: number
  bytes: number
  signal: AbortSignal
}

/**
 * A query with the row rules of its owner, after the same checks as in SQL Lab: only one statement that reads.
 * @throws AppError with a sentence for the owner
 */
export async function allowedOwned(
  services: EditorServices,
  { id, databaseId, catalog = null, schema = null, templateParams = null, sql, of }: OwnedQuery,
  subject: Subject,
) {
  const { db, engine } = services
  const database = await db
    .selectFrom('databases')
    .selectAll()
    .where('id', '=', databaseId)
    .where(visible.databases(subject))
    .executeTakeFirst()
  if (!database) throw unread(`The ${of} has no database, or one that may not be read.`)
  const place = { subject, database, catalog, schema, templateParams, onlyReads: true }
  const reader = await createEditorReader(services, rememberedViews(engine), place)
  const split = splitStatements(reader.connection, await reader.rendered(sql, id))
  if (!split.ok) throw new AppError('GENERIC_COMMAND_ERROR', 422, split.message)
  const [statement, ...others] = split.statements
  if (!statement || others.length > 0) throw unread(`The ${of} needs exactly one query.`)
  const allowed = await reader.allowed(statement.sql)
  if (allowed.kind !== 'select') throw unread(`The ${of} needs a query that reads rows.`)
  return { database, reader, statement: allowed }
}

/**
 * Runs a query with the rights of its owner, and with the limits of SQL Lab.
 * @throws AppError with a sentence for the owner
 */
export async function runOwned(
  services: EditorServices,
  owned: OwnedQuery,
  subject: Subject,
  { rows, bytes, signal, ...reading }: Reading,
): Promise<EngineAnswer> {
  const { config, engine } = services
  const { reader, statement: allowed } = await allowedOwned(services, owned, subject)
  const limited = limitedSql(reader.connection, allowed.sql, rows)
  const work = engine.run(
    {
      connection: reader.connection,
      sql: limited.sql,
      output: [],
      offsetHours: 0,
      ...reading,
      rowLimit: rows,
      ...placeOf(reader),
      limits: { timeoutMs: config.limits.queryTimeoutMs, maxRows: rows, maxBytes: bytes },
    },
    signal,
  )
  return allowed.isRuled ? work.catch(withoutText) : work
}

const unread = (message: string) => new ReportRefusal(message)
