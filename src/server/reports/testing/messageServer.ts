import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface SlackMessage {
  /** Name of the channel, as in the report. */
  channel: string
  text: string
  /** Token of the request. */
  token: string
  files: { name: string; content: Buffer }[]
}

interface HookCall {
  headers: IncomingHttpHeaders
  body: string
}

export interface MessageServer {
  url: string
  messages: SlackMessage[]
  hooks: HookCall[]
  close(): Promise<void>
}

/**
 * A stand-in for Slack on a loopback port (by default any free one): `/api/` accepts messages with their files as Slack
 * does. A request to `/hook` is a call of a webhook.
 */
export async function startMessageServer(wantedPort = 0): Promise<MessageServer> {
  const messages: SlackMessage[] = []
  const hooks: HookCall[] = []
  const uploads = new Map<string, { name: string; content: Buffer }>()
  let url = ''
  const answers: Record<string, (form: URLSearchParams, headers: IncomingHttpHeaders) => object> = {
    'chat.postMessage'(form, { authorization = '' }) {
      const [channel, text] = [form.get('channel') ?? '', form.get('text') ?? '']
      messages.push({ channel, text, token: authorization.replace('Bearer ', ''), files: [] })
      return { ok: true, channel: `C${messages.length}` }
    },
    'files.getUploadURLExternal'(form) {
      const id = `F${uploads.size + 1}`
      uploads.set(id, { name: form.get('filename') ?? '', content: Buffer.alloc(0) })
      return { ok: true, file_id: id, upload_url: `${url}/upload/${id}` }
    },
    'files.completeUploadExternal'(form) {
      const message = messages[Number((form.get('channel_id') ?? '').slice(1)) - 1]
      const listed = JSON.parse(form.get('files') ?? '[]') as { id: string }[]
      for (const { id } of listed) {
        const file = uploads.get(id)
        if (!message || !file) return { ok: false, error: 'file_not_found' }
        message.files.push(file)
      }
      return { ok: true }
    },
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const content = Buffer.concat(chunks)
    const [, place = '', name = ''] = (request.url ?? '').split('/')
    const answer =
      place === 'api' ? answers[name]?.(new URLSearchParams(content.toString()), request.headers) : { ok: true }
    const upload = place === 'upload' ? uploads.get(name) : undefined
    if (upload) upload.content = content
    if (place === 'hook') hooks.push({ headers: request.headers, body: content.toString() })
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? { ok: false, error: 'unknown_method' }))
  })
  await new Promise<void>((ready) => server.listen(wantedPort, '127.0.0.1', ready))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, messages, hooks, close: () => new Promise((done) => server.close(() => done())) }
}

/** Whether a call of a webhook has the signature of its body with this secret. */
export function isSigned({ headers, body }: HookCall, secret: string): boolean {
  const [, seconds, hex] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['x-sextant-signature'])) ?? []
  return hex === createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
}
