import { type ReportExtra, storedExtra } from '../../../model/report/reportExtra.ts'
import type { ReportCreate, ReportUpdate } from '../../../model/report/reportForm.ts'
import { GRACE_PERIOD_S, WORKING_TIMEOUT_S } from '../../../model/report/reportTerms.ts'
import { isRecord, parseObject } from '../../../model/wire/json.ts'
import { visible } from '../../access/access.ts'
import type { Subject } from '../../access/subject.ts'
import type { Change, Faults, Written } from '../../declared/declaration.ts'
import { checkOwners, ownersOfNew, setRelated } from '../../entities/owners.ts'
import { ListedError } from '../../errors.ts'
import { scheduleReport } from '../../reports/reportSchedule.ts'
import type { Db, Row, Trx } from '../../storage/schema.ts'

type Report = Row<'report_schedules'>
type Body = Partial<ReportCreate> & ReportUpdate
type ReportChange = Change<Report, Partial<ReportCreate>>

/** Defaults of a new alert or report. */
const defaults = {
  active: true,
  creation_method: 'alerts_reports',
  timezone: 'UTC',
  report_format: 'PNG',
  validator_config_json: '{}',
  extra_json: '{}',
  force_screenshot: false,
  log_retention: 90,
  grace_period: GRACE_PERIOD_S,
  working_timeout: WORKING_TIMEOUT_S,
  last_state: 'Not triggered',
} as const satisfies Partial<Report>

/** JSON in the format of the original: with a space after each comma and colon. */
function spacedJson(value: unknown): string {
  if (!isRecord(value)) return JSON.stringify(value)
  const parts = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${spacedJson(inner)}`)
  return `{${parts.join(', ')}}`
}

/** `{"op": ">", "threshold": 10.0}`: the contract writes the threshold as a decimal number. */
function validatorJson({ op, threshold, confidence, side }: NonNullable<Body['validator_config_json']>): string {
  const number = Number.isInteger(threshold) ? `${threshold}.0` : threshold
  const parts = [
    ...(op === undefined ? [] : [`"op": ${JSON.stringify(op)}`]),
    ...(threshold === undefined ? [] : [`"threshold": ${number}`]),
    ...(confidence === undefined ? [] : [`"confidence": ${confidence}`]),
    ...(side === undefined ? [] : [`"side": ${JSON.stringify(side)}`]),
  ]
  return `{${parts.join(', ')}}`
}

/** The columns of a body. A report is about one chart or one dashboard: naming one replaces the other. */
export function reportColumns(body: Partial<ReportCreate>, { stored }: ReportChange): Partial<Report> {
  const { validator_config_json: validator, extra, chart, dashboard, selected_tabs: tabs } = body
  const isPlaced = stored !== undefined && chart !== undefined && dashboard === undefined && chart !== null
  const isBoard = stored !== undefined && dashboard !== undefined && chart === undefined && dashboard !== null
  const more = tabs ? { ...extra, dashboard: { ...dashboardExtra(extra), selectedTabs: tabs } } : extra
  return {
    ...(stored === undefined ? withDefaults(body) : {}),
    ...(validator === undefined ? {} : { validator_config_json: validatorJson(validator) }),
    ...(more === undefined ? {} : { extra_json: JSON.stringify(more ?? {}) }),
    ...(body.grace_period === null ? { grace_period: GRACE_PERIOD_S } : {}),
    ...(isPlaced ? { dashboard_id: null } : {}),
    ...(isBoard ? { chart_id: null } : {}),
  }
}

/** The defaults of the fields that a body leaves out. */
const withDefaults = (body: object): Partial<Report> =>
  Object.fromEntries(Object.entries(defaults).filter(([name]) => (body as Record<string, unknown>)[name] === undefined))

const dashboardExtra = (extra: unknown): Record<string, unknown> =>
  isRecord(extra) && isRecord(extra['dashboard']) ? extra['dashboard'] : {}

/** Errors of an alert or report as it will be, in the texts of the contract. */
export async function checkReport(db: Db, next: Partial<Report>, change: ReportChange): Promise<Faults> {
  const { body, subject, stored } = change
  const faults: Faults =
    stored === undefined ? missingParts(next, body.extra?.saved_query !== undefined) : bothParts(body)
  if (await isNameTaken(db, next, stored)) {
    faults['name'] = [`${next.type === 'Alert' ? 'An alert' : 'A report'} named "${next.name}" already exists`]
  }
  if (body.extra) {
    const unknown = await unknownTabs(db, subject, body.extra, next.dashboard_id ?? null)
    if (unknown.length > 0) {
      const names = unknown.map((tab) => `'${tab}'`).join(', ')
      faults['extra'] = [`Invalid tab ids: {'tab_ids': "{${names}}"}(tab_ids)`]
    }
    const missing = await missingThings(db, subject, body.extra, storedExtra(stored?.extra_json ?? '{}'))
    if (missing) faults['extra'] = [missing]
  }
  if (Object.keys(faults).length === 0 && stored === undefined) await refuseSecond(db, next, subject)
  return faults
}

/** A change may name a chart or a dashboard, or both with one of them null. */
const bothParts = ({ chart, dashboard }: Partial<ReportCreate>): Faults =>
  chart != null && dashboard != null ? { chart: 'Choose a chart or dashboard not both' } : {}

function missingParts(
  { type, chart_id, dashboard_id, database_id, creation_method }: Partial<Report>,
  isQuery: boolean,
): Faults {
  const faults: Faults = {}
  if (chart_id != null && dashboard_id != null) faults['chart'] = 'Choose a chart or dashboard not both'
  if (chart_id == null && dashboard_id == null && !isQuery) {
    if (creation_method === 'charts' || creation_method === 'dashboards') {
      const what = creation_method === 'charts' ? 'chart' : 'dashboard'
      faults[what] = `Please save your ${what} first, then try creating a new email report.`
    } else faults['chart'] = 'Must choose either a chart or a dashboard'
  }
  if (type === 'Alert' && database_id == null) faults['database'] = 'Database is required for alerts'
  return faults
}

async function isNameTaken(db: Db, { name, type }: Partial<Report>, stored: Report | undefined): Promise<boolean> {
  const other = await db
    .selectFrom('report_schedules')
    .select('id')
    .where('name', '=', name ?? '')
    .where('type', '=', type ?? 'Report')
    .where('id', '!=', stored?.id ?? 0)
    .executeTakeFirst()
  return other !== undefined
}

/** Ids of tabs and of other parts that the dashboard does not have. A hidden dashboard has none, like a missing one. */
async function unknownTabs(db: Db, subject: Subject, extra: object, dashboardId: number | null): Promise<string[]> {
  const { activeTabs, anchor } = dashboardExtra(extra)
  const wanted = [...(Array.isArray(activeTabs) ? activeTabs : []), ...(anchor ? [anchor] : [])].map(String)
  if (wanted.length === 0) return []
  const dashboard = await db
    .selectFrom('dashboards')
    .select('position_json')
    .where('id', '=', dashboardId ?? 0)
    .where(visible.dashboards(subject))
    .executeTakeFirst()
  const layout = parseObject(dashboard?.position_json ?? null)
  return wanted.filter((tab) => !Object.hasOwn(layout, tab))
}

/** Further dashboards and a saved query that the user does not see. Those that were stored before may stay. */
async function missingThings(
  db: Db,
  subject: Subject,
  { dashboards = [], saved_query: query }: ReportExtra,
  stored: ReportExtra,
): Promise<string | undefined> {
  const added = dashboards.filter((id) => !stored.dashboards?.includes(id))
  const found = await db
    .selectFrom('dashboards')
    .select('id')
    .where('id', 'in', [0, ...added])
    .where(visible.dashboards(subject))
    .execute()
  if (found.length < new Set(added).size) return 'Dashboard does not exist'
  if (query === undefined || query === stored.saved_query) return undefined
  const own = await db
    .selectFrom('saved_queries')
    .select('id')
    .where('id', '=', query)
    .where('created_by', '=', subject.user?.id ?? 0)
    .executeTakeFirst()
  return own ? undefined : 'Saved query does not exist'
}

/** Outside of the list of alerts and reports, a user can create only one report for each chart or dashboard. */
async function refuseSecond(db: Db, next: Partial<Report>, subject: Subject): Promise<void> {
  if (next.creation_method === 'alerts_reports') return
  const { chart_id: chart, dashboard_id: dashboard } = next
  const other = await db
    .selectFrom('report_schedules')
    .select('id')
    .where('created_by', '=', subject.user?.id ?? 0)
    .where(dashboard == null ? 'chart_id' : 'dashboard_id', '=', dashboard ?? chart ?? 0)
    .executeTakeFirst()
  if (other) throw new ListedError(409, 'Resource already has an attached report.')
}

/** Writes the schedule, owners and recipients of a stored report. */
export async function writeParts(
  trx: Trx,
  { id, body, row }: Written<Report, Partial<ReportCreate>>,
  { subject, stored, author }: ReportChange,
): Promise<void> {
  await scheduleReport(trx, row, author.now)
  // owners who do not exist were reported before
  const owners =
    stored === undefined
      ? await ownersOfNew(trx, subject, body.owners, {})
      : body.owners && (await checkOwners(trx, subject, body.owners, {}))
  if (owners) await setRelated(trx, { table: 'report_owners', key: 'report_id', other: 'user_id' }, id, owners)
  if (!body.recipients) return
  await saveRecipients(
    trx,
    id,
    body.recipients.map(({ type, recipient_config_json: config = {} }) => ({
      type,
      recipient_config_json: spacedJson(config),
    })),
  )
}

/**
 * A recipient keeps its id, because it identifies the mails that a run has sent: after an edit between two attempts,
 * nothing is sent twice.
 */
async function saveRecipients(trx: Trx, reportId: number, wanted: readonly Omit<Recipient, 'id'>[]): Promise<void> {
  const stored = (await recipientsOf(trx, [reportId])).get(reportId) ?? []
  const left = [...stored]
  const take = (fits: (recipient: Recipient) => boolean) => {
    const at = left.findIndex(fits)
    return at < 0 ? undefined : left.splice(at, 1)[0]?.id
  }
  // unchanged ones first, so that the id of a removed recipient is not given to another one
  const equal = wanted.map(({ type, recipient_config_json: config }) =>
    take((other) => other.type === type && other.recipient_config_json === config),
  )
  for (const [at, recipient] of wanted.entries()) {
    if (equal[at] !== undefined) continue
    const id = take(({ type }) => type === recipient.type)
    if (id === undefined) {
      await trx
        .insertInto('report_recipients')
        .values({ report_id: reportId, ...recipient })
        .execute()
    } else await trx.updateTable('report_recipients').set(recipient).where('id', '=', id).execute()
  }
  const removed = left.map(({ id }) => id)
  if (removed.length > 0) await trx.deleteFrom('report_recipients').where('id', 'in', removed).execute()
}

type Recipient = Pick<Row<'report_recipients'>, 'id' | 'type' | 'recipient_config_json'>

/** Recipients by report. */
export async function recipientsOf(db: Db | Trx, ids: readonly number[]): Promise<Map<number, Recipient[]>> {
  const rows = await db
    .selectFrom('report_recipients')
    .selectAll()
    .where('report_id', 'in', [...ids])
    .orderBy('id')
    .execute()
  const byReport = Map.groupBy(rows, ({ report_id }) => report_id)
  return new Map(
    [...byReport].map(([report, recipients]) => [
      report,
      recipients.map(({ id, type, recipient_config_json }) => ({ id, type, recipient_config_json })),
    ]),
  )
}
