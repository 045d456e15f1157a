import type { Subject } from '../../access/subject.ts'
import { findDashboard } from '../../entities/dashboards.ts'
import { notFound } from '../../entities/owners.ts'
import type { Services } from '../../services.ts'
import type { Row } from '../../storage/schema.ts'

/** The dashboard of an address, if the caller may see it. */
export async function readableDashboard(
  { db, can }: Services,
  subject: Subject,
  idOrSlug: string,
): Promise<Row<'dashboards'>> {
  const dashboard = await findDashboard(db, idOrSlug)
  if (!dashboard) throw notFound()
  await can(subject, 'read', { kind: 'Dashboard', id: dashboard.id })
  return dashboard
}
