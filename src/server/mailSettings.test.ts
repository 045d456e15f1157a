import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ConfigError } from './configError.ts'
import { mailSettings, smtpConfig } from './mailSettings.ts'

const {
  SEXTANT_SMTP_URL: url,
  SEXTANT_SMTP_FROM: sender,
  SEXTANT_SMTP_TLS: tls,
  SEXTANT_SMTP_RECIPIENTS: most,
} = mailSettings
const read = (values: Partial<Record<keyof typeof mailSettings, string>>) =>
  smtpConfig({
    SEXTANT_SMTP_URL: url.read.parse(values.SEXTANT_SMTP_URL),
    SEXTANT_SMTP_FROM: sender.read.parse(values.SEXTANT_SMTP_FROM),
    SEXTANT_SMTP_TLS: tls.read.parse(values.SEXTANT_SMTP_TLS),
    SEXTANT_SMTP_RECIPIENTS: most.read.parse(values.SEXTANT_SMTP_RECIPIENTS),
  })
const from = 'Sextant <sextant@example.org>'
const of = (address: string, more: Parameters<typeof read>[0] = {}) =>
  read({ SEXTANT_SMTP_URL: address, SEXTANT_SMTP_FROM: from, ...more })

describe('settings of mail', () => {
  it('send nothing without an address', () => {
    expect(read({ SEXTANT_SMTP_FROM: from })).toBeUndefined()
  })

  it.each([
    ['smtp://mail.example.org', { host: 'mail.example.org', port: 587, isSecure: false, login: undefined }],
    ['smtps://mail.example.org', { host: 'mail.example.org', port: 465, isSecure: true }],
    ['smtp://mail.example.org:2525', { port: 2525 }],
    ['smtp://[::1]:25', { host: '::1', port: 25 }],
    ['smtp://ada%40x:p%2F%3A@mail.example.org', { login: { user: 'ada@x', password: 'p/:' } }],
  ])('%s', (address, expected) => {
    expect(of(address)).toMatchObject({ from, startTls: 'required', mostRecipients: 100, ...expected })
  })

  it('need TLS unless it is switched off', () => {
    expect(of('smtp://m.example.org', { SEXTANT_SMTP_TLS: 'off' })?.startTls).toBe('off')
    expect(() => of('smtp://m.example.org', { SEXTANT_SMTP_TLS: 'no' })).toThrow(/Invalid option/)
  })

  it('need a sender, and an address of a mail server', () => {
    expect(() => read({ SEXTANT_SMTP_URL: 'smtp://m.example.org' })).toThrow(ConfigError)
    expect(() => of('https://m.example.org')).toThrow(z.ZodError)
    expect(() => of('smtp://m.example.org', { SEXTANT_SMTP_RECIPIENTS: '0' })).toThrow(z.ZodError)
  })
})
