import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { sessionCookieName, setCookie } from './cookies.ts'
import { closeSession, openSession } from './sessions.ts'

/** Signs a user in with the browser of the request. Every sign-in gets a new session id. */
export async function startSession(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: number,
): Promise<void> {
  if (request.sessionCookie) await closeSession(services.db, request.sessionCookie)
  const id = await services.reserve.use(() => openSession(services.db, userId, request.ip, services.now()))
  setCookie(reply, sessionCookieName(services.secureCookies), id, {
    secure: services.secureCookies,
    maxAgeS: Math.floor(services.config.session.absoluteMs / 1000),
  })
}
