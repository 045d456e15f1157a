import { LRUCache } from 'lru-cache'
import { isTimeZone } from '../../model/time/timeZone.ts'
import { parseObject } from '../../model/wire/json.ts'
import type { Subject } from '../access/subject.ts'
import type { Db } from '../storage/schema.ts'

/** The time zone in which a reader sees times; null: as the data has them. See docs/time.md. */
export type ViewZone = (subject: Subject, dashboardId: number | null) => Promise<string | null>

/** Number of dashboards whose zone is cached, by their version. */
const REMEMBERED = 1000

/** The zone of the dashboard, else the one that the reader chose. */
export function createViewZone(db: Db): ViewZone {
  const known = new LRUCache<string, { zone: string | null }>({ max: REMEMBERED })

  async function ofDashboard(id: number): Promise<string | null> {
    const row = await db.selectFrom('dashboards').select('version').where('id', '=', id).executeTakeFirst()
    if (!row) return null
    const key = `${id} ${row.version}`
    const remembered = known.get(key)
    if (remembered) return remembered.zone
    const stored = await db.selectFrom('dashboards').select('json_metadata').where('id', '=', id).executeTakeFirst()
    const { time_zone: zone } = parseObject(stored?.json_metadata ?? null)
    const found = { zone: typeof zone === 'string' && isTimeZone(zone) ? zone : null }
    known.set(key, found)
    return found.zone
  }

  return async (subject, dashboardId) =>
    (dashboardId === null ? null : await ofDashboard(dashboardId)) ?? subject.user?.timeZone ?? null
}
