import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Subject } from '../access/subject.ts'
import type { Services } from '../services.ts'

interface Kept {
  revision: string
  computedOn: number
  body: Buffer
}

/** Maximum age of a response: responses contain times such as "5 minutes ago". */
const maxAgeMs = 1000
const maxBytes = 16 * 1024 * 1024

/**
 * Cached responses of lists, by user and request, valid until the store changes. SQLite counts its changes exactly (its
 * own, and commits of other processes). Another store cannot report this cheaply, so its responses are not cached.
 */
export function keepAnswers({ db, now, config }: Services) {
  const kept = new LRUCache<string, Kept>({ maxSize: maxBytes, sizeCalculation: ({ body }) => body.length + 200 })
  const isExact = config.databaseUrl === undefined

  return async (subject: Subject, request: string, compute: () => Promise<unknown>): Promise<Buffer> => {
    if (!isExact || !subject.user) return encode(await compute())
    // Read before computing: a response may be newer than its revision, never older.
    const revision = await storeRevision()
    const key = `${subject.user.id} ${request}`
    const known = kept.get(key)
    if (known?.revision === revision && now() - known.computedOn < maxAgeMs) return known.body
    const computedOn = now()
    const body = encode(await compute())
    kept.set(key, { revision, computedOn, body })
    return body
  }

  async function storeRevision(): Promise<string> {
    const { rows } = await sql<{ own: number; others: number }>`
      select total_changes() as own, (select data_version from pragma_data_version) as others`.execute(db)
    return `${rows[0]?.own} ${rows[0]?.others}`
  }
}

const encode = (answer: unknown) => Buffer.from(JSON.stringify(answer))
