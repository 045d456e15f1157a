import { maxId } from '../../model/wire/fields.ts'
import type { Db, Row } from '../storage/schema.ts'
import { linkTo } from './link.ts'

/** A dashboard by the id or slug of an address; undefined if it does not exist. Digits are always an id. */
export async function findDashboard(db: Db, idOrSlug: string | number): Promise<Row<'dashboards'> | undefined> {
  const text = String(idOrSlug)
  const dashboards = db.selectFrom('dashboards').selectAll()
  if (/^\d+$/.test(text))
    return Number(text) > maxId ? undefined : dashboards.where('id', '=', Number(text)).executeTakeFirst()
  return dashboards.where('slug', '=', text).executeTakeFirst()
}

export const dashboardUrl = ({ id, slug }: { id: number; slug: string | null }) => `/superset/dashboard/${slug || id}/`

/** Identifies the state of a dashboard that a thumbnail shows. */
export const dashboardDigest = ({ uuid, version }: Pick<Row<'dashboards'>, 'uuid' | 'version'>) =>
  `${uuid.replaceAll('-', '')}${version}`

export const dashboardLink = (dashboard: { id: number; slug: string | null; dashboard_title: string | null }) =>
  linkTo(dashboardUrl(dashboard), dashboard.dashboard_title ?? '')
