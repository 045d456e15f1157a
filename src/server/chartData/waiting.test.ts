import { expect, it } from 'vitest'
import { datasetOf } from '../../../conformance/vectors/exampleTables.ts'
import type { EngineJob, EnginePool } from '../../engine/contracts.ts'
import { timedOut } from '../../engine/run/failures.ts'
import { parseQueryContext } from '../../model/query/queryContext.ts'
import { readerWith, serviceWith } from './testing/service.ts'

/** Queries of charts that wait for others of their user, with an engine whose responses the test controls. */

const dataset = datasetOf(
  { table_name: 't', columns: [{ column_name: 'a', type: 'BIGINT', is_dttm: false }], metrics: [] },
  1,
)

function slowService(given: { timeoutMs: number; queriesWaiting?: number }) {
  const running: { job: EngineJob; fail: (error: Error) => void; end: () => void }[] = []
  const run: EnginePool['run'] = (job) =>
    new Promise((resolve, reject) => {
      const body = Buffer.from('"data":[]')
      running.push({ job, fail: reject, end: () => resolve({ body, rowcount: 0, sqlMs: 0, totalMs: 0 }) })
    })
  const service = serviceWith({
    // no other method is called, because the query has no SQL of users
    engine: { run } as EnginePool,
    findDataset: async () => dataset,
    connectionOf: async () => ({ dialect: 'duckdb', databaseId: 1, tables: { t: 't.duckdb' }, dataVersion: 'v' }),
    queriesPerUser: 1,
    queriesWaiting: given.queriesWaiting ?? 10,
    limits: { timeoutMs: given.timeoutMs, maxRows: 100, maxBytes: 1000 },
  })
  const ask = (row_limit: number, id = 1) => {
    const context = parseQueryContext({
      datasource: { id: 1, type: 'table' },
      queries: [{ columns: ['a'], row_limit }],
    })
    if (!context.ok) throw new Error(context.error)
    const reader = readerWith()
    return service.answer(context.value, { ...reader, user: { ...reader.user!, id } }, { encoding: 'columns' })
  }
  const begun = (count: number) => expect.poll(() => running.length).toBe(count)
  return { running, ask, begun }
}

it('queries above the waiting limit are rejected at once', async () => {
  const { running, ask, begun } = slowService({ timeoutMs: 60_000, queriesWaiting: 1 })
  const first = ask(1)
  await begun(1)
  const second = ask(2)
  await expect(ask(3)).rejects.toMatchObject({ status: 503, retryAfterS: 2 })
  running[0]?.end()
  await first
  await begun(2)
  running[1]?.end()
  await second
})

it('a query that waited as long as its time limit never runs', async () => {
  const { running, ask, begun } = slowService({ timeoutMs: 300 })
  const first = ask(1)
  await begun(1)
  await expect(ask(2)).rejects.toMatchObject({ status: 408, message: 'The query exceeded the 0.3 seconds timeout.' })
  expect(running).toHaveLength(1)
  running[0]?.end()
  await first
})

it('a reader with a free slot does not wait for another one who requested the same', async () => {
  const { running, ask, begun } = slowService({ timeoutMs: 60_000 })
  const first = ask(1, 1)
  await begun(1)
  const waiting = ask(2, 1)
  const other = ask(2, 2)
  await begun(2)
  running[1]?.end()
  await other
  running[0]?.end()
  await first
  await waiting
  expect(running).toHaveLength(2)
})

it('the time limit of a query includes the time for which it has waited', async () => {
  const { running, ask, begun } = slowService({ timeoutMs: 5000 })
  const first = ask(1)
  await begun(1)
  const second = ask(2)
  await new Promise((done) => setTimeout(done, 200))
  running[0]?.end()
  await first
  await begun(2)
  const left = running[1]?.job.limits.timeoutMs ?? 0
  expect([left < 4850, left > 1000]).toEqual([true, true])
  running[1]?.fail(timedOut(left))
  await expect(second).rejects.toMatchObject({ status: 408, message: 'The query exceeded the 5 seconds timeout.' })
})
