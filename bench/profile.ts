/** The time until the profile of the generated table of 10 million rows is complete, without a cache. */
import { quantile } from './measure.ts'
import type { BenchServer } from './server.ts'

type Report = (name: string, value: number, unit: string, goal: string) => void

const ROUNDS = 5

export async function measureProfile(server: BenchServer, dataset: number, report: Report): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const uids = [`${dataset}__table`]
    const invalidated = await server.call('POST', '/api/v1/cachekey/invalidate', { datasource_uids: uids })
    if (invalidated.status !== 201) throw new Error(`invalidate: ${invalidated.status}`)
    const started = performance.now()
    const answer = await server.call('GET', `/api/v1/dataset/${dataset}/profile`)
    times.push(performance.now() - started)
    if (answer.status !== 200) throw new Error(`profile: ${answer.status} ${answer.body.toString().slice(0, 400)}`)
  }
  report('profile of 10M rows and 12 columns, p50', quantile(times, 0.5), 'ms', '<= 2000')
}
