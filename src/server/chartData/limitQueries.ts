import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { readCookie, sessionCookieName } from '../access/cookies.ts'
import { hashSecret } from '../access/sessions.ts'
import type { App } from '../resource.ts'
import type { Services } from '../services.ts'
import { whenAnswered } from '../whenAnswered.ts'

/** Maximum number of sessions and tokens whose user is cached. */
const REMEMBERED = 5000

const runsQueries = ({ is404, routeOptions }: FastifyRequest) => !is404 && routeOptions.config.runsQueries === true

/**
 * Rejects most requests for rows under overload. If the queries of a request could not even wait for a slot, the
 * request is rejected before its body is read and its queries are prepared, so that the process has time for other
 * requests. `early` runs before the checks of `access/gate.ts`, which read the store: it uses the user of the last
 * request with the same session or token, and only rejects. `late` runs after these checks, and counts the request
 * until it is answered.
 */
export function limitQueries({ chartData, secureCookies }: Pick<Services, 'chartData' | 'secureCookies'>) {
  const { queue } = chartData
  const cookieName = sessionCookieName(secureCookies)
  const users = new LRUCache<string, { id: number | undefined }>({ max: REMEMBERED })

  function credentialOf(request: FastifyRequest): string {
    const { authorization, 'x-guesttoken': guestToken } = request.headers
    return hashSecret(JSON.stringify([readCookie(request, cookieName), authorization, guestToken]))
  }

  return {
    early(app: App): void {
      app.addHook('onRequest', (request, _reply, done) => {
        const user = runsQueries(request) ? users.get(credentialOf(request)) : undefined
        done(user && queue.refusal(user.id))
      })
    },
    late(app: App): void {
      app.addHook('onRequest', (request, reply, done) => {
        if (!runsQueries(request)) return done()
        const id = request.subject.user?.id
        users.set(credentialOf(request), { id })
        // guests and anonymous visitors share the slots of one user, and one of them could take all: only waiting
        // queries count
        if (id === undefined) return done(queue.refusal(id))
        // throws if the query is refused
        whenAnswered(reply, queue.letIn(id))
        done()
      })
    },
  }
}
