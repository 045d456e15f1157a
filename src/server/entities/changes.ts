import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../../model/errors/errors.ts'
import { isoTime } from '../../model/wire/wireTime.ts'
import { audit } from '../access/audit.ts'
import type { Subject } from '../access/subject.ts'
import type { Db, Row, TableName, Trx } from '../storage/schema.ts'
import { findPeople, nameOf } from './people.ts'

/** Who makes a change, when, and from which address (for the audit log). */
export interface Author {
  userId: number | null
  now: number
  address?: string
  /** The API key of the request. */
  apiKey?: number
}

/** Columns of every new entity. */
export function created({ userId, now }: Author, uuid: string = randomUUID()) {
  return { uuid, created_on: now, changed_on: now, created_by: userId, changed_by: userId }
}

/** Columns that every change of an entity sets. */
export function changed({ userId, now }: Author): {
  version: RawBuilder<number>
  changed_on: number
  changed_by: number | null
} {
  return { version: sql<number>`version + 1`, changed_on: now, changed_by: userId }
}

/** `RowRule` -> `row_rule`: the prefix of its actions in the audit log. */
const actionWord = (kind: string) => kind.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()

/**
 * Records a change in the audit log. Call it with the transaction of the change. `kind` is the object's name in the
 * singular (`RowRule`). `told`: the recorded details, without secrets.
 */
export function recordChange(
  db: Db,
  { userId, now, address, apiKey }: Author,
  verb: string,
  { kind, id }: { kind: string; id: number },
  told?: Record<string, unknown>,
): Promise<void> {
  const details = apiKey === undefined ? told : { ...told, api_key: apiKey }
  const action = `${actionWord(kind)}_${verb}`
  const [chartId, dashboardId] = [kind === 'Chart' ? id : undefined, kind === 'Dashboard' ? id : undefined]
  const entry = { action, userId: userId ?? undefined, object: `${kind}:${id}`, address, chartId, dashboardId, details }
  return audit(db, entry, now)
}

/** The version that the client has read, from `If-Match`; undefined if it is missing or `*`. */
function versionSeen(header: string | undefined): string | undefined {
  const tag = header?.trim()
  return tag === undefined || tag === '' || tag === '*' ? undefined : tag.replace(/^W\//, '').replaceAll('"', '')
}

export const versionTag = (version: number) => `"${version}"`

interface Versioned {
  version: number
  changed_on: number
  changed_by: number | null
}

type VersionedTable = { [Name in TableName]: Row<Name> extends Versioned ? Name : never }[TableName]

/**
 * The row that a transaction is about to change; undefined if it does not exist. Writing the version locks the row
 * until the end of the transaction. The version that the client has read (`ifMatch`) is part of the condition of this
 * statement: of two simultaneous changes of one version the second one waits for the first and then finds no row.
 *
 * @throws AppError 412 if the object was changed since the client read it; the message says by whom and when
 */
export async function lockRow<Name extends VersionedTable>(
  trx: Trx,
  table: Name,
  id: number,
  ifMatch?: string,
): Promise<Row<Name> | undefined> {
  const seen = versionSeen(ifMatch)
  const asRead = seen === undefined ? sql`` : sql` AND CAST(version AS TEXT) = ${seen}`
  const locked = sql<Row<Name>>`UPDATE ${sql.table(table)} SET version = version WHERE id = ${id}${asRead} RETURNING *`
  const [row] = (await locked.execute(trx)).rows
  if (row !== undefined || seen === undefined) return row
  const [current] = (await sql<Versioned>`SELECT * FROM ${sql.table(table)} WHERE id = ${id}`.execute(trx)).rows
  if (current) throw await changedSince(trx, current)
  return undefined
}

async function changedSince(db: Db, current: Versioned): Promise<AppError> {
  const people = await findPeople(db, [current.changed_by])
  const by = nameOf(people, current.changed_by) || 'another user'
  const when = isoTime(current.changed_on)
  return new AppError('GENERIC_COMMAND_ERROR', 412, `Changed by ${by} at ${when} UTC. Reload to see the newer state.`, {
    extra: { changed_by: by, changed_on: when, version: current.version },
  })
}

/** The author of a request. */
export const authorOf = (request: { subject: Subject; ip: string }, now: number): Author => ({
  userId: request.subject.user?.id ?? null,
  now,
  address: request.ip,
  ...(request.subject.apiKey ? { apiKey: request.subject.apiKey.id } : {}),
})
