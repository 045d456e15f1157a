/**
 * The setup of docs/cluster.md on this machine: PostgreSQL, Redis, HAProxy with the settings of that document, three
 * web nodes, two workers and a shared folder, on free ports of loopback, in temporary folders.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Redis } from 'ioredis'
import { compiledCode, shareCompiledCode } from '../../src/server/testing/compiledCode.ts'
import { freePort } from '../../src/server/testing/freePort.ts'
import { codeBlock } from '../codeBlock.ts'
import { isInstalled, makeFolder, onPath, type RunningEngine, runGuarded, startEngines } from '../engines/start.ts'

const root = resolve(import.meta.dirname, '../..')

export const ADMIN = { username: 'admin', password: 'Cluster-only-5208' }

export interface ClusterNode {
  name: string
  address: string
  pid: () => number
  /** Starts the node, and resolves when it is ready. */
  start: () => Promise<void>
  /** Ends the node with SIGKILL, and resolves when it has ended. */
  kill: () => Promise<void>
}

export interface Cluster {
  /** Address of the proxy. */
  address: string
  web: ClusterNode[]
  workers: ClusterNode[]
  stop: () => Promise<void>
}

const WEB = ['node1', 'node2', 'node3']
const WORKERS = ['worker1', 'worker2']
const READY_WITHIN_MS = 180_000
const STOP_WITHIN_MS = 15_000
const POLL_MS = 50
const LAST_WORDS = 4000

/** A sentence about programs that are not installed, or undefined if all are there. */
export function missingPrograms(): string | undefined {
  const needed: [name: string, debianPackage: string, isThere: boolean][] = [
    ['PostgreSQL', 'postgresql', isInstalled('postgresql')],
    ['Redis', 'redis-server', onPath('redis-server') !== undefined],
    ['HAProxy', 'haproxy', onPath('haproxy') !== undefined],
  ]
  const missing = needed.filter(([, , isThere]) => !isThere)
  if (missing.length === 0) return undefined
  const names = missing.map(([name]) => name).join(' and ')
  return `The cluster needs ${names}: apt-get install ${missing.map(([, debianPackage]) => debianPackage).join(' ')}`
}

async function startRedis(): Promise<RunningEngine> {
  const folder = makeFolder('redis')
  const port = await freePort()
  return runGuarded(`redis://127.0.0.1:${port}`, {
    folder,
    command: [onPath('redis-server') ?? '', '--port', String(port), '--bind', '127.0.0.1', '--save', ''],
    async ping() {
      const client = new Redis(port, '127.0.0.1', { retryStrategy: () => null, lazyConnect: true })
      client.on('error', () => undefined)
      try {
        await client.connect()
      } finally {
        client.disconnect()
      }
    },
  })
}

async function startProxy(port: number, nodePorts: readonly number[]): Promise<RunningEngine> {
  const folder = makeFolder('haproxy')
  const settings = join(folder, 'haproxy.cfg')
  writeFileSync(
    settings,
    codeBlock('docs/cluster.md', 'haproxy', [
      [':443 ssl crt /etc/ssl/data.example.org/all.pem alpn h2,http/1.1', `127.0.0.1:${port}`],
      ['X-Forwarded-Proto https', 'X-Forwarded-Proto http'],
      ...nodePorts.map((nodePort, at): [string, string] => [`10.0.0.1${at + 1}:8088`, `127.0.0.1:${nodePort}`]),
    ]),
  )
  const address = `http://127.0.0.1:${port}`
  return runGuarded(address, {
    folder,
    command: [onPath('haproxy') ?? '', '-f', settings],
    async ping() {
      const { status } = await fetch(`${address}/health/ready`)
      if (status !== 200) throw new Error(`the proxy responds with ${status}`)
    },
  })
}

interface Place {
  name: string
  folder: string
  port: number
  env: NodeJS.ProcessEnv
  onEnd: (name: string) => void
}

function createNode({ name, folder, port, env, onEnd }: Place): ClusterNode & { stop: () => Promise<void> } {
  const address = `http://127.0.0.1:${port}`
  const home = join(folder, name)
  const log = join(folder, `${name}.log`)
  shareCompiledCode(home)
  let child: ChildProcess | undefined
  let isWanted = false

  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  async function end(signal: NodeJS.Signals): Promise<void> {
    isWanted = false
    if (!child || !isRunning()) return
    const ended = once(child, 'exit')
    child.kill(signal)
    const late = setTimeout(() => child?.kill('SIGKILL'), STOP_WITHIN_MS)
    await ended
    clearTimeout(late)
  }

  return {
    name,
    address,
    pid: () => child?.pid ?? 0,
    async start() {
      const output = openSync(log, 'a')
      const load = (file: string) => ['--import', pathToFileURL(join(root, file)).href]
      const args = [...load('scripts/cluster/endWithParent.mjs'), ...load('scripts/serverPackages.mjs')]
      const started = spawn(process.execPath, [...args, 'dist/server/main.mjs'], {
        cwd: root,
        // detached, so that Ctrl-C in a terminal reaches only the process that stops the parts in order
        detached: true,
        stdio: ['pipe', output, output],
        env: { ...process.env, ...env, PORT: String(port), SEXTANT_HOME: home, NODE_COMPILE_CACHE: compiledCode },
      })
      closeSync(output)
      child = started
      started.once('exit', () => {
        if (isWanted && child === started) onEnd(name)
      })
      for (const since = performance.now(); ; await pause(POLL_MS)) {
        const ready = await fetch(`${address}/health/ready`).catch(() => undefined)
        if (ready?.ok) {
          isWanted = true
          return
        }
        if (isRunning() && performance.now() - since < READY_WITHIN_MS) continue
        throw new Error(`${name} did not start: ${readFileSync(log, 'utf8').slice(-LAST_WORDS)}`)
      }
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

interface ClusterOptions {
  /** Further settings of all nodes. */
  env?: NodeJS.ProcessEnv
  /** Called with the name of a node that ended without `kill` or `stop`. */
  onEnd?: (name: string) => void
}

/** Starts all parts. If one fails, the others are stopped. */
export async function startCluster({ env = {}, onEnd = () => undefined }: ClusterOptions = {}): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-cluster-'))
  const shared = join(folder, 'shared')
  mkdirSync(shared)
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const [postgres, redis] = await Promise.all([
      startEngines(['postgresql']).then((engine) => {
        stops.push(() => engine.stop())
        return engine
      }),
      startRedis().then((engine) => {
        stops.push(() => engine.stop())
        return engine
      }),
    ])
    const names = [...WEB, ...WORKERS]
    const port = await freePort(names.length + 1)
    const address = `http://127.0.0.1:${port}`
    const settings = {
      HOST: '127.0.0.1',
      DATABASE_URL: postgres.uris.postgresql,
      REDIS_URL: redis.uri,
      SEXTANT_KEY_FILE: join(folder, 'master.key'),
      SEXTANT_SHARED_FILES: shared,
      SEXTANT_BASE_URL: address,
      SEXTANT_TRUST_PROXY: '127.0.0.1',
      SEXTANT_ADMIN_USERNAME: ADMIN.username,
      SEXTANT_ADMIN_PASSWORD: ADMIN.password,
      // five nodes share the memory and the processors of one machine
      SEXTANT_ENGINE_CHILDREN: '1',
      ...env,
    }
    const nodes = names.map((name, at) =>
      createNode({
        name,
        folder,
        port: port + 1 + at,
        env: { ...settings, SEXTANT_ROLE: WORKERS.includes(name) ? 'worker' : 'web' },
        onEnd,
      }),
    )
    stops.push(() => Promise.all(nodes.map((node) => node.stop())))
    // the first node creates the schema, the key and the examples
    const [first, ...others] = nodes
    await first?.start()
    await Promise.all(others.map((node) => node.start()))
    const proxy = await startProxy(
      port,
      WEB.map((_, at) => port + 1 + at),
    )
    stops.push(() => proxy.stop())
    return { address, web: nodes.slice(0, WEB.length), workers: nodes.slice(WEB.length), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
