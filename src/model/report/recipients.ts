import { parseAddress } from '../basics/parseAddress.ts'
import { isRecord } from '../wire/json.ts'

/** Addresses of an email by header field. */
export interface MailRecipients {
  to: string[]
  cc: string[]
  bcc: string[]
}

/** The channels of Slack in the stored settings of a recipient: names and ids. */
export function slackChannels(config: unknown): { channels: string[]; invalid: string[] } {
  const channels = listOf(isRecord(config) ? config['target'] : undefined)
  return { channels, invalid: channels.filter((channel) => !/^[#@]?[\p{L}\p{N}._-]{1,80}$/u.test(channel)) }
}

/** The address of a webhook in the stored settings of a recipient: a single HTTP(S) URL. */
export function webhookAddress(config: unknown): URL | undefined {
  const target = isRecord(config) && typeof config['target'] === 'string' ? config['target'].trim() : ''
  const url = parseAddress(target)
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' ? url : undefined
}

/** A list of addresses or channels, separated by commas, semicolons or line breaks. */
const listOf = (text: unknown): string[] =>
  typeof text === 'string'
    ? [...new Set(text.split(/[,;\n]/).map((part) => part.trim()))].filter((part) => part !== '')
    : []

/**
 * A rough check; the mail server decides. Spaces and control characters are rejected, so that nothing can be injected
 * into a command or header.
 */
const isAddress = (text: string) => /^[^\s\p{Cc}@<>"]+@[^\s\p{Cc}@<>"]+$/u.test(text) && text.length <= 254

/** The addresses in the stored settings of a recipient, and those that cannot be addresses. */
export function mailRecipients(config: unknown): MailRecipients & { invalid: string[] } {
  const { target, ccTarget, bccTarget } = isRecord(config) ? config : {}
  const [to, cc, bcc] = [target, ccTarget, bccTarget].map(listOf) as [string[], string[], string[]]
  return { to, cc, bcc, invalid: [...to, ...cc, ...bcc].filter((address) => !isAddress(address)) }
}
