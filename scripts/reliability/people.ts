import { setTimeout as pause } from 'node:timers/promises'
import { createVisitor, resultOf, type Visitor } from './visitor.ts'

const PASSWORD = 'Measured-only-7342'
/** Number of simultaneous sign-ins: hashing passwords takes processor time on purpose. */
const AT_ONCE = 4

/** Runs `work` for each item, a few at a time, and returns the results in order. */
async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = items.entries()
  const lane = async () => {
    for (const [at, item] of waiting) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return results
}

/** Accounts that may read all data, save, and use SQL Lab; signed in. */
export async function signInPeople(
  address: string,
  admin: Visitor,
  count: number,
  connections?: number,
): Promise<Visitor[]> {
  const { result } = resultOf<{ result: { id: number; name: string }[] }>(
    await admin.send('GET', '/api/v1/security/roles/?q=(page_size:100)'),
  )
  const roles = result.filter(({ name }) => name === 'Alpha' || name === 'sql_lab').map(({ id }) => id)
  const names = Array.from({ length: count }, (_, at) => `person-${at + 1}`)
  return each(names, async (username) => {
    const profile = { first_name: username, last_name: 'Measured', email: `${username}@example.org` }
    const json = { ...profile, username, password: PASSWORD, roles }
    resultOf(await admin.send('POST', '/api/v1/security/users/', { json }))
    const person = createVisitor(address, username, PASSWORD, connections)
    await person.signIn()
    return person
  })
}

export interface OpenDashboard {
  id: number
  charts: number[]
}

/** The dashboards with charts that a visitor sees. */
export async function findDashboards(visitor: Visitor): Promise<OpenDashboard[]> {
  const list = resultOf<{ result: { id: number }[] }>(await visitor.send('GET', '/api/v1/dashboard/?q=(page_size:100)'))
  const found = await each(list.result, async ({ id }) => {
    const { result } = resultOf<{ result: { id: number }[] }>(
      await visitor.send('GET', `/api/v1/dashboard/${id}/charts`),
    )
    return { id, charts: result.map((chart) => chart.id) }
  })
  return found.filter(({ charts }) => charts.length > 0).sort((one, other) => one.id - other.id)
}

/** A dataset of the examples. */
export async function datasetId(visitor: Visitor, table: string): Promise<number> {
  const { result } = resultOf<{ result: { id: number; table_name: string }[] }>(
    await visitor.send('GET', '/api/v1/dataset/?q=(page_size:100)'),
  )
  const found = result.find(({ table_name }) => table_name === table)
  if (!found) throw new Error(`the examples have no ${table}`)
  return found.id
}

/** A response with the charts of a dashboard: whether it is complete, and the charts that failed. */
export function readStream(text: string): { isWhole: boolean; failures: string[] } {
  const lines = text.trimEnd().split('\n')
  const failures = lines.filter((line) => /^\{"chartId":\d+,"error":\{"status":(5|429)/.test(line))
  return { isWhole: lines.at(-1) === '{"done":true}', failures }
}

/** The time between two clicks; it ends early when the run is over. */
export const think = (fromMs: number, untilMs: number, over: AbortSignal) =>
  pause(fromMs + Math.random() * (untilMs - fromMs), undefined, { signal: over }).catch(() => undefined)

/** A random one of the items. */
export function oneOf<T>(items: readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('there is nothing to choose from')
  return item
}
