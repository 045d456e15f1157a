/**
 * `npm run cluster`: several nodes behind a proxy on this machine (docs/cluster.md), until Ctrl-C. A node that is
 * killed is started again, as a service manager does. `npm run cluster -- --kill [USERS]` kills the web nodes one by
 * one while this many users (default: 20) work, and prints what they saw. `npm run cluster -- --trino` prints
 * what the nodes add to queries of a dashboard in Trino.
 */
import { ADMIN, type Cluster, missingPrograms, startCluster } from './cluster/startCluster.ts'
import { isInstalled, startEngines } from './engines/start.ts'
import { measureClusterKill } from './reliability/clusterKill.ts'
import { createReport, type Report } from './reliability/report.ts'
import { measureTrinoOverhead } from './reliability/trinoOverhead.ts'

const USERS = 20
const AGAIN_AFTER_MS = 5000

const say = (line: string) => void process.stdout.write(`${line}\n`)

const [wish, number, ...more] = process.argv.slice(2)
const users = Number(number ?? USERS)
const isKnown = wish === undefined || wish === '--kill' || (wish === '--trino' && number === undefined)
if (!isKnown || more.length > 0 || !Number.isInteger(users) || users < 1) {
  process.stderr.write('Usage: npm run cluster [-- --kill [USERS] | -- --trino]\n')
  process.exit(2)
}
const missing =
  missingPrograms() ??
  (wish === '--trino' && !isInstalled('trino')
    ? 'Trino is not installed: scripts/engines/fetch.sh downloads it.'
    : undefined)
if (missing !== undefined) {
  process.stderr.write(`${missing}\n`)
  process.exit(1)
}

const asked = new Promise<number>((done) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => done(signal === 'SIGINT' ? 130 : 1))
})

/** Shows the nodes and restarts those that end, until it is stopped. */
async function serve(): Promise<number> {
  let isStopping = false
  const restart = async (name: string) => {
    if (isStopping) return
    say(`${name} ended, and is started again in ${AGAIN_AFTER_MS / 1000} seconds`)
    await new Promise((again) => setTimeout(again, AGAIN_AFTER_MS).unref())
    const node = [...cluster.web, ...cluster.workers].find((each) => each.name === name)
    if (isStopping || !node) return
    await node.start()
    say(`${name} is ready, process ${node.pid()}`)
  }
  const cluster = await startCluster({
    onEnd: (name) => void restart(name).catch((error: Error) => say(error.message)),
  })
  for (const node of [...cluster.web, ...cluster.workers])
    say(`${node.name.padEnd(8)} ${node.address}  process ${node.pid()}`)
  say(`The cluster is at ${cluster.address}: user ${ADMIN.username}, password ${ADMIN.password}. Ctrl-C ends it.`)
  await asked
  isStopping = true
  await cluster.stop()
  return 0
}

async function measure(work: (cluster: Cluster, report: Report) => Promise<void>): Promise<number> {
  const { report, areGoalsMet } = createReport()
  const cluster = await startCluster({
    env: {
      // all users of the measurement have the same address
      SEXTANT_RATE_LIMIT: '0',
      SEXTANT_SIGN_INS_PER_MINUTE: '100000',
      // the address of the databases that are measured
      SEXTANT_DATABASE_HOSTS: '127.0.0.1',
    },
  })
  const ended = work(cluster, report).then(() => (areGoalsMet() ? 0 : 1))
  try {
    return await Promise.race([ended, asked])
  } finally {
    await cluster.stop()
  }
}

const kill = () => measure((cluster, report) => measureClusterKill(cluster, users, report))

async function queryTrino(): Promise<number> {
  const { uris, stop } = await startEngines(['trino'])
  try {
    return await measure((cluster, report) => measureTrinoOverhead(cluster, uris.trino ?? '', report))
  } finally {
    await stop()
  }
}

process.exit(await (wish === undefined ? serve() : wish === '--kill' ? kill() : queryTrino()))
