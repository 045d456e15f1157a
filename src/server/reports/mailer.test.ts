import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NothingHappened } from '../jobs/kind.ts'
import type { SmtpConfig } from '../mailSettings.ts'
import { MessageRefused } from './mail.ts'
import { createMailer } from './mailer.ts'
import { type MailSecurity, newCertificate, startMailServer } from './testing/mailServer.ts'

const mail = {
  messageId: '<1@example.org>',
  to: ['reader@example.org'],
  subject: 'Births',
  text: 'one',
  html: '<p>one',
}
const active = new AbortController().signal

let server: Awaited<ReturnType<typeof startMailServer>> | undefined
const usual = getCACertificates('default')
const certificate = newCertificate()

/** A mailer for a new server. `localhost` is the name in its certificate. */
async function mailerFor(security: MailSecurity, more: Partial<SmtpConfig> = {}) {
  server = await startMailServer({}, { certificate, ...security })
  const { port } = new URL(server.url)
  const from = 'Sextant <sextant@example.org>'
  const shared = { isSecure: false, startTls: 'required', login: undefined, mostRecipients: 1 } as const
  const send = createMailer({ ...shared, host: 'localhost', port: Number(port), from, ...more })
  return { send, mails: server.mails }
}

afterEach(() => server?.close())

it('a run that has ended sends no mail', async () => {
  const { send, mails } = await mailerFor({}, { startTls: 'off' })
  await expect(send(mail, AbortSignal.abort())).rejects.toBeInstanceOf(NothingHappened)
  expect(mails).toHaveLength(0)
  await send(mail, active)
  expect(mails).toHaveLength(1)
})

describe('without TLS', () => {
  it('nothing is sent if TLS is required', async () => {
    const { send, mails } = await mailerFor({})
    await expect(send(mail, active)).rejects.toBeInstanceOf(MessageRefused)
    expect(mails).toHaveLength(0)
  })

  it('mails are sent if TLS is optional', async () => {
    const { send, mails } = await mailerFor({}, { startTls: 'optional' })
    await send(mail, active)
    expect(mails).toMatchObject([{ isSecure: false }])
  })
})

describe('a certificate of an unknown authority', () => {
  it.each(['required', 'optional'] as const)('is refused if TLS is %s', async (startTls) => {
    const { send, mails } = await mailerFor({ startTls: true }, { startTls })
    await expect(send(mail, active)).rejects.toThrow(/certificate/)
    expect(mails).toHaveLength(0)
  })
})

describe('a known certificate', () => {
  beforeEach(() => setDefaultCACertificates([...usual, certificate.cert]))
  afterEach(() => setDefaultCACertificates(usual))

  it('protects mails with STARTTLS', async () => {
    const { send, mails } = await mailerFor({ startTls: true })
    await send(mail, active)
    expect(mails).toMatchObject([{ isSecure: true }])
  })

  it('protects mails with TLS from the start', async () => {
    const { send, mails } = await mailerFor({ tls: true }, { isSecure: true })
    await send(mail, active)
    expect(mails).toMatchObject([{ isSecure: true }])
  })

  it('is refused for another host', async () => {
    const { send, mails } = await mailerFor({ startTls: true }, { host: '127.0.0.1' })
    await expect(send(mail, active)).rejects.toThrow(/127\.0\.0\.1/)
    expect(mails).toHaveLength(0)
  })

  it('protects the login', async () => {
    const login = { user: 'sextant', password: 'p/: ü' }
    const { send, mails } = await mailerFor({ startTls: true, login }, { login })
    await send(mail, active)
    expect(mails).toMatchObject([{ isSecure: true, user: 'sextant' }])
  })

  it('sends nothing with a wrong password', async () => {
    const login = { user: 'sextant', password: 'right' }
    const { send, mails } = await mailerFor({ startTls: true, login }, { login: { ...login, password: 'wrong' } })
    await expect(send(mail, active)).rejects.toThrow(/535/)
    expect(mails).toHaveLength(0)
  })
})
