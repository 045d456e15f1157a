import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { JobFailure, NothingHappened } from '../jobs/kind.ts'
import type { SmtpConfig } from '../mailSettings.ts'
import { type Mail, MessageRefused, RecipientPostponed, type SendMail } from './mail.ts'

const CONNECT_MS = 10_000
const SILENCE_MS = 60_000

interface SmtpError extends Error {
  responseCode?: number
  rejected?: string[]
  response?: string
}

export const createMailer =
  (config: SmtpConfig): SendMail =>
  async (mail, signal) => {
    const { recipient: _recipient, unsubscribe, ...shown } = mail
    const content = await new MailComposer({
      from: config.from,
      ...shown,
      to: [...mail.to],
      cc: [...(mail.cc ?? [])],
      bcc: [...(mail.bcc ?? [])],
      attachments: (mail.attachments ?? []).map((file) => ({
        ...file,
        ...(file.cid !== undefined && { contentDisposition: 'inline' as const }),
      })),
      disableFileAccess: true,
      disableUrlAccess: true,
      // so that no automatic replies are sent
      headers: {
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
        ...(unsubscribe === undefined ? {} : unsubscribeHeaders(unsubscribe)),
      },
    })
      .compile()
      .build()
    await deliver(config, mail, content, signal)
  }

/** The button of mail programs (RFC 2369). With an HTTPS address, it works without opening a page (RFC 8058). */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  ...(url.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
})

async function deliver(config: SmtpConfig, mail: Mail, content: Buffer, signal: AbortSignal): Promise<void> {
  // a signal that is already aborted sends no event: without this check, an ended run would send further mails
  if (signal.aborted) throw new NothingHappened(signal.reason)
  const connection = connectionTo(config)
  // from here on the server may have accepted the mail, although its response does not arrive
  let isHandedOver = false
  async function* handedOver() {
    yield content
    isHandedOver = true
  }
  const cut = () => connection.close()
  signal.addEventListener('abort', cut, { once: true })
  try {
    await inTurn<void>(connection, (done) => connection.connect((error) => done(error)))
    const { login } = config
    if (login) {
      const credentials = { user: login.user, pass: login.password }
      await inTurn<void>(connection, (done) => connection.login({ credentials }, (error) => done(error)))
    }
    const everybody = [...mail.to, ...(mail.cc ?? []), ...(mail.bcc ?? [])]
    const to = mail.recipient === undefined ? everybody : [mail.recipient]
    const envelope = { from: addressOf(config.from), to }
    const { rejected } = await inTurn<{ rejected: string[] }>(connection, (done) =>
      connection.send(envelope, Readable.from(handedOver(), { objectMode: false }), done),
    )
    if (rejected.length > 0) throw recipientsRefused(rejected)
  } catch (error) {
    throw judged(error, isHandedOver)
  } finally {
    signal.removeEventListener('abort', cut)
    connection.quit()
  }
}

function connectionTo({ host, port, isSecure, startTls }: SmtpConfig): SMTPConnection {
  return new SMTPConnection({
    host,
    port,
    secure: isSecure,
    requireTLS: !isSecure && startTls === 'required',
    ignoreTLS: startTls === 'off',
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  })
}

/** One step of the conversation with the mail server; it also fails if the connection fails. */
function inTurn<T>(
  connection: SMTPConnection,
  step: (done: (error?: Error | null, result?: T) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error) => reject(error)
    const ended = () => reject(new Error('the mail server closed the connection'))
    connection.once('error', failed)
    connection.once('end', ended)
    step((error, result) => {
      connection.removeListener('error', failed)
      connection.removeListener('end', ended)
      if (error) reject(error)
      // steps without a result have the type void
      else resolve(result as T)
    })
  })
}

const recipientsRefused = (rejected: readonly string[], cause?: unknown) =>
  new MessageRefused(`The mail server refused these recipients: ${rejected.join(', ')}.`, cause)

/** What an error means for the mail. A response of the server is definite: 4xx is temporary, 5xx is permanent. */
function judged(error: unknown, isHandedOver: boolean): Error {
  if (error instanceof MessageRefused) return error
  const { responseCode = 0, response, message, rejected = [] } = error as SmtpError
  if (responseCode >= 500 && rejected.length > 0) return recipientsRefused(rejected, error)
  if (responseCode >= 500) {
    return new MessageRefused(`The mail server refused the email: ${response ?? message}`, error, true)
  }
  const Told = rejected.length > 0 ? RecipientPostponed : JobFailure
  const told = new Told(`The email could not be sent: ${response ?? message}`, error)
  return isHandedOver && responseCode < 400 ? told : new NothingHappened(told)
}

/** `Sextant <sextant@example.org>` -> `sextant@example.org` */
export const addressOf = (sender: string): string => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim()
