import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { audit } from '../access/audit.ts'
import type { Services } from '../services.ts'
import type { Db, Row, Trx } from '../storage/schema.ts'

/** One recipient of the mails of one report, as identified by a link in them. */
export interface Subscription {
  report: Pick<Row<'report_schedules'>, 'id' | 'name' | 'type'>
  address: string
}

/** Addresses are compared case-insensitively: few mail servers distinguish upper and lower case. */
const normal = (address: string) => address.toLowerCase()

const proof = ({ keys }: Pick<Services, 'keys'>, uuid: string, address: string) =>
  createHmac('sha256', keys.for('unsubscribe'))
    .update(`${uuid}\n${normal(address)}`)
    .digest()

/**
 * The link in a mail by which this recipient unsubscribes from this report. It gives no other right, and never expires.
 */
export function unsubscribeUrl(services: Pick<Services, 'keys' | 'baseUrl'>, uuid: string, address: string): string {
  const name = Buffer.from(address).toString('base64url')
  return `${services.baseUrl()}/unsubscribe/${uuid}.${name}.${proof(services, uuid, address).toString('base64url')}`
}

/** The recipient that a link identifies; undefined if the link was not created here, or the report was deleted. */
export async function subscriptionOf(
  services: Pick<Services, 'db' | 'keys'>,
  token: string,
): Promise<Subscription | undefined> {
  const [, uuid = '', name = '', mac = ''] = /^([\w-]{1,64})\.([\w-]{1,400})\.([\w-]{43})$/.exec(token) ?? []
  const address = Buffer.from(name, 'base64url').toString()
  const given = Buffer.from(mac, 'base64url')
  const expected = proof(services, uuid, address)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const report = await services.db
    .selectFrom('report_schedules')
    .select(['id', 'name', 'type'])
    .where('uuid', '=', uuid)
    .executeTakeFirst()
  return report && { report, address }
}

/** Addresses that have unsubscribed from a report. */
export async function unsubscribedFrom(db: Db | Trx, reportId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('report_unsubscribed')
    .select('address')
    .where('report_id', '=', reportId)
    .orderBy('address')
    .execute()
  return rows.map(({ address }) => address)
}

/** Those of the recipients who have not unsubscribed. */
export const subscribedOf = (addresses: readonly string[], unsubscribed: readonly string[]): string[] =>
  addresses.filter((address) => !unsubscribed.includes(normal(address)))

/** Unsubscribes a recipient from a report. The execution log shows it to the owners. Repeating it changes nothing. */
export async function unsubscribe(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { report, address }: Subscription,
  ip: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('report_unsubscribed')
      .values({ report_id: report.id, address: normal(address), created_on: now() })
      .onConflict((conflict) => conflict.columns(['report_id', 'address']).doNothing())
      .returning('address')
      .executeTakeFirst()
    if (!added) return
    const time = momentOfNoRun(now())
    await trx
      .insertInto('report_logs')
      .values({
        uuid: randomUUID(),
        report_id: report.id,
        scheduled_dttm: time,
        start_dttm: time,
        end_dttm: time,
        state: 'Not triggered',
        error_message: `${address} unsubscribed and gets no more mails of this ${report.type.toLowerCase()}. Edit it to undo this.`,
      })
      .execute()
    const object = `ReportSchedule:${report.id}`
    await audit(trx, { action: 'report_unsubscribe', object, address: ip, details: { address } }, now())
  })
}

/** A time that no run has: runs are due at full seconds, and their log entries are found by their times. */
const momentOfNoRun = (now: number) => (now % 1000 === 0 ? now + 1 : now)

/** Undoes unsubscribing. */
export async function subscribeAgain(trx: Trx, reportId: number, address: string): Promise<boolean> {
  const removed = await trx
    .deleteFrom('report_unsubscribed')
    .where('report_id', '=', reportId)
    .where('address', '=', normal(address))
    .returning('address')
    .executeTakeFirst()
  return removed !== undefined
}
