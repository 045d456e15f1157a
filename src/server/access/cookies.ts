import type { FastifyReply, FastifyRequest } from 'fastify'

/** Over HTTPS (by the configured public address) the names have the prefix that binds them to this host. */
const prefix = (secure: boolean) => (secure ? '__Host-' : '')

export const sessionCookieName = (secure: boolean) => `${prefix(secure)}session`

/** Name of the cookie with the state of a sign-in that is not complete yet. */
export const signInCookieName = (secure: boolean) => `${prefix(secure)}sign_in`

/**
 * Names of our own cookies, and names with a meaning for browsers: a request may not choose one of these as a cookie
 * name.
 */
const reserved = /^(?:__.*|session|sign_in|flash|language|async-token)$/i

/** Whether a name from a request may be used as the name of a cookie. */
export const isFreeCookieName = (name: string) => /^[\w-]{1,64}$/.test(name) && !reserved.test(name)

/** One cookie of the request, or undefined. */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const header = request.headers.cookie
  if (!header) return undefined
  for (const part of header.split(';')) {
    const cut = part.indexOf('=')
    if (cut > 0 && part.slice(0, cut).trim() === name) return part.slice(cut + 1).trim() || undefined
  }
  return undefined
}

/** Sets a cookie that scripts cannot read; `value` null removes it. Callers pass only URL-safe values. */
export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string | null,
  options: { secure: boolean; maxAgeS?: number },
): void {
  const parts = [`${name}=${value ?? ''}`, 'Path=/', 'HttpOnly', 'SameSite=Lax']
  if (options.secure) parts.push('Secure')
  if (value === null) parts.push('Max-Age=0')
  else if (options.maxAgeS !== undefined) parts.push(`Max-Age=${options.maxAgeS}`)
  const set = reply.getHeader('set-cookie')
  const all = Array.isArray(set) ? set : set === undefined ? [] : [String(set)]
  reply.header('set-cookie', [...all.filter((cookie) => !String(cookie).startsWith(`${name}=`)), parts.join('; ')])
}
