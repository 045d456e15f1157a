import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createEnginePool, type Pool } from './pool.ts'
import { createFixture, type Fixture, parseBody, scratchFolder } from './testing/fixture.ts'

let residentMb = 0
vi.mock('./residentMemory.ts', () => ({ residentBytes: () => residentMb * 1_048_576 }))

const SLOW = 'SELECT count(*) AS n FROM range(100000000) a WHERE sqrt(a.range) >= 0'
let fixture: Fixture
let pool: Pool

beforeAll(async () => {
  fixture = await createFixture()
  pool = createEnginePool({ children: 1, residentLimitMb: 400, restMs: 60_000, scratchFolder })
})
afterAll(async () => {
  await pool.close()
  fixture.remove()
})

/** Runs a query in a child whose memory is `beforeMb` when the query is sent, and then exceeds the limit. */
async function queryOfFullChild(beforeMb: number) {
  residentMb = beforeMb
  await pool.run(fixture.job('SELECT 1 AS one'))
  const [pid] = pool.pids
  const work = pool.run(fixture.job(SLOW))
  work.catch(() => undefined)
  residentMb = 401
  await vi.waitFor(() => expect(pool.pids).not.toContain(pid), { timeout: 40_000, interval: 5 })
  residentMb = 100
  return work
}

it('a query that took little memory is run again when its child is full', async () => {
  expect(parseBody((await queryOfFullChild(390)).body)['data']).toEqual([{ n: 100_000_000 }])
})

it('a query that took much memory is not', async () => {
  await expect(queryOfFullChild(100)).rejects.toMatchObject({ message: 'The database engine ran out of memory.' })
})
