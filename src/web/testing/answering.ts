import { onTestFinished, vi } from 'vitest'

type Answer = unknown | ((body: unknown, query: string) => unknown)

/** An error response of the server. */
export class Refusal {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}

/**
 * A server that responds to these calls until the end of the test. Keys are like `GET /api/v1/database/`, without the
 * query string. Returns the calls that it received; the response to any other call is 404.
 */
export function answering(answers: Record<string, Answer>): { call: string; body: unknown; query: string }[] {
  const calls: { call: string; body: unknown; query: string }[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body: sent }: RequestInit = {}) => {
    const { pathname, search } = new URL(address, 'http://localhost')
    const call = `${method} ${pathname}`
    const body: unknown = typeof sent === 'string' ? JSON.parse(sent) : undefined
    const query = decodeURIComponent(search)
    calls.push({ call, body, query })
    const known = answers[call] ?? new Refusal(404, { message: 'Not found' })
    const answer: unknown = await (typeof known === 'function'
      ? (known as (...of: unknown[]) => unknown)(body, query)
      : known)
    return answer instanceof Refusal
      ? new Response(JSON.stringify(answer.body), { status: answer.status })
      : new Response(JSON.stringify(answer), { status: 200 })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return calls
}
