import { z } from 'zod'
import { ConfigError } from './configError.ts'

/** Settings for mail. Their texts are rows of the table in docs/configuration.md. */
export const mailSettings = {
  SEXTANT_SMTP_URL: {
    about:
      'Mail server for alerts and reports: `smtp://user:password@mail.example.org:587`, or `smtps://` for TLS from the start (port 465). Default: no mail is sent.',
    read: z.url({ protocol: /^smtps?$/ }).optional(),
  },
  SEXTANT_SMTP_FROM: {
    about: 'Sender of these mails: `Sextant <sextant@example.org>`. Required with SEXTANT_SMTP_URL.',
    read: z.string().min(3).optional(),
  },
  SEXTANT_SMTP_TLS: {
    about:
      'With `smtp://`: `required` sends nothing without STARTTLS, `optional` uses it where the server offers it, `off` never.',
    read: z.enum(['required', 'optional', 'off']).default('required'),
  },
  SEXTANT_SMTP_RECIPIENTS: {
    about: 'Maximum number of recipients of one alert or report.',
    read: z.coerce.number().int().min(1).default(100),
  },
}

type Values = { [Name in keyof typeof mailSettings]: z.output<(typeof mailSettings)[Name]['read']> }

export interface SmtpConfig {
  host: string
  port: number
  /** TLS from the start. */
  isSecure: boolean
  startTls: 'required' | 'optional' | 'off'
  login: { user: string; password: string } | undefined
  /** `Sextant <sextant@example.org>` */
  from: string
  mostRecipients: number
}

/** undefined: no mail is sent. */
export function smtpConfig(values: Values): SmtpConfig | undefined {
  if (values.SEXTANT_SMTP_URL === undefined) return undefined
  const { protocol, hostname, port, username, password } = new URL(values.SEXTANT_SMTP_URL)
  if (values.SEXTANT_SMTP_FROM === undefined) {
    throw new ConfigError('SEXTANT_SMTP_FROM: is required with SEXTANT_SMTP_URL.')
  }
  const isSecure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    isSecure,
    startTls: values.SEXTANT_SMTP_TLS,
    login: username === '' ? undefined : { user: decodeURIComponent(username), password: decodeURIComponent(password) },
    from: values.SEXTANT_SMTP_FROM,
    mostRecipients: values.SEXTANT_SMTP_RECIPIENTS,
  }
}
