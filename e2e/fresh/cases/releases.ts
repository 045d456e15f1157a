/**
 * A fresh clone with each version of Node: the first start, sign-in and dashboards, then the duration of a second
 * start.
 */
import { openBrowser, signInByLink } from '../browser.ts'
import { type Case, installedBy, newest, oldest, releaseName, type Session, seconds } from '../case.ts'
import { checkDashboards, checkHome } from '../check.ts'
import type { NodeRelease } from '../machine.ts'
import { type StartOptions, start } from '../start.ts'

/** Below 20.19, and from 21 to 22.11, npm leaves out native packages of the bundler. See memory.ts for npm 10 under 18. */
const releases: NodeRelease[] = [oldest, { node: '20.11.1', npm: '10.2.4' }, { node: '22.11.0', npm: '10.9.0' }, newest]

/** The first start of a fresh clone, in a folder with a space in its name. Signs in with the printed link. */
export async function firstStart(
  { machine, installed }: Session,
  name: string,
  release: NodeRelease,
  more: Pick<StartOptions, 'wrap'> = {},
): Promise<string> {
  const folder = `a clone under ${name}`
  const tree = machine.clone(folder)
  const place = { tree, bin: machine.release(release), home: machine.folder(`${folder}/home`) }
  const started = await start(machine, { ...place, ...more })
  try {
    if (!started.link) throw new Error('no sign-in link was printed')
    const browser = openBrowser(started.address)
    await signInByLink(browser, started.link)
    await checkHome(browser)
    await checkDashboards(browser)
  } finally {
    await started.stop()
  }
  installed.set(name, place)
  return `first start ${seconds(started.seconds)}`
}

export const firstStarts: Case[] = releases.map((release) => ({
  name: releaseName(release),
  needs: ['git'],
  run: (session) => firstStart(session, releaseName(release), release),
}))

/** The shortest time counts: other programs may use the processor for a moment. */
const ATTEMPTS = 3

const secondStart = (release: NodeRelease, goalSeconds: number): Case => ({
  name: `${releaseName(release)}: second start`,
  async run(session) {
    const place = installedBy(session, releaseName(release))
    const taken: number[] = []
    while (taken.length < ATTEMPTS && !taken.some((value) => value <= goalSeconds)) {
      const started = await start(session.machine, place)
      await started.stop()
      if (/ \.\.\.$/m.test(started.output())) throw new Error(`it did more than start:\n${started.output()}`)
      taken.push(started.seconds)
    }
    const best = Math.min(...taken)
    // twice the goal, which applies to a machine that does nothing else
    if (best > 2 * goalSeconds) throw new Error(`it took ${taken.map(seconds).join(', ')}`)
    return `${seconds(best)} (goal ${seconds(goalSeconds)})`
  },
})

export const secondStarts = releases.map((release) => secondStart(release, release === newest ? 1 : 1.5))
