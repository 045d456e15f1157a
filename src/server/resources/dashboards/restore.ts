import { DashboardUpdate, metadataComplaints } from '../../../model/dashboard/dashboard.ts'
import { isRecord, parseObject } from '../../../model/wire/json.ts'
import { addVersionRoutes, bodyOfVersion } from '../../listing/versionRoutes.ts'
import type { App } from '../../resource.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../storage/schema.ts'
import { updateDashboard } from './write.ts'

/** The history of a dashboard. */
export function addDashboardVersions(app: App, services: Services): void {
  addVersionRoutes(app, services, {
    path: '/api/v1/dashboard',
    kind: 'Dashboard',
    async restore({ subject, author, id, content, ifMatch }) {
      const { position_json, json_metadata, slug, ...fields } = content
      const positions = parseObject(text(position_json))
      const hasLayout = Object.keys(positions).length > 0
      const body = bodyOfVersion(DashboardUpdate, {
        ...fields,
        ...((await isSlugFree(services.db, id, text(slug))) && { slug }),
        ...(hasLayout ? {} : { position_json: null }),
        // the layout is saved as the editor saves it: its charts become those of the dashboard
        json_metadata: JSON.stringify({ ...acceptable(text(json_metadata)), ...(hasLayout && { positions }) }),
      })
      return (await updateDashboard(services, subject, author, id, body, ifMatch)).version
    },
  })
}

const text = (value: unknown) => (typeof value === 'string' ? value : null)

/** An address that another dashboard has in the meantime is not restored. */
async function isSlugFree(db: Db, id: number, slug: string | null): Promise<boolean> {
  if (slug === null) return true
  const taken = await db.selectFrom('dashboards').select('id').where('slug', '=', slug).executeTakeFirst()
  return taken === undefined || taken.id === id
}

/** Stored metadata without the keys that a save does not accept: imported files can contain others. */
function acceptable(json: string | null): Record<string, unknown> {
  const refused = new Set((metadataComplaints(json) ?? []).filter(isRecord).flatMap(Object.keys))
  return Object.fromEntries(Object.entries(parseObject(json)).filter(([key]) => !refused.has(key)))
}
