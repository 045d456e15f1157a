import { z } from 'zod'
import { filterTargets } from '../../model/dashboard/filterTargets.ts'
import { maxId } from '../../model/wire/fields.ts'
import { parseObject } from '../../model/wire/json.ts'
import type { Db } from '../storage/schema.ts'
import type { Guest, RowRule, Subject } from './subject.ts'

/** Guest tokens are valid for five minutes; embedding pages request a new one from their server before that. */
const LIFE_S = 300
const audience = 'sextant-guest'

const Claims = z.object({
  user: z.object({
    username: z.string().max(100).optional(),
    first_name: z.string().max(100).optional(),
    last_name: z.string().max(100).optional(),
  }),
  resources: z.array(z.object({ type: z.literal('dashboard'), id: z.string().max(255) })).max(100),
  rls_rules: z.array(z.object({ clause: z.string(), dataset: z.int().optional() })).max(100),
})
export type GuestClaims = z.infer<typeof Claims>

/** A signed token for a visitor of another site, with the dashboards and row rules of that visitor. */
export async function issueGuestToken(key: Buffer, claims: GuestClaims, now: number): Promise<string> {
  const { SignJWT } = await import('jose')
  const seconds = Math.floor(now / 1000)
  return new SignJWT({ ...claims, type: 'guest' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience(audience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + LIFE_S)
    .sign(key)
}

/** The content of a guest token; undefined if it is not valid. */
export async function readGuestToken(key: Buffer, token: string, now: number): Promise<GuestClaims | undefined> {
  const { jwtVerify } = await import('jose')
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      audience,
      currentDate: new Date(now),
      maxTokenAge: LIFE_S,
      requiredClaims: ['exp', 'iat'],
    })
    const parsed = Claims.safeParse(payload)
    return payload['type'] === 'guest' && parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/**
 * Ids of embedded dashboards by the ids in a token: the uuid under which a dashboard is embedded, its id, or its slug.
 * Dashboards that are no longer embedded are left out.
 */
export async function embeddedIds(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const numbers = wanted.filter((id) => /^\d{1,10}$/.test(id) && Number(id) <= maxId).map(Number)
  const rows = await db
    .selectFrom('embedded_dashboards')
    .innerJoin('dashboards', 'dashboards.id', 'embedded_dashboards.dashboard_id')
    .select(['dashboards.id', 'dashboards.slug', 'embedded_dashboards.uuid'])
    .where((eb) =>
      eb.or([
        eb('embedded_dashboards.uuid', 'in', wanted),
        eb('dashboards.slug', 'in', wanted),
        eb('dashboards.id', 'in', [0, ...numbers]),
      ]),
    )
    .execute()
  const known = new Map<string, number>()
  for (const id of wanted) {
    const row = rows.find(({ uuid }) => uuid === id) ?? rows.find((each) => id === String(each.id) || id === each.slug)
    if (row) known.set(id, row.id)
  }
  return known
}

/**
 * Permissions of guests on the dashboards of their token. Guests hold no grants: only their token gives access to data.
 */
const guestPermissions = [
  'can_read:Chart',
  'can_read:Dashboard',
  'can_read:EmbeddedDashboard',
  'can_read:DashboardFilterStateRestApi',
  'can_write:DashboardFilterStateRestApi',
  'can_read:DashboardPermalinkRestApi',
  'can_write:DashboardPermalinkRestApi',
  'can_read:AdvancedDataType',
  'can_time_range:Api',
  'can_csv:Superset',
  'can_log:Superset',
]

/** The subject of a guest token: its dashboards, and the row rules of everybody who is not signed in. */
export async function guestSubject(db: Db, anonymous: Subject, claims: GuestClaims): Promise<Subject> {
  const ids = await embeddedIds(
    db,
    claims.resources.map(({ id }) => id),
  )
  const dashboardIds = [...new Set(ids.values())]
  const guest: Guest = {
    username: claims.user.username ?? 'guest_user',
    firstName: claims.user.first_name ?? 'Guest',
    lastName: claims.user.last_name ?? 'User',
    dashboardIds,
  }
  const ruled = claims.rls_rules.some(({ dataset }) => dataset === undefined) ? await datasetsOf(db, dashboardIds) : []
  return {
    user: undefined,
    guest,
    roles: [{ id: 0, name: 'Guest', permissions: guestPermissions }],
    permissions: new Set(guestPermissions),
    grants: { databases: new Set(), schemas: new Set(), datasets: new Set() },
    rowRules: [...anonymous.rowRules, ...claims.rls_rules.map((rule, at) => ruleOf(rule, -1 - at, ruled))],
    isAdmin: false,
  }
}

/** A rule of a token. Without a dataset it applies to every dataset of the token's dashboards. */
export const ruleOf = (
  { clause, dataset }: GuestClaims['rls_rules'][number],
  id: number,
  all: readonly number[],
): RowRule => ({ id, groupKey: null, clause, datasetIds: dataset === undefined ? all : [dataset] })

/** Datasets of the charts and native filters of dashboards. */
export async function datasetsOf(db: Db, dashboardIds: readonly number[]): Promise<number[]> {
  const wanted = [0, ...dashboardIds]
  const [charts, dashboards] = await Promise.all([
    db
      .selectFrom('dashboard_charts')
      .innerJoin('charts', 'charts.id', 'dashboard_charts.chart_id')
      .select('charts.datasource_id')
      .distinct()
      .where('dashboard_charts.dashboard_id', 'in', wanted)
      .execute(),
    db.selectFrom('dashboards').select('json_metadata').where('id', 'in', wanted).execute(),
  ])
  const targets = dashboards.flatMap((row) => filterTargets(parseObject(row.json_metadata)))
  return [...new Set([...charts.map((row) => row.datasource_id), ...targets.map(({ datasetId }) => datasetId)])]
}
