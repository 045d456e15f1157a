import type { FastifyRequest } from 'fastify'

const LONGEST_WAIT_S = 30

/**
 * The milliseconds that a caller waits before the response may be a job, by `Prefer: respond-async, wait=2` (RFC 7240);
 * undefined without this preference.
 */
export function preferredWaitMs({ headers }: Pick<FastifyRequest, 'headers'>): number | undefined {
  const preferences = String(headers['prefer'] ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
  if (!preferences.includes('respond-async')) return undefined
  const [, seconds = '0'] = preferences.map((each) => /^wait=(\d{1,6})$/.exec(each)).find((match) => match) ?? []
  return Math.min(Number(seconds), LONGEST_WAIT_S) * 1000
}
