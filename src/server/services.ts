import type { FastifyBaseLogger } from 'fastify'
import type { EnginePool } from '../engine/contracts.ts'
import type { Gate } from '../engine/gate/gate.ts'
import type { Sandbox } from '../engine/run/sandbox.ts'
import type { Access } from './access/access.ts'
import type { Directory } from './access/externalPerson.ts'
import type { Keys } from './access/keys.ts'
import type { Permissions } from './access/permissions.ts'
import type { Subjects } from './access/subjects.ts'
import type { SignInThrottle } from './access/throttle.ts'
import type { Assets } from './assets.ts'
import type { AsyncQueries } from './asyncQueries/asyncQueries.ts'
import type { Cache } from './cache/cache.ts'
import type { ChartDataService } from './chartData/service.ts'
import type { Config } from './config.ts'
import type { Connections } from './databases/connections.ts'
import type { ConnectionChecks } from './databases/service.ts'
import type { EmbeddedTables } from './embedded/tables.ts'
import type { Flags } from './features.ts'
import type { MenuItem } from './menu.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Renderer } from './pictures/renderer.ts'
import type { SqlLab } from './sqlLab/sqlLab.ts'
import type { DiskReserve } from './storage/fullDisk.ts'
import type { Db } from './storage/schema.ts'
import type { Traces } from './traces/traces.ts'

/** The services that routes use; created once in `assemble.ts` and passed to every resource. */
export interface Services {
  /** The version of the product, as in package.json. */
  version: string
  config: Config
  log: FastifyBaseLogger
  db: Db
  /** Aborted when the server stops: it is not ready any more, and background work ends. */
  stopping: AbortSignal
  /** UTC epoch milliseconds. */
  now: () => number
  /** Origin of links: SEXTANT_BASE_URL, else the bound address. No trailing slash. */
  baseUrl: () => string
  /** The public address is https: cookies are Secure and have the `__Host-` prefix. */
  secureCookies: boolean
  keys: Keys
  /** All permission pairs, and those of the built-in roles. */
  permissions: Permissions
  /** The complete navigation; `menuFor` reduces it to what a user may open. */
  menu: readonly MenuItem[]
  /** The feature flags. */
  flags: Flags
  subjects: Subjects
  signIns: SignInThrottle
  /** Checks the passwords of users who have none here; undefined if none is configured. */
  directory: Directory | undefined
  /** Space for sign-ins while the disk is full. */
  reserve: DiskReserve
  access: Access
  /** `await can(subject, 'write', { kind: 'Chart', id })` throws an AppError if the object is missing or forbidden. */
  can: Access['can']
  engine: EnginePool
  /** How the processes that read files are sandboxed. */
  sandbox: Sandbox
  /** Checks SQL of users before a database receives it. */
  gate: Gate
  /** Finished results of the engine; equal queries at the same time run once. */
  cache: Cache
  /** A path for a new file, which is sent and then deleted. */
  newFile: () => string
  /** Runs query contexts: plans, reads the cache, queries. */
  chartData: ChartDataService
  /** Draws pictures of charts, in a separate process. */
  pictures: Renderer
  /** Identifies the code that draws pictures: another version of it may draw the same data differently. */
  pictureStamp: () => Promise<string>
  /** The counters and timings of this process. */
  metrics: Metrics
  traces: Traces
  /** Queries that outlive their request. */
  asyncQueries: AsyncQueries
  /** Runs the SQL of the editor, and stores its history. */
  sqlLab: SqlLab
  /** Tables of embedded databases: current generations, catalog, loading. */
  tables: EmbeddedTables
  /** Stored connections in the format of the engine. */
  connections: Connections
  /** Checks connections before they are stored. */
  connectionChecks: ConnectionChecks
  /** The built browser bundle; undefined if it was not built. */
  assets: Assets | undefined
}
