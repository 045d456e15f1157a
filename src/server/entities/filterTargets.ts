import { filterTargets, keepTargets } from '../../model/dashboard/filterTargets.ts'
import { visible } from '../access/access.ts'
import type { Subject } from '../access/subject.ts'
import type { Db } from '../storage/schema.ts'

/**
 * Checks metadata before it is saved. A dashboard shared with roles gives them access to the datasets of its filters,
 * so filters may use only datasets that the user may see, or that the dashboard used before (`present`).
 */
export async function savableTargets(
  db: Db,
  subject: Subject,
  metadata: Record<string, unknown>,
  present: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const asked = filterTargets(metadata).map(({ datasetId }) => datasetId)
  if (asked.length === 0) return metadata
  const seen = await db
    .selectFrom('datasets')
    .select('id')
    .where('id', 'in', [...new Set(asked)])
    .where(visible.datasets(subject))
    .execute()
  const before = filterTargets(present).map(({ datasetId }) => datasetId)
  return keepTargets(metadata, new Set([...seen.map(({ id }) => id), ...before]))
}
