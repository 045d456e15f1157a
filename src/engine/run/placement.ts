import type { ConnectionSpec } from '../contracts.ts'
import { dialects } from '../dialects/index.ts'
import type { EngineChild } from './child.ts'
import type { PoolSettings } from './poolOptions.ts'
import type { Answers, Request, RequestKind } from './protocol.ts'

/** Decides which child takes which job. */

/** Maximum number of children per database that is a file and whose engine runs in the child. */
const FILE_CHILDREN = 2
export interface Answered {
  answer: Answers[RequestKind]
  body: Buffer
}

export interface Job {
  key: string
  connection: ConnectionSpec
  request: Request
  resolve: (answered: Answered) => void
  reject: (reason: unknown) => void
  /** Aborted on timeout and when the caller disconnects. */
  stop: AbortController
  /** A job that lost its child because of another job is retried once. */
  retried: boolean
  /** When it was requested, by `performance.now`. */
  since: number
}

/**
 * Embedded children and all other children are limited separately, so that neither group waits for the other. Parsing
 * has its own child, so that a text that stops the parser stops no query.
 */
export type Group = 'parser' | 'embedded' | 'other'

/** The embedded engine without any tables. */
export const PARSER: ConnectionSpec = { dialect: 'duckdb', databaseId: 0, tables: {}, dataVersion: 'parser' }

export interface Member {
  child: EngineChild
  key: string
  group: Group
  traits: Traits
  idleTimer?: NodeJS.Timeout
  /** Until this time (`performance.now`) the child is not replaced while it has work. */
  servesUntil: number
  running: Set<Job>
  /** Running jobs that are still within QUICK_MS. */
  quick: number
  /** It could not open its database. */
  isRefused: boolean
}

/** How the children of a database are used. */
export interface Traits {
  /** Maximum number of children at a time. */
  children: number
  /** Maximum number of requests that a child takes at a time, and how many of these may be within QUICK_MS. */
  jobs: number
  quickJobs: number
  /** A query blocks the child, which then does not receive that it is cancelled. */
  blocks: boolean
}

export const groupOf = (connection: ConnectionSpec): Group =>
  connection === PARSER ? 'parser' : 'tables' in connection ? 'embedded' : 'other'
/** The users of an impersonating database share its children. */
export const keyOf = (connection: ConnectionSpec) => {
  const { dialect, databaseId, dataVersion } = connection
  const shared = 'asUser' in connection ? connection.asUser?.connection : undefined
  return `${dialect}:${databaseId}:${shared ?? dataVersion}`
}

/** The user that a request impersonates; undefined: the user of the connection. */
export const userOf = (connection: ConnectionSpec) => ('asUser' in connection ? connection.asUser?.name : undefined)
export const databaseOf = (key: string) => key.slice(0, key.indexOf(':', key.indexOf(':') + 1))

export function traitsOf(connection: ConnectionSpec, settings: PoolSettings): Traits {
  const { size, jobsPerChild, jobsPerServer, quickPerChild } = settings
  const runs = dialects[connection.dialect]?.runs
  if (runs?.in === 'server') return { children: 1, jobs: jobsPerServer, quickJobs: jobsPerServer, blocks: false }
  const jobs = runs?.jobsPerChild ?? jobsPerChild
  const group = groupOf(connection)
  const children = group === 'other' ? FILE_CHILDREN : size[group]
  const blocks = runs?.jobsPerChild === 1
  return { children, jobs, quickJobs: Math.min(jobs, quickPerChild), blocks }
}

/** The child that takes the job now; undefined if the job must wait. */
export function roomFor({ key, connection, request }: Job, members: readonly Member[]): Member | undefined {
  const ready = members.filter(({ child }) => child.isReady && !child.isSuspect)
  const own = ready.filter((member) => member.key === key).sort((a, b) => a.running.size - b.running.size)
  // neither parsing nor describing counts as work
  if (request.kind !== 'run' && groupOf(connection) !== 'other') return own[0]
  return own.find(({ running, quick, traits }) => running.size < traits.jobs && quick < traits.quickJobs)
}

/** Whether a request only reads: if its child ends, it can be run again. */
export const isRead = ({ kind }: Request) => kind !== 'change' && kind !== 'load'

/**
 * The child that is ended to make room for another: the one with the least work. One with work is chosen only if
 * draining is allowed.
 */
export function givingWay(peers: readonly Member[], mayDrain: boolean, now: number): Member | undefined {
  return peers
    .filter(({ child }) => child.isReady)
    .filter(({ running, servesUntil }) => running.size === 0 || (mayDrain && servesUntil <= now))
    .toSorted((a, b) => a.running.size - b.running.size)[0]
}
