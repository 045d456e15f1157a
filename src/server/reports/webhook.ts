import { createHmac } from 'node:crypto'
import { allowedHosts } from '../../engine/run/addresses.ts'
import { JobFailure, NothingHappened } from '../jobs/kind.ts'
import type { WebhookConfig } from '../messageSettings.ts'
import { MessageRefused } from './mail.ts'
import { type Message, webhookBody } from './message.ts'
import { post } from './post.ts'

const TOO_MANY = 429

/** `t=1700000000,v1=hex`: HMAC-SHA256 of the time in seconds, a dot and the body. */
export function signature(secret: string, seconds: number, body: string): string {
  const sum = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${sum}`
}

/**
 * Posts a message as JSON. Receivers recognize a repeated one by its id, so it is sent again after their errors. Errors
 * are those of `post`.
 */
export async function sendWebhook(
  { secret, hosts }: WebhookConfig,
  { address, message, id, now }: { address: URL; message: Message; id: string; now: number },
  signal: AbortSignal,
): Promise<void> {
  const body = webhookBody(message, id)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Sextant',
    'x-sextant-delivery': id,
    'x-sextant-signature': signature(secret, Math.floor(now / 1000), body),
  }
  const { status } = await post(address, { headers, body, hosts: allowedHosts(hosts), signal })
  if (status >= 200 && status < 300) return
  const told = new JobFailure(`The webhook ${address.host} responded with the status ${status}.`)
  if (status >= 500 || status === TOO_MANY) throw new NothingHappened(told)
  throw new MessageRefused(told.message)
}
