import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../model/errors/errors.ts'
import type { Subject } from '../access/subject.ts'
import type { Services } from '../services.ts'
import type { Db, Row } from '../storage/schema.ts'

type Kind = Row<'key_values'>['resource']

const dayMs = 86_400_000
const lives: Record<Kind, number | null> = {
  filter_state: 90 * dayMs,
  form_data: 7 * dayMs,
  dashboard_permalink: null,
  explore_permalink: null,
}
const stateKeyBytes = 48
/** Users read permalinks aloud and paste them: short, but not guessable (72 bits). */
const permalinkKeyBytes = 9

const newStateKey = () => randomBytes(stateKeyBytes).toString('base64url')
export const newPermalinkKey = () => randomBytes(permalinkKeyBytes).toString('base64url')

/** Identifies a place by these parts. New states of the same place reuse its key. */
export const contextOf = (...parts: (string | number | null | undefined)[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

export interface KeyedState {
  kind: Kind
  context: string | null
  objectId: number | null
  ownerId: number | null
  value: string
}

/** The browser tab whose state a request stores: the tab reuses its existing key. */
export const tabQuery = z.object({ tab_id: z.string().max(64).optional() })

/**
 * The state that a request sends. `place`: the object that the tab shows. A request without a tab gets a new key, and
 * so does a request with neither an account nor a session: clients number their tabs, so visitors of embedded
 * dashboards would share a key.
 */
export function stateOf(
  kind: Kind,
  call: { subject: Subject; sessionCookie: string | undefined; query: z.output<typeof tabQuery> },
  place: readonly (number | null | undefined)[],
  state: Pick<KeyedState, 'objectId' | 'value'>,
): KeyedState {
  const tab = call.query.tab_id
  const userId = call.subject.user?.id
  const isKnown = userId !== undefined || call.sessionCookie !== undefined
  const context = tab === undefined || !isKnown ? null : contextOf(call.sessionCookie, userId, tab, ...place)
  return { kind, context, ownerId: userId ?? null, ...state }
}

type Clock = Pick<Services, 'now'>

/**
 * The state of a key, unless the key is unknown or has expired. Reading extends its lifetime, which is stored at most
 * once a day.
 */
export async function readState(
  db: Db,
  { now }: Clock,
  kind: Kind,
  key: string,
): Promise<Row<'key_values'> | undefined> {
  const row = await db
    .selectFrom('key_values')
    .selectAll()
    .where('resource', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst()
  const life = lives[kind]
  if (!row || life === null || row.expires_on === null) return row
  const time = now()
  if (row.expires_on < time) return undefined
  if (row.expires_on < time + life - dayMs)
    await db
      .updateTable('key_values')
      .set({ expires_on: time + life })
      .where('id', '=', row.id)
      .execute()
  return row
}

/** The current key of a place. */
export async function keyOfContext(db: Db, { now }: Clock, kind: Kind, context: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('key_values')
    .select(['key', 'expires_on'])
    .where('resource', '=', kind)
    .where('context', '=', context)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row && (row.expires_on === null || row.expires_on >= now()) ? row.key : undefined
}

/** Stores state under a key, new or existing. */
export async function writeState(db: Db, { now }: Clock, key: string, state: KeyedState): Promise<void> {
  const time = now()
  const life = lives[state.kind]
  const values = {
    resource: state.kind,
    key,
    context: state.context,
    object_id: state.objectId,
    owner_id: state.ownerId,
    value: state.value,
    changed_on: time,
    expires_on: life === null ? null : time + life,
  }
  await db
    .insertInto('key_values')
    .values({ ...values, created_on: time })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
    .execute()
}

export async function deleteState(
  db: Db,
  row: Pick<Row<'key_values'>, 'id' | 'owner_id'>,
  userId: number | undefined,
): Promise<void> {
  mustOwn(row, userId)
  await db.deleteFrom('key_values').where('id', '=', row.id).execute()
}

/** Only the user who created a state may change it. */
function mustOwn(row: Pick<Row<'key_values'>, 'owner_id'>, userId: number | undefined): void {
  if (row.owner_id !== null && row.owner_id === userId) return
  throw new AppError('GENERIC_COMMAND_ERROR', 403, "You don't have permission to modify the value.")
}

/**
 * Replaces the state of `key`. The new state is stored under the tab's own key, or under a new one if it has none;
 * returns that key. If `key` is unknown, it is returned and nothing is stored.
 */
export async function replaceState(
  db: Db,
  clock: Clock,
  key: string,
  userId: number | undefined,
  state: KeyedState,
): Promise<string> {
  const row = await readState(db, clock, state.kind, key)
  if (!row) return key
  mustOwn(row, userId)
  const own = state.context === null ? undefined : await keyOfContext(db, clock, state.kind, state.context)
  const target = own ?? newStateKey()
  await writeState(db, clock, target, state)
  return target
}

/** Stores a state under the existing key of its place, or under a new one. Returns the key. */
export async function keepState(db: Db, services: Clock, state: KeyedState): Promise<string> {
  const known = state.context === null ? undefined : await keyOfContext(db, services, state.kind, state.context)
  const key = known ?? newStateKey()
  await writeState(db, services, key, state)
  return key
}

/** The object of a state may be hidden from the user: the state is then reported as missing. */
export async function mustSeeSubject(check: Promise<void>): Promise<void> {
  try {
    await check
  } catch (error) {
    if (error instanceof AppError && error.status === 404) {
      throw new AppError('GENERIC_COMMAND_ERROR', 404, 'Resource was not found.')
    }
    throw error
  }
}
