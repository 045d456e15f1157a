import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { S3mini } from 's3mini'
import type { SharedFilesConfig } from '../sharedFilesSettings.ts'
import { freePort } from './freePort.ts'

const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'sextant-engines')
/** The packages of moto, which `scripts/engines/fetch.sh` downloads. */
const packages = join(cache, 'moto-5.2.5/packages')
const STARTS_WITHIN_MS = 60_000

export const hasObjectStorage = existsSync(packages)

export interface ObjectStorage {
  config: Extract<SharedFilesConfig, { kind: 's3' }>
  /** Stops responding, without terminating. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

/** S3-compatible storage on loopback with an empty bucket, all in memory. */
export async function startObjectStorage(): Promise<ObjectStorage> {
  const port = await freePort()
  const child: ChildProcess = spawn('python3', ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)], {
    env: { ...process.env, PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: 'ignore',
  })
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  const keys = { accessKey: 'test', secretKey: 'test' }
  const address = `http://127.0.0.1:${port}/sextant`
  const bucket = new S3mini({ endpoint: address, accessKeyId: keys.accessKey, secretAccessKey: keys.secretKey })
  for (const started = Date.now(); ; ) {
    try {
      await bucket.createBucket()
      break
    } catch (error) {
      if (child.exitCode !== null || Date.now() - started > STARTS_WITHIN_MS) throw error
      await new Promise((again) => setTimeout(again, 100))
    }
  }
  return {
    config: { kind: 's3', address, region: 'auto', ...keys },
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    async stop() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
