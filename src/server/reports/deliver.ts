import { randomUUID } from 'node:crypto'
import { AppError } from '../../model/errors/errors.ts'
import { mailRecipients, slackChannels, webhookAddress } from '../../model/report/recipients.ts'
import { storedExtra } from '../../model/report/reportExtra.ts'
import { GRACE_PERIOD_S } from '../../model/report/reportTerms.ts'
import { isRecord, parseObject } from '../../model/wire/json.ts'
import type { Subject } from '../access/subject.ts'
import { chartUrl } from '../entities/charts.ts'
import { findDashboard } from '../entities/dashboards.ts'
import { contextOf, keyOfContext, newPermalinkKey, writeState } from '../entities/keyValues.ts'
import { LeaseLost } from '../jobs/jobs.ts'
import { JobFailure, type JobRun, NothingHappened } from '../jobs/kind.ts'
import { type Voice, voiceOf } from '../language.ts'
import type { Services } from '../services.ts'
import type { Row, Trx } from '../storage/schema.ts'
import { type Content, chartContent, dashboardContent, savedQueryContent } from './content.ts'
import { MessageRefused, RecipientPostponed, type SendMail } from './mail.ts'
import { failureMail, type MailPart, type MailText, reportMail, unreadMail } from './mailText.ts'
import { type Message, slackText } from './message.ts'
import { ReportRefusal, RowsRefusal } from './refusal.ts'
import { REPORT_JOB } from './reportSchedule.ts'
import { subscribedOf, unsubscribedFrom, unsubscribeUrl } from './unsubscribe.ts'

type Report = Row<'report_schedules'>

/** The mail library is loaded when the first mail is sent. */
async function mailerOf({ config }: Services): Promise<{ send: SendMail }> {
  const { smtp } = config
  if (!smtp) throw refused('No mail server is configured: SEXTANT_SMTP_URL is not set.')
  const { createMailer } = await import('./mailer.ts')
  return { send: createMailer(smtp) }
}

const refused = (message: string) => new ReportRefusal(message)

interface Reader {
  /** @throws AppError if no user has this address */
  subject(): Promise<Subject>
  /** Sends the reason why the recipient's data cannot be read. */
  tell(reason: string, signal: AbortSignal): Promise<void>
}

/** A mail, a message in a channel, a call of a webhook: sent at most once in a run. */
interface Delivery {
  /** Name of the effect. */
  name: string
  by: 'mail' | 'slack' | 'webhook'
  to: readonly string[]
  /** The recipient, if each recipient gets only the data that they may see. */
  reader?: Reader
  send(message: Message, signal: AbortSignal): Promise<void>
}

/** Maximum number of recipients without a mail server. With one, its setting applies. */
const MOST_RECIPIENTS = 100

/**
 * Sends an alert or report to its recipients.
 * @returns the recipients of messages that an earlier attempt may have sent
 */
export async function deliver(services: Services, run: JobRun, what: Told, signal: AbortSignal): Promise<string[]> {
  const { report } = what
  if (isOfNothing(report)) throw refused('The chart or dashboard was deleted.')
  const deliveries = await deliveriesOf(services, run, report)
  const count = deliveries.reduce((sum, { to }) => sum + to.length, 0)
  const most = services.config.smtp?.mostRecipients ?? MOST_RECIPIENTS
  if (count === 0) throw await nobody(services, report)
  if (count > most) throw refused(`The report has ${count} recipients. This server allows ${most}.`)
  // a query runs with the owner's rights first: if the owner may not run it, it is not run for other readers either
  const isNeeded = isOfQuery(report) || deliveries.some(({ reader }) => !reader)
  const shared = isNeeded ? await messageOf(services, what, signal) : undefined
  const sendingOf = async ({ reader, send, to }: Delivery): Promise<Sending> => {
    if (!reader) return () => send(shared as Message, signal)
    const notFor = (error: AppError) =>
      new NothingHappened(new MessageRefused(`${to.join(', ')}: ${error.message}`, error))
    const subject = await reader.subject().catch((error: unknown) => {
      throw error instanceof ReportRefusal ? notFor(error) : new NothingHappened(error)
    })
    try {
      // the owner's result may contain what the reader may not see
      const message = await messageOf(services, { ...what, subject, value: null, expected: null }, signal)
      return () => send(message, signal)
    } catch (error) {
      if (!(error instanceof AppError) || signal.aborted || isMomentary(error)) throw new NothingHappened(error)
      if (isWithoutRows(error)) throw notFor(error)
      services.log.warn({ err: error }, `the report ${report.id} cannot be read by one of its recipients`)
      // the failure may depend on rows that only the reader may see, so the owners are not notified
      return () => reader.tell(error.message, signal)
    }
  }
  return sendAll(run, deliveries, sendingOf)
}

/** Whether a server or database is unavailable or busy: this affects all readers, so the job is tried again. */
const isMomentary = ({ code, status }: AppError) => status === 429 || status === 503 || code.startsWith('CONNECTION_')

/** Whether the object of a report was deleted or cannot be read at all: this does not depend on rows. */
const isWithoutRows = (error: AppError) =>
  error instanceof ReportRefusal || error.status === 403 || error.status === 404

/** Sends a message whose content is complete. */
type Sending = () => Promise<void>

const isOfNothing = (report: Report) => report.chart_id === null && report.dashboard_id === null && !isOfQuery(report)

const isOfQuery = ({ chart_id, dashboard_id, extra_json }: Report) =>
  chart_id === null && dashboard_id === null && storedExtra(extra_json).saved_query !== undefined

/** The content of an alert or report, and the user with whose rights its data are read. */
interface Told {
  report: Report
  subject: Subject
  /** The result of the condition of an alert. */
  value: number | null
  expected?: string | null
}

const nobody = async ({ db }: Services, { id }: Report) =>
  refused(
    (await unsubscribedFrom(db, id)).length > 0 ? 'All recipients have unsubscribed.' : 'The report has no recipients.',
  )

/** A server that rejects this many messages in a row counts as unavailable: the rest waits for the next attempt. */
const MOST_POSTPONED = 3

/**
 * A message that is rejected or deferred for one recipient does not delay the others; a server that rejects everything
 * or is unavailable is not tried for each of them.
 * @returns the recipients of messages that may have arrived
 * @throws NothingHappened if another attempt makes sense, else MessageRefused with all that did not arrive
 */
async function sendAll(
  run: JobRun,
  deliveries: readonly Delivery[],
  sendingOf: (delivery: Delivery) => Promise<Sending>,
): Promise<string[]> {
  const unknown: string[] = []
  const refusals: MessageRefused[] = []
  const notTried: string[] = []
  let postponed: NothingHappened | undefined
  const inARow = { mail: 0, slack: 0, webhook: 0 }
  for (const delivery of deliveries) {
    const { by, to } = delivery
    if (inARow[by] >= MOST_POSTPONED) {
      notTried.push(...to)
      continue
    }
    const outcome = await sendingOf(delivery)
      .then((sending) => run.once(delivery.name, sending))
      .catch(isUnknown)
    inARow[by] = isAway(outcome) ? inARow[by] + 1 : 0
    if (outcome === 'unknown') unknown.push(...to)
    else if (outcome instanceof NothingHappened) postponed = outcome
    else if (outcome instanceof MessageRefused) {
      refusals.push(outcome)
      if (outcome.isOfAll) inARow[by] = MOST_POSTPONED
    }
  }
  const cause = postponed?.cause
  // a cause that is not a JobFailure is a fault of this server, whose log has the details
  if (postponed && !(run.isLastAttempt && cause instanceof JobFailure)) throw postponed
  const causes = [...refusals, ...(cause instanceof JobFailure ? [cause] : [])]
  if (causes.length === 0) return unknown
  const sentences = [
    ...causes.map(({ message }) => message),
    ...(unknown.length > 0 ? [`The message to ${unknown.join(', ')} may have arrived.`] : []),
    ...(notTried.length > 0 ? [`Nothing was sent to ${notTried.join(', ')}.`] : []),
  ]
  throw new MessageRefused([...new Set(sentences)].join(' '), causes[0])
}

const isAway = (outcome: unknown): boolean =>
  outcome instanceof NothingHappened && !(outcome.cause instanceof RecipientPostponed)

/** The content of an alert or report, read with the rights of a user. */
export async function messageOf(
  services: Services,
  { report, subject, value, expected = null }: Told,
  signal: AbortSignal,
): Promise<Message> {
  const [first, ...more] = await contentsOf(services, report, subject, signal)
  if (!first) throw refused('The chart or dashboard was deleted.')
  const { type, name, description, email_subject } = report
  const attachments = [first, ...more].flatMap(({ files }) => files)
  const bytes = attachments.reduce((sum, { content }) => sum + content.length, 0)
  if (bytes > MOST_BYTES) throw new RowsRefusal('The files of the report are too large for an email.')
  return {
    ...partOf(first),
    type,
    subject: email_subject,
    name,
    description,
    value,
    expected,
    more: more.map(partOf),
    files: attachments.flatMap(({ filename, cid }) => (cid === undefined ? [filename] : [])),
    attachments,
  }
}

/** Maximum size of all files of a message together. */
const MOST_BYTES = 20 * 1024 * 1024

const partOf = ({ title, link, highlights, tables, pictures }: LinkedContent): MailPart => ({
  title,
  link,
  highlights,
  tables,
  pictures,
})

/** Sends the mail of a report to one address now, outside of its schedule. */
export async function sendTest(services: Services, message: Message, address: string, signal: AbortSignal) {
  const { send } = await mailerOf(services)
  const host = new URL(services.baseUrl()).hostname
  const messageId = `<test.${randomUUID()}@${host}>`
  const text = reportMail(message, { voice: await commonVoice(services, [address]) })
  await send({ ...text, to: [address], attachments: message.attachments, messageId }, signal)
}

/** @throws AppError for a recipient that this server cannot reach, or that is not an address */
async function deliveriesOf(services: Services, run: JobRun, report: Report): Promise<Delivery[]> {
  const recipients = await services.db
    .selectFrom('report_recipients')
    .selectAll()
    .where('report_id', '=', report.id)
    .orderBy('id')
    .execute()
  const found: Delivery[] = []
  for (const { id, type, recipient_config_json } of recipients) {
    const part = { services, run, report, id, config: parseObject(recipient_config_json) }
    if (type === 'Email') found.push(...(await mailDeliveries(part)))
    else if (type === 'Slack') found.push(...(await slackDeliveries(part)))
    else found.push(await webhookDelivery(part))
  }
  return found
}

interface RecipientPart {
  services: Services
  run: JobRun
  report: Report
  id: number
  config: Record<string, unknown>
}

const checkAddresses = (invalid: readonly string[]): void => {
  if (invalid.length > 0) throw refused(`The report has recipients that are not addresses: ${invalid.join(', ')}.`)
}

async function mailDeliveries({ services, run, report, id, config }: RecipientPart): Promise<Delivery[]> {
  const { to, cc, bcc, invalid } = mailRecipients(config)
  checkAddresses(invalid)
  if (to.length + cc.length + bcc.length === 0) return []
  const { send } = await mailerOf(services)
  const addressed = { to, cc, bcc, messageId: messageId(services, report, run, String(id)) }
  const unsubscribed = await unsubscribedFrom(services.db, report.id)
  const isOwn = storedExtra(report.extra_json).per_recipient === true
  const subscribed = [...new Set(subscribedOf([...to, ...cc, ...bcc], unsubscribed))]
  const voices = await voicesOf(services, subscribed)
  // each recipient gets a copy with their own link to unsubscribe; the headers of a copy name all recipients
  return subscribed.map((recipient, at) => {
    const unsubscribe = unsubscribeUrl(services, report.uuid, recipient)
    const written = { unsubscribe, voice: voices[at] }
    const reader = {
      subject: () => readerOf(services, recipient),
      tell(reason: string, signal: AbortSignal) {
        const text = unreadMail({ ...report, link: linkOf(services, report) }, reason, written)
        return send({ ...text, to: [recipient], messageId: addressed.messageId, unsubscribe }, signal).catch(notSent)
      },
    }
    return {
      name: `mail ${id} ${recipient}`,
      by: 'mail',
      to: [recipient],
      ...(isOwn && { reader }),
      send(message, signal) {
        const text = reportMail(message, written)
        const mail = { ...text, ...addressed, recipient, unsubscribe, attachments: message.attachments }
        return send(mail, signal).catch(notSent)
      },
    }
  })
}

/** The address of the first object of a report. */
function linkOf({ baseUrl }: Services, { chart_id, dashboard_id, extra_json }: Report): string {
  if (chart_id !== null) return `${baseUrl()}${chartUrl(chart_id)}`
  if (dashboard_id !== null) return `${baseUrl()}/superset/dashboard/${dashboard_id}/`
  return `${baseUrl()}/superset/sqllab/?savedQueryId=${storedExtra(extra_json).saved_query ?? ''}`
}

/** How to write to each address: in the language of its user, else in English. */
async function voicesOf({ db }: Services, addresses: readonly string[]): Promise<Voice[]> {
  const emails = addresses.map((address) => address.toLowerCase())
  const users = await db
    .selectFrom('users')
    .select((eb) => ['language', eb.fn<string>('lower', ['email']).as('address')])
    .where((eb) => eb(eb.fn<string>('lower', ['email']), 'in', emails))
    .execute()
  const languages = new Map(users.map(({ address, language }) => [address, language]))
  return Promise.all(emails.map((email) => voiceOf(languages.get(email) ?? 'en')))
}

/** One language for several readers: English if theirs differ. */
async function commonVoice(services: Services, addresses: readonly string[]): Promise<Voice> {
  const [first, ...others] = new Set(await voicesOf(services, addresses))
  return first && others.length === 0 ? first : voiceOf('en')
}

/** The user with this address. @throws AppError if nobody has it */
async function readerOf({ db, subjects }: Services, address: string): Promise<Subject> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', address.toLowerCase()))
    .where('is_active', '=', true)
    .executeTakeFirst()
  const found = user && (await subjects.ofUser(user.id))
  if (!found) throw refused('nobody with this address has an account, so it is unknown what this recipient may see.')
  return found.subject
}

/** Reports a refused mail to a single recipient as not sent. The refusal is the cause, so it is not tried again. */
function notSent(error: unknown): never {
  throw error instanceof MessageRefused ? new NothingHappened(error) : error
}

async function slackDeliveries({ services, id, config }: RecipientPart): Promise<Delivery[]> {
  const { slack } = services.config
  if (!slack) throw refused('Slack is not configured: SEXTANT_SLACK_TOKEN is not set.')
  const { channels, invalid } = slackChannels(config)
  checkAddresses(invalid)
  const { createSlack } = await import('./slack.ts')
  const { text, file } = createSlack(slack)
  return channels.map((channel) => ({
    name: `slack ${id} ${channel}`,
    by: 'slack',
    to: [channel],
    async send(message, signal) {
      const channelId = await text(channel, slackText(message), signal)
      for (const attachment of message.attachments) await file(channelId, attachment, signal).catch(afterText)
    },
  }))
}

/** A failure after the text has arrived is final: another attempt would send the text again. */
function afterText(error: unknown): never {
  const cause = error instanceof NothingHappened ? error.cause : error
  throw new MessageRefused(`The text was sent to Slack, its file was not: ${(cause as Error).message}`, cause)
}

async function webhookDelivery({ services, run, report, id, config }: RecipientPart): Promise<Delivery> {
  const { config: settings, now } = services
  const { webhook } = settings
  if (!webhook) throw refused('Webhooks are not configured: SEXTANT_WEBHOOK_SECRET is not set.')
  const address = webhookAddress(config)
  if (!address) throw refused('The report has a webhook whose address is not valid.')
  const { sendWebhook } = await import('./webhook.ts')
  const delivery = `${report.uuid}.${run.dueOn}.${id}`
  return {
    name: `webhook ${id}`,
    by: 'webhook',
    to: [address.host],
    send: (message, signal) => sendWebhook(webhook, { address, message, id: delivery, now: now() }, signal),
  }
}

/**
 * What an error means for a message. If the outcome is unknown, the connection was cut during the handover.
 * @throws LeaseLost
 */
function isUnknown(error: unknown): 'unknown' | MessageRefused | NothingHappened {
  if (error instanceof LeaseLost) throw error
  if (error instanceof NothingHappened && error.cause instanceof MessageRefused) return error.cause
  return error instanceof NothingHappened || error instanceof MessageRefused ? error : 'unknown'
}

/** The message id of a mail. It is the same for each attempt, so that a repeated mail is recognized. */
const messageId = ({ baseUrl }: Services, { uuid }: Report, { dueOn }: JobRun, part: string) =>
  `<${uuid}.${dueOn}.${part.replaceAll(' ', '-')}@${new URL(baseUrl()).hostname}>`

type LinkedContent = Content & { link: string }

/** The objects of a report: one chart, saved query or dashboard, and further dashboards. */
async function contentsOf(
  services: Services,
  report: Report,
  subject: Subject,
  signal: AbortSignal,
): Promise<LinkedContent[]> {
  const { baseUrl } = services
  if (report.chart_id !== null) {
    const content = await chartContent(services, report, subject, signal)
    return [{ ...content, link: `${baseUrl()}${chartUrl(report.chart_id)}` }]
  }
  const { dashboard: stored, dashboards = [], saved_query } = storedExtra(report.extra_json)
  if (report.dashboard_id === null && saved_query !== undefined) {
    return [await savedQueryOf(services, saved_query, report, subject, signal)]
  }
  if (report.dashboard_id === null) throw refused('The chart or dashboard was deleted.')
  const state = isRecord(stored) ? stored : {}
  const ids = [...new Set([report.dashboard_id, ...dashboards])]
  const contents: LinkedContent[] = []
  for (const id of ids) {
    // the stored filters and tabs belong to the first dashboard
    const own = id === report.dashboard_id ? state : {}
    contents.push(await dashboardOf(services, id, { report, state: own }, subject, signal))
  }
  return contents
}

async function dashboardOf(
  services: Services,
  id: number,
  { report, state }: { report: Report; state: Record<string, unknown> },
  subject: Subject,
  signal: AbortSignal,
): Promise<LinkedContent> {
  const { baseUrl, db, can } = services
  await can(subject, 'read', { kind: 'Dashboard', id }).catch(() => {
    throw refused('The dashboard was deleted or may not be read.')
  })
  const dashboard = await findDashboard(db, id)
  if (!dashboard) throw refused('The dashboard was deleted.')
  const content = await dashboardContent(services, dashboard, { report, state }, subject, signal)
  return { ...content, link: `${baseUrl()}${await dashboardLink(services, report, { id, state }, subject)}` }
}

async function savedQueryOf(
  services: Services,
  id: number,
  report: Report,
  subject: Subject,
  signal: AbortSignal,
): Promise<LinkedContent> {
  const content = await savedQueryContent(services, id, report, subject, signal)
  return { ...content, link: `${services.baseUrl()}/superset/sqllab/?savedQueryId=${id}` }
}

/** The address of a dashboard; a permalink if the report has filters or tabs for it. */
async function dashboardLink(
  services: Services,
  report: Report,
  { id, state }: { id: number; state: Record<string, unknown> },
  subject: Subject,
): Promise<string> {
  if (Object.keys(state).length === 0) return `/superset/dashboard/${id}/`
  const value = JSON.stringify({ dashboardId: String(id), state })
  const context = contextOf('report', report.id, value)
  const kind = 'dashboard_permalink'
  const key = (await keyOfContext(services.db, services, kind, context)) ?? newPermalinkKey()
  const ownerId = subject.user?.id ?? null
  // also for an existing permalink, because permalinks are deleted some time after they were last shared
  await writeState(services.db, services, key, { kind, context, objectId: id, ownerId, value })
  return `/superset/dashboard/p/${key}/`
}

/** Notifies the owners of a failed run, unless they were notified of a failure within the grace period. */
export async function tellOwners(
  services: Services,
  run: JobRun,
  report: Report,
  owners: readonly { email: string }[],
  message: string,
): Promise<void> {
  if (owners.length === 0 || (await wereTold(services, run, report))) return
  const { send } = await mailerOf(services)
  const { type, name } = report
  const link = `${services.baseUrl()}/${type.toLowerCase()}/${report.id}/log/`
  const to = owners.map(({ email }) => email)
  const text: MailText = failureMail({ type, name, link }, message, await commonVoice(services, to))
  const mail = { ...text, to, messageId: messageId(services, report, run, TOLD) }
  await run.once(TOLD, () => send(mail, run.signal))
}

/** The job effect which records that the report's owners were notified of a failure. */
const TOLD = 'failure'

/** Owners are notified of a failure again after a user has restarted a failed job. */
export const forgetTold = (trx: Trx, jobId: number): Promise<unknown> =>
  trx.deleteFrom('job_effects').where('job_id', '=', jobId).where('name', '=', TOLD).execute()

async function wereTold({ db, now }: Services, run: JobRun, { id, grace_period }: Report): Promise<boolean> {
  const since = now() - (grace_period ?? GRACE_PERIOD_S) * 1000
  const told = await db
    .selectFrom('job_effects')
    .innerJoin('jobs', 'jobs.id', 'job_effects.job_id')
    .select('job_effects.job_id')
    .where('jobs.kind', '=', REPORT_JOB)
    .where('jobs.subject_id', '=', id)
    .where('jobs.id', '!=', run.jobId)
    .where('job_effects.name', '=', TOLD)
    .where('job_effects.changed_on', '>', since)
    .executeTakeFirst()
  return told !== undefined
}
