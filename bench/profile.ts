/** The time until the profile of the generated table of 10 million rows is there, not cached. */
import { quantile } from './measure.ts'
import type { BenchServer } from './server.ts'

type Report = (name: string, value: number, unit: string, goal: string) => void

const ROUNDS = 5

export async function measureProfile(server: BenchServer, dataset: number, report: Report): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // a change of the dataset makes its cached results invalid
    await server.call('PUT', `/api/v1/dataset/${dataset}`, { description: `round ${round}` })
    const started = performance.now()
    const answer = await server.call('GET', `/api/v1/dataset/${dataset}/profile`)
    times.push(performance.now() - started)
    if (answer.status !== 200) throw new Error(`profile: ${answer.status} ${answer.body.toString().slice(0, 400)}`)
  }
  report('profile of 10M rows and 12 columns, p50', quantile(times, 0.5), 'ms', '<= 2000')
}
