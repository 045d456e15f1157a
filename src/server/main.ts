import { randomUUID } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { findSandbox, sandboxSentence } from '../engine/run/sandbox.ts'
import { missingRoles } from './access/externalUsers.ts'
import { ensureAdmin, makeSignInLink } from './access/users.ts'
import { buildApp } from './app.ts'
import { type Assembled, assemble, root } from './assemble.ts'
import { readConfig } from './config.ts'
import { loadExamples } from './examples.ts'
import { jobKinds } from './jobs/kinds.ts'
import { createWorker, type Worker } from './jobs/worker.ts'
import { checkAddress } from './listening.ts'
import type { Services } from './services.ts'
import { startFailure } from './startFailure.ts'
import { tracedKinds } from './traces/traces.ts'

const drainMs = 10_000
const sweepMs = 3_600_000
const againMs = 1_000

/** Progress is written to standard error; standard output has one line, the address. */
const tellProgress = (line: string) => process.stderr.write(`${line}\n`)

/** Ends gracefully: the server is not ready any more, running requests may finish, then everything is canceled. */
function stopOnSignal(assembled: Assembled, closeParts: () => Promise<unknown>): void {
  let stoppingSince: number | undefined
  const stop = async () => {
    // a terminal and the launcher may both send the first signal; a later one means: stop immediately
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > againMs) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    assembled.stop()
    const late = setTimeout(() => {
      void assembled.close().finally(() => process.exit(0))
    }, drainMs)
    await closeParts()
    clearTimeout(late)
    await assembled.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}

/** The first chart should not wait for an engine child to start. */
async function warmEngine({ tables, engine, log }: Services): Promise<void> {
  try {
    const likely = await tables.likelyConnection()
    if (likely) engine.warm(likely)
  } catch (error) {
    // shared files may be temporarily unavailable
    log.warn({ err: error }, 'the engine was not started in advance')
  }
}

/** Deletes table files of this machine that were replaced. */
function sweepRegularly({ tables, log }: Services): void {
  const failed = (error: unknown) => log.error({ err: error }, 'cleanup failed')
  setInterval(() => tables.removeOldGenerations().catch(failed), sweepMs).unref()
}

/**
 * Copies the files that only this node has to the shared location. Until then other nodes respond with 503 for these
 * tables.
 */
function shareTables({ tables, log }: Services): void {
  tables.share().catch((error: unknown) => log.error({ err: error }, 'tables could not be shared with other nodes'))
}

/** Background work that the nodes share: each job runs on one of them. */
function startWorker(services: Services): Worker {
  const { db, now, log, traces } = services
  const worker = createWorker({ db, kinds: tracedKinds(jobKinds(services), traces), now, log, holder: randomUUID() })
  worker.start()
  return worker
}

async function main(): Promise<void> {
  // store, tables and cached results are readable only by their owner, regardless of the permissions of the parent
  // folder
  process.umask(0o077)
  const config = readConfig(process.env)
  await checkAddress(config.host, config.port)
  const assembled = await assemble(config, { said: tellProgress })
  const { services } = assembled
  const { db, now, log } = services
  const app = buildApp(services)
  let worker: Worker | undefined
  // what a job needs from this process is available until the job has ended
  stopOnSignal(assembled, () => Promise.all([app.close(), worker?.stop()]))
  const admin = await assembled.alone(async () => {
    const first = await ensureAdmin(db, config.admin, now())
    // before listening: when the server is healthy, the examples are loaded
    if (config.examples) await loadExamples(services, root, first.userId, tellProgress)
    return first
  })
  await app.listen({ host: config.host, port: config.port })
  const bound = app.server.address()
  if (bound && typeof bound === 'object') assembled.boundTo(bound.port)

  // the launcher limited the young generation while everything loaded (20 MB); from here on it may grow with the load
  setFlagsFromString('--semi-space-growth-factor=2')

  const address = services.baseUrl()
  const signIn = admin.hasPassword
    ? ''
    : ` - first sign-in: ${address}/setup/${await makeSignInLink(db, admin.userId, now())}`
  process.stdout.write(`Sextant is at ${address}${signIn}\n`)
  if (config.engine.isConfined) tellProgress(sandboxSentence(await findSandbox()))

  const missing = await missingRoles(services)
  if (missing.length > 0) {
    log.warn(
      `SEXTANT_SIGN_IN_ROLES and SEXTANT_SIGN_IN_DEFAULT_ROLES name roles that do not exist: ${missing.join(', ')}`,
    )
  }

  if (config.sharedFiles) shareTables(services)
  await warmEngine(services)
  if (config.role !== 'web') {
    sweepRegularly(services)
    worker = startWorker(services)
  }
  if (address.startsWith('http://') && !/^(127\.|localhost|\[::1\])/.test(new URL(address).host)) {
    log.warn(
      'the server accepts plain HTTP from other machines, so passwords and cookies can be intercepted: put an HTTPS proxy in front of it',
    )
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${startFailure(error)}\n`)
  process.exit(1)
})
