import type { LightMyRequestResponse } from 'fastify'
import type { TestApp } from './app.ts'

/** A call of the original and its answer. */
export interface Recording {
  role: string
  request: {
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'
    path: string
    headers?: Record<string, string>
    body?: unknown
    form?: Record<string, string>
  }
  status: number
  /** Of the answer. */
  headers: Record<string, string>
  answer: unknown
}

/** Sends recorded calls to a server, each as the user who made it, by bearer token. */
export function replayer(server: TestApp) {
  const tokens = new Map<string, string>()

  return async ({ role, request }: Recording): Promise<LightMyRequestResponse> => {
    const user = role.replace('@session', '')
    if (user !== 'anonymous' && !tokens.has(user)) {
      if (user === 'gamma_no_data') await server.addUser(user, ['Gamma'])
      tokens.set(user, await server.token(user))
    }
    const authorization = tokens.get(user)
    const isForm = request.form !== undefined
    const type = isForm ? 'application/x-www-form-urlencoded' : request.headers?.['Content-Type']
    return server.app.inject({
      method: request.method,
      url: request.path,
      headers: {
        ...(authorization ? { authorization: `Bearer ${authorization}` } : {}),
        ...(type === undefined || (request.body === undefined && !isForm) ? {} : { 'content-type': type }),
        accept: 'application/json',
      },
      payload: isForm ? new URLSearchParams(request.form).toString() : (request.body as object | undefined),
    })
  }
}

/** The body as JSON where it is JSON, else its text. */
export const bodyOf = (response: LightMyRequestResponse): unknown =>
  response.headers['content-type']?.toString().includes('json') ? response.json<unknown>() : response.body
