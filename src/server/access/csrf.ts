import { createHmac, timingSafeEqual } from 'node:crypto'
import { CsrfError } from '../errors.ts'

const lifeMs = 7 * 24 * 3_600_000

/** The signature of a token. It depends on the session cookie, so a token of one browser is not valid in another. */
const seal = (key: Buffer, cookie: string, time: string) =>
  createHmac('sha256', key).update(`${time}.${cookie}`).digest('base64url')

export function csrfToken(key: Buffer, cookie: string, now: number): string {
  const time = now.toString(36)
  return `${time}.${seal(key, cookie, time)}`
}

const refused = (message: string) => new CsrfError(message)

/**
 * Throws unless the token was issued for the cookie and is at most a week old. Clients search the message for `CSRF
 * token`.
 */
export function checkCsrf(key: Buffer, cookie: string | undefined, token: string | undefined, now: number): void {
  if (!token) throw refused('The CSRF token is missing.')
  if (!cookie) throw refused('The CSRF session token is missing.')
  const [time, mac] = token.split('.')
  if (!time || !mac) throw refused('The CSRF token is invalid.')
  const expected = Buffer.from(seal(key, cookie, time))
  const given = Buffer.from(mac)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw refused('The CSRF tokens do not match.')
  }
  if (now - Number.parseInt(time, 36) > lifeMs) throw refused('The CSRF token has expired.')
}
