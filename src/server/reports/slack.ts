import { isRecord } from '../../model/wire/json.ts'
import { JobFailure, NothingHappened } from '../jobs/kind.ts'
import type { SlackConfig } from '../messageSettings.ts'
import type { ReportFile } from './content.ts'
import { MessageRefused } from './mail.ts'
import { type Posted, post } from './post.ts'

const FORM = 'application/x-www-form-urlencoded'
/** Error codes of Slack after which another attempt makes sense. */
const FOR_NOW = new Set(['ratelimited', 'rate_limited', 'service_unavailable', 'team_added_to_org'])
const TOO_MANY = 429

/** Sends texts and files to channels. Errors are those of `post`. */
export function createSlack({ token, url }: SlackConfig) {
  const send = async (address: URL, headers: Record<string, string>, body: string | Buffer, signal: AbortSignal) =>
    judged(await post(address, { headers, body, hosts: undefined, signal }))

  const call = (method: string, body: Record<string, string>, signal: AbortSignal) =>
    send(
      new URL(`${url}/${method}`),
      { authorization: `Bearer ${token}`, 'content-type': FORM },
      new URLSearchParams(body).toString(),
      signal,
    )

  /** @returns the id of the channel: files cannot be sent to a name */
  async function text(channel: string, message: string, signal: AbortSignal): Promise<string> {
    const answer = await call('chat.postMessage', { channel, text: message, unfurl_links: 'false' }, signal)
    return typeof answer['channel'] === 'string' ? answer['channel'] : channel
  }

  async function file(channelId: string, { filename, content, contentType }: ReportFile, signal: AbortSignal) {
    const place = await call('files.getUploadURLExternal', { filename, length: String(content.length) }, signal)
    const { upload_url: address, file_id: id } = place
    if (typeof address !== 'string' || typeof id !== 'string') throw new JobFailure('Slack did not accept the file.')
    const { status } = await post(new URL(address), {
      headers: { 'content-type': contentType },
      body: content,
      hosts: undefined,
      signal,
    })
    if (status !== 200) throw new JobFailure(`Slack did not accept the file: status ${status}.`)
    const files = JSON.stringify([{ id, title: filename }])
    await call('files.completeUploadExternal', { files, channel_id: channelId }, signal)
  }

  return { text, file }
}

/** The response of Slack: errors come with the status 200 as well. */
function judged({ status, body }: Posted): Record<string, unknown> {
  const answer = parsed(body)
  const code = typeof answer['error'] === 'string' ? answer['error'] : `status ${status}`
  if (status === TOO_MANY || FOR_NOW.has(code)) {
    throw new NothingHappened(new JobFailure(`Slack deferred the message: ${code}.`))
  }
  if (answer['ok'] === true) return answer
  // without a response from Slack itself, the outcome is unknown
  if (status >= 500) throw new JobFailure(`Slack did not confirm the message: ${code}.`)
  throw new MessageRefused(`Slack refused the message: ${code}.`)
}

function parsed(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
