import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../model/errors/errors.ts'
import { isRecord, parseJson } from '../../../model/wire/json.ts'
import type { App } from '../../resource.ts'

/**
 * Calls the routes of this server with the API key of a request. Tools are built on it, so that every check of the API
 * applies to them: permissions, the scope of the key, row rules, limits, the audit log.
 */
export interface Api {
  get(path: string, query?: Record<string, string>): Promise<Record<string, unknown>>
  post(path: string, body: object): Promise<Record<string, unknown>>
  /** `version`: as read; if the object was changed since, the change is rejected. */
  put(path: string, body: object, version?: string): Promise<Record<string, unknown>>
  /** An object and its version. */
  open(path: string): Promise<{ value: Record<string, unknown>; version: string | undefined }>
  /** An image of the API (PNG), at its full address or its path. */
  image(address: string): Promise<Buffer>
}

/** @throws AppError with the message of the route */
export function apiOf(app: App, request: FastifyRequest, signal: AbortSignal): Api {
  const { authorization = '' } = request.headers

  async function send(method: 'GET' | 'POST' | 'PUT', url: string, body?: object, version?: string) {
    const answer = await app.inject({
      method,
      url,
      headers: { authorization, accept: 'application/json', ...(version === undefined ? {} : { 'if-match': version }) },
      remoteAddress: request.ip,
      signal,
      ...(body === undefined ? {} : { payload: body }),
    })
    if (answer.statusCode < 300) return answer
    const message = messageOf(objectOf(answer.body)) ?? `Status ${answer.statusCode}`
    throw new AppError('GENERIC_COMMAND_ERROR', answer.statusCode, message)
  }

  async function call(...sent: Parameters<typeof send>) {
    const answer = await send(...sent)
    return { value: objectOf(answer.body) ?? {}, version: answer.headers.etag }
  }

  return {
    async get(path, query = {}) {
      const search = new URLSearchParams(query).toString()
      return (await call('GET', search === '' ? path : `${path}?${search}`)).value
    },
    post: async (path, body) => (await call('POST', path, body)).value,
    put: async (path, body, version) => (await call('PUT', path, body, version)).value,
    open: (path) => call('GET', path),
    image: async (address) => (await send('GET', address)).rawPayload,
  }
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value = parseJson(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The text of an error body in any format of the API. */
function messageOf(body: Record<string, unknown> | undefined): string | undefined {
  const { message, error, msg, errors } = body ?? {}
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined
  const told = isRecord(first) ? first['message'] : (message ?? error ?? msg)
  if (typeof told === 'string') return told
  return told === undefined || told === null ? undefined : JSON.stringify(told)
}
