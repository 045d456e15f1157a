/**
 * A fresh clone with each version of Node: the first start, sign-in and dashboards, then the duration of a second
 * start.
 */
import { mkdirSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { openBrowser, signIn, signInByLink } from '../browser.ts'
import { type Case, type Installed, installedBy, newest, oldest, releaseName, type Session, seconds } from '../case.ts'
import { checkDashboards, checkHome } from '../check.ts'
import { type Machine, type NodeRelease, runProgram } from '../machine.ts'
import { processorSecondsOf } from '../processorTime.ts'
import { type Started, type StartOptions, start } from '../start.ts'

/**
 * Below 20.19, and from 21 to 22.11, npm leaves out native packages of the bundler. See memory.ts for npm 10 with
 * Node 18.
 */
const olderReleases: NodeRelease[] = [oldest, { node: '20.11.1', npm: '10.2.4' }, { node: '22.11.0', npm: '10.9.0' }]

/**
 * The first start of a fresh clone, in a folder with a space in its name. Signs in with the printed link. A start that
 * is `like` another one downloads and installs everything itself, but copies the pages and the examples.
 */
export async function firstStart(
  { machine, installed }: Session,
  name: string,
  release: NodeRelease,
  { like, ...more }: Pick<StartOptions, 'wrap'> & { like?: Installed } = {},
): Promise<string> {
  const folder = `a clone under ${name}`
  const tree = machine.clone(folder)
  const place = { tree, bin: machine.release(release), home: machine.folder(`${folder}/home`) }
  if (like) copyFrom(machine, like, place)
  const started = await start(machine, { ...place, ...more })
  try {
    const browser = openBrowser(started.address)
    if (like) await signIn(browser)
    else if (started.link) await signInByLink(browser, started.link)
    else throw new Error('no sign-in link was printed')
    await checkHome(browser)
    await checkDashboards(browser)
  } finally {
    await started.stop()
  }
  installed.set(name, place)
  return `first start ${seconds(started.seconds)}${like ? ', with pages and examples of another clone' : ''}`
}

/** Copies what Node 24 makes in every clone, regardless of the Node that runs npm. */
function copyFrom(machine: Machine, from: Installed, to: Installed): void {
  mkdirSync(join(to.tree, 'dist'))
  for (const name of ['web', 'web.stamp.json', 'server', 'server.stamp.json']) {
    runProgram(['cp', '-a', join(from.tree, 'dist', name), join(to.tree, 'dist', name)])
  }
  runProgram(['cp', '-a', `${from.home}/.`, to.home])
  machine.giveToUser(to.tree)
  machine.giveToUser(to.home)
}

const firstStartUnder = (release: NodeRelease, likeName?: string): Case => ({
  name: releaseName(release),
  needs: ['git'],
  needsRegistry: true,
  run(session) {
    const like = likeName === undefined ? undefined : session.installed.get(likeName)
    return firstStart(session, releaseName(release), release, { like })
  },
})

export const newestStart = firstStartUnder(newest)
/**
 * First starts with the older releases of Node. Pages and examples are copied, because Node 24 makes the same ones for
 * each.
 */
export const olderStarts = olderReleases.map((release) => firstStartUnder(release, releaseName(newest)))

/** The shortest time counts: other programs may use the processor for a moment. */
const ATTEMPTS = 3

/** A program that needs processor and memory, as a start does, and its processor time on the machine of the goals. */
const YARDSTICK = `let a = []
for (let i = 0; i < 2e5; i++) a.push({ i, text: 'row ' + i })
for (let times = 0; times < 2; times++) a = JSON.parse(JSON.stringify(a))`
const YARDSTICK_SECONDS = 0.28

/** How many times slower this machine is at the moment; 1 if it is not. The shortest of a few attempts counts. */
function slowness(): number {
  const taken = Array.from({ length: ATTEMPTS }, () => processorSecondsOf([process.execPath, '-e', YARDSTICK]))
  return Math.max(1, Math.min(...taken) / YARDSTICK_SECONDS)
}

/** The processor may be so busy with other programs that only the start's own processor time is meaningful. */
const isBusy = () => (loadavg()[0] ?? 0) > 2 * availableParallelism()

const secondStart = (release: NodeRelease, goalSeconds: number): Case => ({
  name: `${releaseName(release)}: second start`,
  async run(session) {
    const place = installedBy(session, releaseName(release))
    const taken: Started[] = []
    const shortest = () => Math.min(...taken.map((each) => each.seconds))
    while (taken.length < ATTEMPTS && shortest() > goalSeconds) {
      const started = await start(session.machine, place)
      await started.stop()
      if (/ \.\.\.$/m.test(started.output())) throw new Error(`it did more than start:\n${started.output()}`)
      taken.push(started)
    }
    const used = Math.min(...taken.map((each) => each.processorSeconds))
    const measured = `${seconds(shortest())}, ${seconds(used)} of processor time (goal ${seconds(goalSeconds)})`
    if (shortest() <= 2 * goalSeconds) return measured
    // on a slow machine everything takes longer, and on a busy one the processor time grows as well, because threads
    // share a core and its caches
    const factor = slowness()
    const isQuick = isBusy() ? used <= 1.5 * goalSeconds * factor : shortest() <= 2 * goalSeconds * factor
    const said = `${measured}, on a machine that is ${factor.toFixed(1)} times slower than usual`
    if (!isQuick) throw new Error(`it took ${said}`)
    return said
  },
})

export const secondStarts = [secondStart(newest, 1), ...olderReleases.map((release) => secondStart(release, 1.5))]
