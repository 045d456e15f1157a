import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { issueGuestToken } from '../../src/server/access/guests.ts'
import type { TestApp } from '../../src/server/testing/app.ts'
import { multipartForm } from '../../src/server/testing/multipart.ts'

/** A call of the original and its response. */
export interface Recording {
  role: string
  request: {
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'
    path: string
    headers?: Record<string, string>
    body?: unknown
    form?: Record<string, string>
    /** The form fields that contain a file, by name; the files' content was not recorded. */
    files?: Record<string, unknown>
  }
  status: number
  /** Headers of the response. */
  headers: Record<string, string>
  answer: unknown
}

export interface ReplayOptions {
  /** The bytes of each file of the form. */
  file?: Buffer
  /** The body to send as text, if the recorded body was not JSON. */
  body?: string
  /** The uuid of the embedded dashboard that a guest sees. */
  embedded?: string
}

/** Sends recorded calls to a server, each as the user who made it, with a bearer token. */
export function replayer(server: TestApp) {
  const tokens = new Map<string, string>()

  return async (
    { role, request }: Recording,
    { file, body, embedded = '' }: ReplayOptions = {},
  ): Promise<LightMyRequestResponse> => {
    const user = role.replace('@session', '')
    if (user !== 'anonymous' && user !== 'guest' && !tokens.has(user)) {
      if (user === 'gamma_no_data') await server.addUser(user, ['Gamma'])
      tokens.set(user, await server.token(user))
    }
    const authorization = tokens.get(user)
    const { type, payload } = await payloadOf(request, file, body)
    return server.app.inject({
      method: request.method,
      url: request.path,
      headers: {
        ...(authorization ? { authorization: `Bearer ${authorization}` } : {}),
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(user === 'guest' ? { 'x-guesttoken': await guestToken(server, embedded) } : {}),
        accept: 'application/json',
      },
      payload,
    })
  }
}

/** The token of the recorded guest. */
const guestToken = ({ services }: TestApp, id: string) =>
  issueGuestToken(
    services.keys.for('guests'),
    {
      user: { username: 'visitor', first_name: 'V', last_name: 'R' },
      resources: [{ type: 'dashboard', id }],
      rls_rules: [{ clause: "gender = 'girl'" }],
    },
    services.now(),
  )

async function payloadOf(
  { headers, form, files, body }: Recording['request'],
  file: Buffer | undefined,
  text: string | undefined,
): Promise<{ type: string | undefined; payload: Buffer | string | undefined }> {
  if (files) {
    const sent = Object.fromEntries(Object.keys(files).map((field) => [field, file ?? Buffer.alloc(0)]))
    const parts = await multipartForm(form ?? {}, sent)
    return { type: parts.headers['content-type'], payload: parts.payload }
  }
  if (form) return { type: 'application/x-www-form-urlencoded', payload: new URLSearchParams(form).toString() }
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body))
  return { type: payload === undefined ? undefined : (headers?.['Content-Type'] ?? 'application/json'), payload }
}

/** Sets the id of the next row of a table. */
export async function nextId({ services }: TestApp, table: string, id: number): Promise<void> {
  await sql`delete from sqlite_sequence where name = ${table}`.execute(services.db)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${id - 1})`.execute(services.db)
}

/** The body, parsed if its content type is JSON, else as text. */
export const bodyOf = (response: LightMyRequestResponse): unknown =>
  response.headers['content-type']?.toString().includes('json') ? response.json<unknown>() : response.body

/** Whether a recorded response is an archive: its recording lists the names of the files. */
export const isZip = (answer: unknown): answer is { zip_entries: string[] } =>
  typeof answer === 'object' && answer !== null && 'zip_entries' in answer
