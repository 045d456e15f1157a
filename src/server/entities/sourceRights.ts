import { dialectOf } from '../../engine/dialects/index.ts'
import { withoutEnd } from '../../engine/gate/statements.ts'
import { isTemplate } from '../../engine/templates/index.ts'
import { AppError } from '../../model/errors/errors.ts'
import { type DatabaseRef, type Subject, seesSchema, seesTables } from '../access/subject.ts'
import { tablesOf } from '../chartData/readerView.ts'
import { unreadTables } from '../chartData/tableRights.ts'
import type { Services } from '../services.ts'
import type { DatasetSource } from './datasetSource.ts'

export const needsTables = 'Changing the source of a dataset requires access to its whole database'

type Parts = Pick<Services, 'connections' | 'db' | 'gate'>

/**
 * Why a user may not create a dataset that reads this source; undefined if that is allowed. A table needs access to its
 * schema. SQL needs what SQL Lab needs: access to each table that it reads. A template can name other tables when a
 * chart runs, so it needs access to the whole database.
 * @throws AppError 422 for SQL that the gate rejects
 */
export async function sourceFault(
  { connections, db, gate }: Parts,
  subject: Subject,
  database: DatabaseRef,
  source: Pick<DatasetSource, 'catalog' | 'schema' | 'sql'>,
): Promise<string | undefined> {
  if (!source.sql) return seesSchema(subject, database, source.schema || null) ? undefined : needsTables
  if (seesTables(subject, database)) return undefined
  if (isTemplate(source.sql)) return needsTables
  const connection = await connections.of(database.id, subject)
  const sql = withoutEnd(connection, source.sql)
  const verdict = await gate.query(connection, sql, tablesOf(connection))
  if (!verdict.ok) throw new AppError('GENERIC_COMMAND_ERROR', 422, verdict.message)
  // other databases look names up in the schema of their connection, so that is also where rights are checked
  const schema = dialectOf(connection.dialect).takesSchema ? source.schema || null : null
  const place = { subject, database, connection, catalog: source.catalog || null, schema }
  const refused = await unreadTables(db, place, verdict.tables)
  return refused.length === 0 ? undefined : `You need access to the following tables: ${refused.join(', ')}`
}
