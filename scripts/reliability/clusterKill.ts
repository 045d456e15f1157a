/** Web nodes are killed one by one, and started again, while users read dashboards and save: what the users see. */
import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from '../../bench/measure.ts'
import { ADMIN, type Cluster, type ClusterNode } from '../cluster/startCluster.ts'
import { findDashboards, type OpenDashboard, oneOf, readStream, signInPeople, think } from './people.ts'
import type { Report } from './report.ts'
import { type Answer, createVisitor, resultOf, type Visitor } from './visitor.ts'

interface Plan {
  /** How many times all web nodes are killed. */
  rounds: number
  /** The pause between two clicks of a user. */
  thinkMs: readonly [from: number, until: number]
}

const MANY_USERS = 100
const short: Plan = { rounds: 1, thinkMs: [1000, 3000] }
const long: Plan = { rounds: 2, thinkMs: [4000, 12_000] }

/** Of ten clicks: one saves, one loads the page, the others request the data of a dashboard. */
const CLICKS = ['save', 'page', ...Array.from({ length: 8 }, () => 'data')]
const STEADY_MS = 2000
/** After this time the proxy uses a started node again: it checks each node once a second. */
const SEEN_MS = 2000
const WORKS_WITHIN_MS = 5000
/**
 * The browser requests a stream that was cut off again after these pauses, and then repeats the last pause for as long
 * as necessary.
 */
const AGAIN_AFTER_MS = [500, 2000]

/** A kill of a node; times of performance.now(). */
interface Death {
  node: string
  at: number
  /** When the process had ended. */
  until: number
  /** For each user of the node: milliseconds from the first failed request to a complete dashboard. */
  worksAfterMs: number[]
}

interface Person {
  visitor: Visitor
  dashboard: number
  attempted: number
  acknowledged: number
  /** The kill of the user's node, if no dashboard has completed since; and since when the user has been waiting. */
  waiting: { death: Death; since: number | undefined } | undefined
}

interface Seen {
  answers: number
  cutOff: number
  errors: string[]
  lostSessions: number
  /** Milliseconds of dashboards of users whose node was alive. */
  undisturbedMs: number[]
}

export async function measureClusterKill(cluster: Cluster, users: number, report: Report): Promise<void> {
  const plan = users >= MANY_USERS ? long : short
  const admin = createVisitor(cluster.address, ADMIN.username, ADMIN.password)
  await admin.signIn()
  const visitors = await signInPeople(cluster.address, admin, users)
  const dashboards = (await findDashboards(admin)).slice(0, 4)
  // users must not all start with dashboards that are not cached yet
  for (const { id, charts } of dashboards) await admin.send('POST', `/api/v1/dashboard/${id}/data`, dataOf(charts))
  const people = await Promise.all(visitors.map(createPerson))
  const seen: Seen = { answers: 0, cutOff: 0, errors: [], lostSessions: 0, undisturbedMs: [] }
  const deaths: Death[] = []
  const over = new AbortController()
  const started = performance.now()
  const work = people.map((person) => use(person, plan, dashboards, deaths, seen, over.signal))
  const readyMs: number[] = []
  try {
    await pause(plan.thinkMs[1])
    for (const node of Array.from({ length: plan.rounds }, () => cluster.web).flat()) {
      readyMs.push(await killed(node, plan, people, deaths))
    }
  } finally {
    over.abort()
    await Promise.all(work)
  }
  const seconds = (performance.now() - started) / 1000
  const lost = await lostSaves(people)
  for (const visitor of [admin, ...visitors]) visitor.leave()

  const waits = deaths.flatMap(({ worksAfterMs }) => worksAfterMs)
  for (const error of new Set(seen.errors)) process.stderr.write(`${error}\n`)
  report('users', users, '')
  report('kills of web nodes', deaths.length, '')
  report('answers', seen.answers, '')
  report('answers per second', seen.answers / seconds, '/s')
  report('running answers that ended with their node', seen.cutOff, '')
  report('other errors', seen.errors.length, '', { most: 0 })
  report('sessions lost', seen.lostSessions, '', { most: 0 })
  report(
    'saves',
    people.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    '',
  )
  report('acknowledged saves lost', lost, '', { most: 0 })
  report('a dashboard without a kill, median', quantile(seen.undisturbedMs, 0.5) / 1000, 's')
  report('a dashboard without a kill, p99', quantile(seen.undisturbedMs, 0.99) / 1000, 's')
  report('users who needed the killed node', waits.length, '', { least: 1 })
  report('from a kill to a complete dashboard, median', quantile(waits, 0.5) / 1000, 's')
  report('from a kill to a complete dashboard, p99', quantile(waits, 0.99) / 1000, 's')
  report('from a kill to a complete dashboard, slowest', quantile(waits, 1) / 1000, 's', {
    most: WORKS_WITHIN_MS / 1000,
  })
  report('from the start of a node to ready, slowest', quantile(readyMs, 1) / 1000, 's')
}

const dataOf = (charts: readonly number[]) => ({ json: { queries: charts.map((chartId) => ({ chartId })) } })

async function createPerson(visitor: Visitor): Promise<Person> {
  const json = { dashboard_title: `${visitor.username} 0` }
  const { id } = resultOf<{ id: number }>(await visitor.send('POST', '/api/v1/dashboard/', { json }))
  return { visitor, dashboard: id, attempted: 0, acknowledged: 0, waiting: undefined }
}

/**
 * Kills a node, and starts it again when its users have worked with the others. Returns the milliseconds of the start.
 */
async function killed(node: ClusterNode, plan: Plan, people: readonly Person[], deaths: Death[]): Promise<number> {
  await pause(STEADY_MS)
  const death: Death = { node: node.name, at: performance.now(), until: Infinity, worksAfterMs: [] }
  deaths.push(death)
  const affected = people.filter(({ visitor }) => visitor.node() === node.name)
  for (const person of affected) person.waiting = { death, since: undefined }
  await node.kill()
  death.until = performance.now()
  // until almost every user has clicked again, and the time allowed for recovery has passed
  await pause(plan.thinkMs[1] + WORKS_WITHIN_MS)
  for (const { waiting } of affected) {
    // no response yet: at least this long
    if (waiting?.since !== undefined) death.worksAfterMs.push(performance.now() - waiting.since)
  }
  for (const person of affected) person.waiting = undefined
  const before = performance.now()
  await node.start()
  const ms = performance.now() - before
  await pause(SEEN_MS)
  return ms
}

/** One user reads and saves, until stopped. */
async function use(
  person: Person,
  plan: Plan,
  dashboards: readonly OpenDashboard[],
  deaths: readonly Death[],
  seen: Seen,
  over: AbortSignal,
): Promise<void> {
  const { visitor } = person
  await think(0, plan.thinkMs[1], over)
  while (!over.aborted) {
    const click = oneOf(CLICKS)
    const { id, charts } = oneOf(dashboards)
    if (click === 'save') await save(person, deaths, seen)
    else if (click === 'page') judge(await visitor.send('GET', `/superset/dashboard/${id}/`), 200, deaths, seen)
    else await readDashboard(person, { id, charts }, deaths, seen, over)
    await think(...plan.thinkMs, over)
  }
}

/** Counts a response. Only requests that were running on a node when it was killed may fail. */
function judge(answer: Answer, wanted: number, deaths: readonly Death[], seen: Seen, what = ''): boolean {
  seen.answers += 1
  if (answer.status === wanted && what === '') return true
  if (answer.status === 401 || answer.status === 302) seen.lostSessions += 1
  const isRunningAtDeath = deaths.some(
    ({ node, at, until }) => node === answer.node && answer.startedAt <= until && answer.endedAt >= at,
  )
  if (isRunningAtDeath) seen.cutOff += 1
  else seen.errors.push(`${answer.node}: ${answer.status} ${what || answer.text.slice(0, 200)}`)
  return false
}

async function save(person: Person, deaths: readonly Death[], seen: Seen): Promise<void> {
  const { visitor, dashboard } = person
  person.attempted += 1
  const number = person.attempted
  const json = { dashboard_title: `${visitor.username} ${number}` }
  const answer = await visitor.send('PUT', `/api/v1/dashboard/${dashboard}`, { json })
  if (judge(answer, 200, deaths, seen)) person.acknowledged = number
}

/** Requests the data of a dashboard, and repeats the request if the response is cut off, as the browser does. */
async function readDashboard(
  person: Person,
  { id, charts }: OpenDashboard,
  deaths: readonly Death[],
  seen: Seen,
  over: AbortSignal,
): Promise<void> {
  for (let attempt = 0; !over.aborted; attempt += 1) {
    const answer = await person.visitor.send('POST', `/api/v1/dashboard/${id}/data`, dataOf(charts))
    const { waiting } = person
    if (waiting && answer.endedAt >= waiting.death.at) waiting.since ??= Math.max(waiting.death.at, answer.startedAt)
    const { isWhole, failures } = readStream(answer.text)
    const what = answer.status !== 200 ? '' : (failures[0] ?? (isWhole ? '' : 'a stream without its end'))
    if (judge(answer, 200, deaths, seen, what)) {
      if (waiting?.since !== undefined) {
        waiting.death.worksAfterMs.push(answer.endedAt - waiting.since)
        person.waiting = undefined
      } else seen.undisturbedMs.push(answer.endedAt - answer.startedAt)
      return
    }
    await pause(AGAIN_AFTER_MS[Math.min(attempt, AGAIN_AFTER_MS.length - 1)])
  }
}

/** Dashboards whose stored title is older than the last one that was acknowledged. */
async function lostSaves(people: readonly Person[]): Promise<number> {
  let lost = 0
  for (const { visitor, dashboard, acknowledged } of people) {
    const answer = await visitor.send('GET', `/api/v1/dashboard/${dashboard}`)
    const { result } = resultOf<{ result: { dashboard_title: string } }>(answer)
    if (Number(result.dashboard_title.split(' ').at(-1)) < acknowledged) lost += 1
  }
  return lost
}
