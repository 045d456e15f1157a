import { z } from 'zod'
import { hostList } from './hostList.ts'

const SHORTEST_SECRET = 32

/**
 * Settings for messages of alerts and reports other than mail. Their texts are rows of the table in
 * docs/configuration.md.
 */
export const messageSettings = {
  SEXTANT_SLACK_TOKEN: {
    about:
      'Token of a Slack app (`xoxb-...`, scopes `chat:write` and `files:write`) that sends alerts and reports. Default: nothing is sent to Slack.',
    read: z.string().min(3).optional(),
  },
  SEXTANT_SLACK_URL: {
    about: 'Address of the API of Slack, if requests go through a gateway.',
    read: z.url({ protocol: /^https?$/ }).default('https://slack.com/api'),
  },
  SEXTANT_WEBHOOK_SECRET: {
    about:
      'Secret with which alerts and reports to webhooks are signed, at least 32 characters (docs/schedules.md). Default: webhooks cannot be used.',
    read: z.string().min(SHORTEST_SECRET).optional(),
  },
  SEXTANT_WEBHOOK_HOSTS: {
    about:
      'Hosts inside your network that webhooks may reach, in the format of SEXTANT_DATABASE_HOSTS. Public addresses need no entry.',
    read: hostList.optional(),
  },
}

type Values = { [Name in keyof typeof messageSettings]: z.output<(typeof messageSettings)[Name]['read']> }

export interface SlackConfig {
  token: string
  /** Without a slash at its end. */
  url: string
}

export interface WebhookConfig {
  secret: string
  /** Hosts that may be called although they are not public. */
  hosts: string[]
}

/** undefined: nothing is sent to Slack. */
export const slackConfig = ({ SEXTANT_SLACK_TOKEN: token, SEXTANT_SLACK_URL: url }: Values): SlackConfig | undefined =>
  token === undefined ? undefined : { token, url: url.replace(/\/+$/, '') }

/** undefined: nothing is sent to webhooks. */
export const webhookConfig = (values: Values): WebhookConfig | undefined => {
  const { SEXTANT_WEBHOOK_SECRET: secret, SEXTANT_WEBHOOK_HOSTS: hosts = [] } = values
  return secret === undefined ? undefined : { secret, hosts }
}
