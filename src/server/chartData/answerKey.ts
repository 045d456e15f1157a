import { createHash } from 'node:crypto'
import type { EngineJob } from '../../engine/contracts.ts'

/**
 * The one cache-key function: everything that decides about the bytes of an answer and nothing else, so that people
 * whose row rules are the same share it. The data version is in it: new data is never answered from old.
 */
export function answerKey(job: EngineJob, fromTemplates: readonly unknown[]): string {
  const { connection, sql, offsets, output, offsetHours, postProcessing, encoding, shape, verboseNames } = job
  const parts = [
    connection.dialect,
    connection.databaseId,
    connection.dataVersion,
    sql,
    offsets ?? null,
    output,
    offsetHours,
    postProcessing,
    encoding,
    shape ?? null,
    verboseNames ?? null,
    fromTemplates,
  ]
  return createHash('md5').update(JSON.stringify(parts)).digest('hex')
}
