import { hash, randomBytes } from 'node:crypto'
import { isDiskFull } from '../storage/fullDisk.ts'
import { keptStatement } from '../storage/keptStatement.ts'
import type { Db, Trx } from '../storage/schema.ts'

export interface SessionLimits {
  idleMs: number
  absoluteMs: number
}

/** The time of the last use is stored at most once in this period. */
const touchMs = 60_000

/** 256 random bits; only their hash is stored. */
export const newSessionId = () => randomBytes(32).toString('base64url')

export const hashSecret = (secret: string) => hash('sha256', secret)

/** Creates a session and returns the id for the cookie. */
export async function openSession(db: Db | Trx, userId: number, address: string, now: number): Promise<string> {
  const id = newSessionId()
  await db
    .insertInto('sessions')
    .values({ id_hash: hashSecret(id), user_id: userId, created_on: now, used_on: now, address })
    .execute()
  return id
}

const readSession = keptStatement((db) =>
  db.selectFrom('sessions').select(['user_id', 'created_on', 'used_on', 'viewed_user_id']).where('id_hash', '=', ''),
)

/**
 * The user of a session and, if an administrator views the product as another user, that user. Undefined if the session
 * is unknown, too old, or has been idle for too long. `isUse`: false if this check does not count as a use.
 */
export async function findSession(
  db: Db,
  id: string,
  limits: SessionLimits,
  now: number,
  isUse = true,
): Promise<{ userId: number; viewedUserId: number | null } | undefined> {
  const idHash = hashSecret(id)
  const [row] = await readSession(db, idHash)
  if (!row) return undefined
  if (now - row.created_on > limits.absoluteMs || now - row.used_on > limits.idleMs) {
    await closeSession(db, id)
    return undefined
  }
  if (isUse && now - row.used_on > touchMs) {
    await touch(db, idHash, now)
  }
  return { userId: row.user_id, viewedUserId: row.viewed_user_id }
}

/** Records that a session is in use. On a full disk the session still works, until it has been idle for too long. */
async function touch(db: Db, idHash: string, now: number): Promise<void> {
  try {
    await db.updateTable('sessions').set({ used_on: now }).where('id_hash', '=', idHash).execute()
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}

/** Begins or ends (null) viewing the product as another user in this session. */
export async function viewAs(db: Db | Trx, id: string, viewedUserId: number | null): Promise<void> {
  await db.updateTable('sessions').set({ viewed_user_id: viewedUserId }).where('id_hash', '=', hashSecret(id)).execute()
}

export async function closeSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id_hash', '=', hashSecret(id)).execute()
}

/** Ends all sessions of a user: after a new password, or when the account is disabled. */
export async function closeSessionsOf(db: Db | Trx, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

export async function sweepSessions(db: Db, limits: SessionLimits, now: number): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('created_on', '<', now - limits.absoluteMs), eb('used_on', '<', now - limits.idleMs)]))
    .execute()
}
