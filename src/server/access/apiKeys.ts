import { randomBytes } from 'node:crypto'
import { TokenError } from '../errors.ts'
import { isDiskFull } from '../storage/fullDisk.ts'
import { keptStatement } from '../storage/keptStatement.ts'
import type { Db, Trx } from '../storage/schema.ts'
import { hashSecret } from './sessions.ts'
import type { KeyScope } from './subject.ts'

const PREFIX = 'sxk_'
const HINT_LENGTH = 10

/** The time of the last use is stored at most once in this period. */
const touchMs = 60_000

/** Whether a bearer token is an API key and not a signed token. */
export const isApiKey = (token: string) => token.startsWith(PREFIX)

interface NewKey {
  userId: number
  name: string
  scope: KeyScope
  expiresOn: number
}

/** Creates a key and returns it, with its id. Only its hash is stored, so it is shown once. */
export async function createApiKey(
  db: Db | Trx,
  { userId, name, scope, expiresOn }: NewKey,
  now: number,
): Promise<{ id: number; key: string }> {
  const key = PREFIX + randomBytes(32).toString('base64url')
  const { id } = await db
    .insertInto('api_keys')
    .values({
      user_id: userId,
      name,
      hint: key.slice(0, HINT_LENGTH),
      key_hash: hashSecret(key),
      scope,
      created_on: now,
      expires_on: expiresOn,
      used_on: null,
      used_from: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, key }
}

const readKey = keptStatement((db) =>
  db.selectFrom('api_keys').select(['id', 'user_id', 'scope', 'expires_on', 'used_on']).where('key_hash', '=', ''),
)

/**
 * The owner and the scope of a key. Throws TokenError if it is unknown, revoked or expired. `isUse`: false if this
 * check does not count as a use.
 */
export async function findApiKey(
  db: Db,
  key: string,
  address: string,
  now: number,
  isUse = true,
): Promise<{ id: number; userId: number; scope: KeyScope }> {
  const [row] = await readKey(db, hashSecret(key))
  if (!row) throw new TokenError(401, 'The API key is not valid')
  if (now >= row.expires_on) throw new TokenError(401, 'The API key has expired')
  if (isUse && (row.used_on === null || now - row.used_on > touchMs)) await touch(db, row.id, address, now)
  return { id: row.id, userId: row.user_id, scope: row.scope }
}

/** Stores the last use. On a full disk the key still works. */
async function touch(db: Db, id: number, address: string, now: number): Promise<void> {
  try {
    await db.updateTable('api_keys').set({ used_on: now, used_from: address }).where('id', '=', id).execute()
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
}
