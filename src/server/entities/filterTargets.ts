import { filterTargets, keepTargets } from '../../model/dashboard/filterTargets.ts'
import { visible } from '../access/access.ts'
import type { Subject } from '../access/subject.ts'
import type { Db } from '../storage/schema.ts'

/**
 * Metadata as the caller may save it: a dashboard shared with roles opens the datasets of its filters to them, so that
 * filters may only name datasets that the caller sees, or that the dashboard named before (`present`).
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
