import { hash } from 'node:crypto'
import { basename } from 'node:path'
import type { ConnectionSpec, EngineJob } from '../../engine/contracts.ts'
import type { Dataset } from '../../model/dataset/dataset.ts'

/**
 * The one cache-key function: everything that decides about the bytes of an answer and nothing else, so that people
 * whose row rules are the same share it. The data version is in it: new data is never answered from old. So
 * is the version of the dataset's answers: what was given up no node finds again, nor what was under way just then.
 */
export function answerKey(
  job: EngineJob,
  fromTemplates: readonly unknown[],
  { id, answers_version }: Pick<Dataset, 'id' | 'answers_version'>,
): string {
  const { connection, sql, offsets, output, offsetHours, postProcessing, encoding, shape, chartTable, verboseNames } =
    job
  const parts = [
    connection.dialect,
    connection.databaseId,
    dataVersion(connection, [sql, ...(offsets ?? []).map((offset) => offset.sql)]),
    sql,
    offsets ?? null,
    output,
    offsetHours,
    postProcessing,
    encoding,
    shape ?? chartTable ?? null,
    verboseNames ?? null,
    fromTemplates,
    // datasets over the same table share answers until those of one are given up
    answers_version ? [id, answers_version] : null,
  ]
  return hash('md5', JSON.stringify(parts))
}

/**
 * The version of the data that these statements can see. Of embedded tables only those that a statement names count, so
 * that loading one leaves the answers about the others: a table that is not in the text is not in the query.
 */
function dataVersion(connection: ConnectionSpec, statements: readonly string[]): unknown {
  if (!('tables' in connection)) return connection.dataVersion
  const text = statements.join('\n').toLowerCase()
  const tables = Object.entries(connection.tables as Record<string, string>)
  return (
    tables
      // a quote in a name is doubled in the text
      .filter(([name]) => name.includes('"') || text.includes(name.toLowerCase()))
      .map(([name, file]) => [name, basename(file)])
      .sort(([a], [b]) => ((a as string) < (b as string) ? -1 : 1))
  )
}
