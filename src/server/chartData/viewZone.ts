import { LRUCache } from 'lru-cache'
import { isTimeZone } from '../../model/time/timeZone.ts'
import { parseObject } from '../../model/wire/json.ts'
import type { Subject } from '../access/subject.ts'
import type { Db, Row } from '../storage/schema.ts'

type Dashboard = Pick<Row<'dashboards'>, 'id' | 'version' | 'json_metadata'>

/**
 * Returns the time zone in which a reader sees times; null if times are shown as in the data. `dashboard`: the row or
 * the id of the dashboard on which they are shown, if there is one. See docs/time.md.
 */
export type ViewZone = (subject: Subject, dashboard: Dashboard | number | null) => Promise<string | null>

/** Number of dashboards whose zone is cached, by their version. */
const REMEMBERED = 1000

/** The zone of the dashboard, else the one that the reader chose. */
export function createViewZone(db: Db): ViewZone {
  const known = new LRUCache<string, { zone: string | null }>({ max: REMEMBERED })

  const versionOf = (id: number) =>
    db.selectFrom('dashboards').select('version').where('id', '=', id).executeTakeFirst()

  async function metadataOf(id: number): Promise<string | null> {
    const stored = await db.selectFrom('dashboards').select('json_metadata').where('id', '=', id).executeTakeFirst()
    return stored?.json_metadata ?? null
  }

  async function ofDashboard(dashboard: Dashboard | number): Promise<string | null> {
    const [id, row] =
      typeof dashboard === 'number' ? [dashboard, await versionOf(dashboard)] : [dashboard.id, dashboard]
    if (!row) return null
    const key = `${id} ${row.version}`
    const remembered = known.get(key)
    if (remembered) return remembered.zone
    const metadata = typeof dashboard === 'number' ? await metadataOf(id) : dashboard.json_metadata
    const { time_zone: zone } = parseObject(metadata)
    const found = { zone: typeof zone === 'string' && isTimeZone(zone) ? zone : null }
    known.set(key, found)
    return found.zone
  }

  return async (subject, dashboard) =>
    (dashboard === null ? null : await ofDashboard(dashboard)) ?? subject.user?.timeZone ?? null
}
