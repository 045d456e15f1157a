import type { Db, Trx } from '../storage/schema.ts'
import type { Subject } from './subject.ts'

export interface AuditEntry {
  action: string
  /** The acting user; undefined if nobody is signed in. */
  subject?: Subject
  userId?: number
  /** The object of the action, such as `Chart:7`. */
  object?: string
  outcome?: 'ok' | 'refused' | 'failed'
  address?: string
  chartId?: number
  dashboardId?: number
  /** Names and values without secrets. */
  details?: Record<string, unknown>
  referrer?: string
  durationMs?: number
}

/** Writes one row to the audit log. Call it with the transaction of the change. JSON escapes line breaks. */
export async function audit(db: Db | Trx, entry: AuditEntry, now: number): Promise<void> {
  const { apiKey: key, viewedBy: viewer, user } = entry.subject ?? {}
  const details =
    key || viewer
      ? { ...entry.details, ...(key && { api_key: key.id }), ...(viewer && { viewed_as: user?.id }) }
      : entry.details
  await db
    .insertInto('logs')
    .values({
      action: entry.action,
      user_id: entry.userId ?? viewer?.id ?? user?.id ?? null,
      object: entry.object ?? null,
      outcome: entry.outcome ?? 'ok',
      address: entry.address ?? null,
      slice_id: entry.chartId ?? null,
      dashboard_id: entry.dashboardId ?? null,
      json: details ? JSON.stringify(details) : null,
      referrer: entry.referrer ?? null,
      duration_ms: entry.durationMs ?? null,
      dttm: now,
    })
    .execute()
}
