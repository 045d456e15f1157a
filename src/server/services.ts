import type { FastifyBaseLogger } from 'fastify'
import type { EnginePool } from '../engine/contracts.ts'
import type { Gate } from '../engine/gate/gate.ts'
import type { Access } from './access/access.ts'
import type { Keys } from './access/keys.ts'
import type { Permissions } from './access/permissions.ts'
import type { Subjects } from './access/subjects.ts'
import type { SignInThrottle } from './access/throttle.ts'
import type { Assets } from './assets.ts'
import type { Cache } from './cache/cache.ts'
import type { ChartDataService } from './chartData/service.ts'
import type { Config } from './config.ts'
import type { Connections } from './databases/connections.ts'
import type { ConnectionChecks } from './databases/service.ts'
import type { EmbeddedTables } from './embedded/tables.ts'
import type { MenuItem } from './menu.ts'
import type { Db } from './storage/schema.ts'

/** What routes work with; made once in `assemble.ts`, handed to every resource. */
export interface Services {
  /** Of the product, as in package.json. */
  version: string
  config: Config
  log: FastifyBaseLogger
  db: Db
  /** Aborted once the server stops: not ready, and background work ends. */
  stopping: AbortSignal
  /** UTC epoch milliseconds. */
  now: () => number
  /** Origin of links: SEXTANT_BASE_URL, else the bound address. No slash at the end. */
  baseUrl: () => string
  /** The public address is https: cookies are Secure and carry the `__Host-` prefix. */
  secureCookies: boolean
  keys: Keys
  /** All permission pairs, and what the built-in roles hold of them. */
  permissions: Permissions
  /** The whole navigation; `menuFor` cuts it to what somebody may open. */
  menu: readonly MenuItem[]
  subjects: Subjects
  signIns: SignInThrottle
  access: Access
  /** `await can(subject, 'write', { kind: 'Chart', id })`: throws not found or forbidden. */
  can: Access['can']
  engine: EnginePool
  /** Judges every text of SQL that a person wrote. */
  gate: Gate
  /** Finished answers of the engine; equal questions that come together are asked once. */
  cache: Cache
  /** Answers query contexts: plans, asks the cache, runs. */
  chartData: ChartDataService
  /** Tables of embedded databases: current generations, catalog, loading. */
  tables: EmbeddedTables
  /** Stored connections, as the engine takes them. */
  connections: Connections
  /** Looks at connections before they are stored. */
  connectionChecks: ConnectionChecks
  /** The built browser bundle; undefined where none was built. */
  assets: Assets | undefined
}
