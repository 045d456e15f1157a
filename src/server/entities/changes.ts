import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../../model/errors.ts'
import { isoTime } from '../../model/wireTime.ts'
import type { Subject } from '../access/subject.ts'
import type { Db } from '../storage/schema.ts'
import { findPeople, nameOf } from './people.ts'

/** Who changes something, and when. */
export interface Author {
  userId: number | null
  now: number
  /** Network address, for the audit log. */
  address?: string | null
}

/** The columns that every new entity has. */
export function created({ userId, now }: Author, uuid: string = randomUUID()) {
  return { uuid, created_on: now, changed_on: now, created_by: userId, changed_by: userId }
}

/** The columns that every change of an entity sets. */
export function changed({ userId, now }: Author): {
  version: RawBuilder<number>
  changed_on: number
  changed_by: number | null
} {
  return { version: sql<number>`version + 1`, changed_on: now, changed_by: userId }
}

/** The version that the client saw, from `If-Match`; undefined when it does not say or takes any. */
export function versionSeen(header: string | undefined): string | undefined {
  const tag = header?.trim()
  return tag === undefined || tag === '' || tag === '*' ? undefined : tag.replace(/^W\//, '').replaceAll('"', '')
}

export const versionTag = (version: number) => `"${version}"`

interface Versioned {
  version: number
  changed_on: number
  changed_by: number | null
}

/** Refuses a change of something that somebody else changed since the client read it; says who and when. */
export async function checkVersion(db: Db, current: Versioned, ifMatch: string | undefined): Promise<void> {
  const seen = versionSeen(ifMatch)
  if (seen === undefined || seen === String(current.version)) return
  const people = await findPeople(db, [current.changed_by])
  const by = nameOf(people, current.changed_by) || 'somebody else'
  const when = isoTime(current.changed_on)
  throw new AppError('GENERIC_COMMAND_ERROR', 412, `Changed by ${by} at ${when} UTC. Reload to see the newer state.`, {
    extra: { changed_by: by, changed_on: when, version: current.version },
  })
}

/** One row of the audit log, written in the transaction of the change. */
export async function recordChange(
  db: Db,
  author: Author,
  change: { action: string; object: string; dashboardId?: number; chartId?: number; details?: Record<string, unknown> },
): Promise<void> {
  await db
    .insertInto('logs')
    .values({
      action: change.action,
      user_id: author.userId,
      dashboard_id: change.dashboardId ?? null,
      slice_id: change.chartId ?? null,
      object: change.object,
      address: author.address ?? null,
      json: change.details ? JSON.stringify(change.details) : null,
      dttm: author.now,
    })
    .execute()
}

/** The author that a request stands for. */
export const authorOf = (request: { subject: Subject; ip: string }, now: number): Author => ({
  userId: request.subject.user?.id ?? null,
  now,
  address: request.ip,
})
