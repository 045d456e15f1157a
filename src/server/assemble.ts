import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createGate } from '../engine/gate/gate.ts'
import { createEnginePool } from '../engine/run/pool.ts'
import { findSandbox, NO_SANDBOX } from '../engine/run/sandbox.ts'
import { createAccess } from './access/access.ts'
import { createDirectory } from './access/directory.ts'
import { openKeys } from './access/keys.ts'
import { permissionsWith } from './access/permissions.ts'
import { syncBuiltinRoles } from './access/roles.ts'
import { createSubjects } from './access/subjects.ts'
import { SignInThrottle } from './access/throttle.ts'
import { openAssets } from './assets.ts'
import { createAsyncQueries } from './asyncQueries/asyncQueries.ts'
import { type CacheStore, createCache } from './cache/cache.ts'
import { codeStamp } from './cache/codeStamp.ts'
import { createDiskStore } from './cache/diskStore.ts'
import { createMemoryStore } from './cache/memoryStore.ts'
import { createTieredStore } from './cache/tieredStore.ts'
import { chartDataOf } from './chartData/fromServices.ts'
import type { Config } from './config.ts'
import { createConnections } from './databases/connections.ts'
import { createHostPolicy } from './databases/hostPolicy.ts'
import { createConnectionChecks } from './databases/service.ts'
import { openSharedFiles } from './embedded/openSharedFiles.ts'
import { createEmbeddedTables } from './embedded/tables.ts'
import { exportFiles } from './exportFiles.ts'
import { createFlags } from './features.ts'
import { openLog } from './log.ts'
import { menuWith } from './menu.ts'
import { createMetrics } from './metrics/metrics.ts'
import { createRenderer } from './pictures/renderer.ts'
import type { Resource } from './resource.ts'
import { resources as allResources } from './resources/index.ts'
import type { Services } from './services.ts'
import { createQueryDatasets } from './sqlLab/queryDatasets.ts'
import { allKept } from './sqlLab/results.ts'
import { createSqlLab } from './sqlLab/service.ts'
import { createDiskReserve } from './storage/fullDisk.ts'
import { openStore, type Store } from './storage/open.ts'
import { makePrivateFolder } from './storage/privateFolder.ts'
import { noTraces } from './traces/traces.ts'
import { warmUpSoon } from './warmUp/warmUpSchedule.ts'

export const root = resolve(import.meta.dirname, '../..')

export interface Assembled {
  services: Services
  alone: Store['alone']
  /** Called when the port is bound; links then use it if no public address is configured. */
  boundTo(port: number): void
  /** Not ready from now on; then call `close`. */
  stop(): void
  /** Frees everything in the right order; running queries are canceled. */
  close(): Promise<void>
}

const urlHost = (host: string) =>
  host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host

async function openCacheStore(config: Config, now: () => number, said: (line: string) => void): Promise<CacheStore> {
  if (!config.redisUrl) {
    const memory = createMemoryStore({ maxBytes: config.cache.bytes, now })
    const { diskBytes } = config.cache
    if (diskBytes === 0) return memory
    const disk = createDiskStore({
      folder: join(config.home, 'cache'),
      maxBytes: diskBytes,
      stamp: await codeStamp(root),
      now,
      onWarning: said,
    })
    return createTieredStore(memory, disk, now)
  }
  return (await import('./cache/redisStore.ts')).createRedisStore(config.redisUrl, {
    maxEntryBytes: config.limits.resultBytes,
    onWarning: said,
  })
}

interface EngineParts {
  sandbox: Services['sandbox']
  /** the folder with uploaded files */
  uploads: string
  log: Services['log']
  metrics: Services['metrics']
  traces: Services['traces']
}

function openEngine(config: Config, { sandbox, uploads, log, metrics, traces }: EngineParts) {
  return createEnginePool({
    children: config.engine.children,
    memoryLimitMb: config.engine.memoryMb,
    threads: config.engine.threads,
    scratchFolder: join(config.home, 'scratch'),
    fileFolders: config.databases.folders,
    loadFolders: [uploads],
    privateHosts: config.databases.hosts,
    sandbox,
    onWarning: (message) => log.warn(message),
    onQuery: (outcome, seconds, dialect) => {
      metrics.queries.add({ outcome })
      metrics.querySeconds.add(seconds)
      traces.ended('query', { 'db.system.name': dialect, 'sextant.outcome': outcome }, seconds)
    },
  })
}

async function openTables(
  config: Config,
  { db, now, sandbox }: Pick<Services, 'db' | 'now' | 'sandbox'>,
): Promise<Services['tables']> {
  return createEmbeddedTables(db, config.home, now, {
    sandbox,
    shared: await openSharedFiles(config.sharedFiles),
    async renewed(trx) {
      if (config.warmUp.crontab !== undefined) await warmUpSoon(trx, now())
    },
  })
}

async function openTraces({ traces }: Config, version: string, log: Services['log']): Promise<Services['traces']> {
  return traces ? (await import('./traces/openTelemetry.ts')).openTelemetry(traces, version, log) : noTraces
}

function versionOf(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version
}

/** Creates the services of one process from its configuration: home folder, store, key, roles, engine. */
export async function assemble(
  config: Config,
  options: {
    now?: () => number
    said?: (line: string) => void
    assetsFolder?: string
    resources?: readonly Resource[]
  } = {},
): Promise<Assembled> {
  const { now = Date.now, said = () => undefined, resources = allResources } = options
  const permissions = permissionsWith(resources.flatMap((resource) => resource.permissions ?? []))
  const menu = menuWith(resources.flatMap((resource) => resource.menu ?? []))
  makePrivateFolder(join(config.home, 'scratch'))
  const log = openLog(config.log)
  // runs while the store is being opened
  const finding = config.engine.isConfined ? findSandbox() : NO_SANDBOX
  const { db, alone } = await openStore({
    home: config.home,
    databaseUrl: config.databaseUrl,
    poolSize: config.databasePool,
    now,
    said,
  })
  try {
    const keys = await alone(async () => {
      await syncBuiltinRoles(db, permissions)
      return openKeys(config.keyFile, db)
    })
    const sandbox = await finding
    // created now, because a folder that does not exist when a child starts cannot be mounted later
    const uploads = join(config.home, 'uploads')
    mkdirSync(uploads, { recursive: true, mode: 0o700 })
    const metrics = createMetrics()
    const version = versionOf(root)
    const traces = await openTraces(config, version, log)
    const engine = openEngine(config, { sandbox, uploads, log, metrics, traces })
    const cache = createCache(await openCacheStore(config, now, (line) => log.warn(line)), (result) =>
      metrics.cacheReads.add({ result }),
    )
    const flags = createFlags(config.flags)
    const subjects = createSubjects(db, () => flags.load(db))
    const access = createAccess(db, subjects)
    const stopping = new AbortController()
    let port = config.port
    const tables = await openTables(config, { db, now, sandbox })
    const gate = createGate(engine)
    const hosts = createHostPolicy(config)
    const connections = createConnections({ db, tables, key: keys.for('secrets'), hosts })
    const connectionChecks = createConnectionChecks({ engine, hosts, flags, key: keys.for('secrets') })
    const newFile = exportFiles(config.home)
    const pictures = createRenderer({
      folder: join(config.home, 'scratch/pictures'),
      formats: config.formats,
      onFault: (message) => log.warn(`drawing a picture: ${message}`),
    })
    const editor = { access, config, connections, db, engine, gate, log, now, sandbox }
    const services: Services = {
      version,
      config,
      log,
      db,
      now,
      baseUrl: () => config.baseUrl ?? `http://${urlHost(config.host)}:${port}`,
      secureCookies: config.baseUrl?.startsWith('https://') === true,
      stopping: stopping.signal,
      keys,
      permissions,
      menu,
      flags,
      subjects,
      signIns: new SignInThrottle(),
      directory:
        config.signIn.ldap &&
        createDirectory(config.signIn.ldap, (error) => log.warn({ err: error }, 'the directory failed')),
      reserve: createDiskReserve(config.home),
      access,
      can: access.can,
      engine,
      sandbox,
      gate,
      cache,
      tables,
      connections,
      connectionChecks,
      newFile,
      pictures,
      pictureStamp: once(() => codeStamp(root, 'pictures')),
      metrics,
      traces,
      asyncQueries: createAsyncQueries({ db, now, log }),
      sqlLab: createSqlLab(editor),
      chartData: chartDataOf(
        { access, cache, db, engine, gate, connections, newFile, now, queryDataset: createQueryDatasets(editor) },
        config,
      ),
      assets: openAssets(options.assetsFolder ?? join(root, 'dist/web')),
    }
    return {
      services,
      alone,
      boundTo(bound) {
        port = bound
      },
      stop: () => stopping.abort(),
      async close() {
        stopping.abort()
        pictures.close()
        await services.asyncQueries.close()
        await engine.close()
        await cache.close()
        await allKept()
        await db.destroy()
        await traces.close()
      },
    }
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** A function that computes its value when it is called for the first time, and returns it again in later calls. */
function once<T>(compute: () => T): () => T {
  let known: { value: T } | undefined
  return () => {
    known ??= { value: compute() }
    return known.value
  }
}
