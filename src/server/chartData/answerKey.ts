import { hash } from 'node:crypto'
import { basename } from 'node:path'
import type { ConnectionSpec, EngineJob } from '../../engine/contracts.ts'
import type { Dataset } from '../../model/dataset/dataset.ts'

/**
 * The only function that computes cache keys. The key covers everything that determines the bytes of a result and
 * nothing else, so that readers with the same row rules share it. It includes the data version, so new data is never
 * served from old results, and the version of the dataset's results: after an invalidation, no node uses an older
 * result, even if it was being computed at that moment.
 */
export function answerKey(
  job: EngineJob,
  fromTemplates: readonly unknown[],
  { id, answers_version }: Pick<Dataset, 'id' | 'answers_version'>,
): string {
  const {
    connection,
    sql,
    offsets,
    output,
    offsetHours,
    postProcessing,
    encoding,
    shape,
    chartTable,
    totals,
    verboseNames,
    schema,
  } = job
  const parts = [
    connection.dialect,
    connection.databaseId,
    dataVersion(connection, [sql, ...[...(offsets ?? []), ...(totals ?? [])].map((further) => further.sql)]),
    sql,
    offsets ?? null,
    output,
    offsetHours,
    postProcessing,
    encoding,
    shape ?? chartTable ?? null,
    ...(totals ? [totals] : []),
    ...(schema === undefined ? [] : [{ schema }]),
    verboseNames ?? null,
    fromTemplates,
    // datasets on the same table share results until those of one of them are invalidated
    answers_version ? [id, answers_version] : null,
  ]
  return hash('md5', JSON.stringify(parts))
}

/**
 * The version of the data that these statements can read. For embedded tables only those in the statements count, so
 * that loading one table does not invalidate results of others: a table whose name is not in the text is not in the
 * query.
 */
function dataVersion(connection: ConnectionSpec, statements: readonly string[]): unknown {
  if (!('tables' in connection)) return connection.dataVersion
  const text = statements.join('\n').toLowerCase()
  const tables = Object.entries(connection.tables as Record<string, string>)
  return (
    tables
      // quotes in names are doubled in the text
      .filter(([name]) => name.includes('"') || text.includes(name.toLowerCase()))
      .map(([name, file]) => [name, basename(file)])
      .sort(([a], [b]) => ((a as string) < (b as string) ? -1 : 1))
  )
}
