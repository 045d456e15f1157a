import type { FastifyReply, FastifyRequest } from 'fastify'
import { seal, unseal } from '../entities/secrets.ts'
import type { Services } from '../services.ts'
import { readCookie, setCookie, signInCookieName } from './cookies.ts'

/** What a sign-in waits for: the identity provider, or the code of a second factor. */
type Step = 'provider' | 'code'

/** Stores in this browser what a later step of a sign-in needs, encrypted and for a limited time. */
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

/** What this browser has stored for a step; undefined if there is nothing, or it is too old. */
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
