import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { Redis } from 'ioredis'
import { freePort } from './freePort.ts'

export interface TestRedis {
  url: string
  /** Kills the server as a power failure would, and starts it again, empty. Resolves when it responds. */
  crash(): Promise<void>
  stop(): Promise<void>
}

const POLL_MS = 20

export const hasRedis = (): boolean => spawnSync('redis-server', ['--version']).status === 0

/** A real Redis that stores nothing on disk, on a loopback port. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()]
  const launch = () => spawn('redis-server', args, { stdio: 'ignore' })
  async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    const gone = new Promise((done) => child.once('exit', done))
    child.kill(signal)
    await gone
  }
  async function untilResponding(): Promise<void> {
    const client = new Redis(port, '127.0.0.1', { retryStrategy: () => POLL_MS, maxRetriesPerRequest: null })
    client.on('error', () => undefined)
    await client.ping()
    client.disconnect()
  }
  let server = launch()
  await untilResponding()
  return {
    url: `redis://127.0.0.1:${port}`,
    async crash() {
      await end(server, 'SIGKILL')
      server = launch()
      await untilResponding()
    },
    stop: () => end(server, 'SIGTERM'),
  }
}
