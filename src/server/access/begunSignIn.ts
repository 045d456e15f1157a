import type { FastifyReply, FastifyRequest } from 'fastify'
import { seal, unseal } from '../entities/secrets.ts'
import type { Services } from '../services.ts'
import { readCookie, setCookie, signInCookieName } from './cookies.ts'

/** The next step of a sign-in: the response of the identity provider, or the code of a second factor. */
type Step = 'provider' | 'code'

/** Stores the data for a later step of a sign-in in this browser, encrypted and for a limited time. */
export function keepSignIn(
  services: Services,
  reply: FastifyReply,
  step: Step,
  values: Record<string, string>,
  lifeS: number,
): void {
  const { keys, now, secureCookies: secure } = services
  const text = seal(keys.for('signIn'), { ...values, step, until: String(now() + lifeS * 1000) })
  setCookie(reply, signInCookieName(secure), text, { secure, maxAgeS: lifeS })
}

/** The data that this browser has stored for a step; undefined if there are none, or they are too old. */
export function keptSignIn(
  services: Services,
  request: FastifyRequest,
  step: Step,
): Record<string, string> | undefined {
  const text = readCookie(request, signInCookieName(services.secureCookies))
  if (text === undefined) return undefined
  try {
    const kept = unseal(services.keys.for('signIn'), text)
    return kept['step'] === step && services.now() < Number(kept['until']) ? kept : undefined
  } catch {
    return undefined
  }
}

export function forgetSignIn({ secureCookies: secure }: Services, reply: FastifyReply): void {
  setCookie(reply, signInCookieName(secure), null, { secure })
}
