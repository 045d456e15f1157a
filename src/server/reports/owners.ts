import { has, type Subject } from '../access/subject.ts'
import type { Services } from '../services.ts'
import type { Row } from '../storage/schema.ts'

interface Owner {
  id: number
  email: string
}

/** Owners of a report who still have an active account. */
export function ownersOf({ db }: Pick<Services, 'db'>, reportId: number): Promise<Owner[]> {
  return db
    .selectFrom('report_owners')
    .innerJoin('users', 'users.id', 'report_owners.user_id')
    .select(['users.id', 'users.email'])
    .where('report_owners.report_id', '=', reportId)
    .where('users.is_active', '=', true)
    .orderBy('users.id')
    .execute()
}

/** Whether this user owns the report. */
export const isOwnerOf = async ({ db }: Pick<Services, 'db'>, reportId: number, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('report_owners')
    .select('user_id')
    .where('report_id', '=', reportId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined

/**
 * The user with whose rights a report runs: the owner who saved it last, because the others did not agree to what it
 * reads and to whom it is sent. If an administrator who is not an owner saved it: the creator if among the owners, else
 * the first owner. undefined: no such user, or one who may not write reports any more.
 */
export async function runnerOf(
  services: Pick<Services, 'db' | 'subjects'>,
  { id, created_by, changed_by }: Row<'report_schedules'>,
): Promise<Subject | undefined> {
  // whoever saved it has no account any more
  if (changed_by === null) return undefined
  const isSavedByOwner = await isOwnerOf(services, id, changed_by)
  const owners = (await ownersOf(services, id)).filter((owner) => !isSavedByOwner || owner.id === changed_by)
  const ordered = owners.sort((a, b) => Number(b.id === created_by) - Number(a.id === created_by))
  for (const owner of ordered) {
    const subject = (await services.subjects.ofUser(owner.id))?.subject
    if (subject && has(subject, 'can_write:ReportSchedule')) return subject
  }
  return undefined
}
