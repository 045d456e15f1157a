import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../storage/schema.ts'
import { renewJobs } from './store.ts'

/** A node that has not extended the lease for this long has lost its queries. */
export const LEASE_MS = 60_000
export const RENEW_MS = 20_000

interface LeasesOptions {
  db: Db
  now: () => number
  log: Pick<FastifyBaseLogger, 'warn'>
  /** The jobs whose leases are extended. */
  idsOf: () => string[]
  /** Called when the lease of a job can no longer be extended. */
  onLost: (id: string) => void
}

interface Leases {
  /** Extends the leases from time to time. */
  keep(): void
  rest(): void
}

export function createLeases({ db, now, log, idsOf, onLost }: LeasesOptions): Leases {
  let renewal: NodeJS.Timeout | undefined

  async function renew(): Promise<void> {
    const ids = idsOf()
    if (ids.length === 0) return
    const held = await renewJobs(db, ids, now() + LEASE_MS)
    for (const id of ids) if (!held.has(id)) onLost(id)
  }

  return {
    keep() {
      renewal ??= setInterval(() => {
        renew().catch((error: unknown) => log.warn({ err: error }, 'the leases of queries could not be extended'))
      }, RENEW_MS).unref()
    },
    rest() {
      clearInterval(renewal)
      renewal = undefined
    },
  }
}
