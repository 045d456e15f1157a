/** Starts an installed tree under other conditions: read-only, over IPv6, with the home of an old release. */

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openBrowser, signIn } from '../browser.ts'
import { type Case, installedBy, newest, oldest, releaseName, type Session, seconds } from '../case.ts'
import { checkDashboards, checkHome } from '../check.ts'
import { type NodeRelease, root, runProgram } from '../machine.ts'
import { sandbox } from '../sandbox.ts'
import { type Started, type StartOptions, start } from '../start.ts'

/** Starts, signs in, and opens the home page and all dashboards. */
export async function startAndLook(
  { machine }: Session,
  options: StartOptions,
  { password, without, look }: { password?: string; without?: string[]; look?: (started: Started) => void } = {},
): Promise<string> {
  const started = await start(machine, options)
  try {
    look?.(started)
    const browser = openBrowser(started.address)
    await signIn(browser, password)
    await checkHome(browser)
    await checkDashboards(browser, without)
    return seconds(started.seconds)
  } finally {
    await started.stop()
  }
}

const readOnly: Case[] = [oldest, newest].map((release) => ({
  name: `read-only clone, ${releaseName(release)}`,
  needs: ['bwrap', 'setpriv'],
  run(session) {
    const place = installedBy(session, releaseName(release))
    const wrap = sandbox(session.machine, '--ro-bind', place.tree, place.tree)
    return startAndLook(session, { ...place, wrap })
  },
}))

/** The version of Node that a start on macOS (arm64) downloads, run here on Linux. */
const later: NodeRelease = { node: '26.10.0', npm: newest.npm }

const laterNode: Case = {
  name: `clone of ${releaseName(newest)}, started with Node ${later.node}`,
  run: (session) =>
    startAndLook(session, { ...installedBy(session, releaseName(newest)), bin: session.machine.release(later) }),
}

const ipv6: Case = {
  name: 'IPv6',
  run(session) {
    const look = ({ address }: Started) => {
      if (!address.startsWith('http://[::1]:')) throw new Error(`the address is ${address}`)
    }
    return startAndLook(session, { ...installedBy(session, releaseName(newest)), env: { HOST: '::1' } }, { look })
  },
}

/** A home with stored data, made by the oldest release (commit 679b247) from e2e/fixtures, with the password below. */
const oldHome = join(root, 'e2e/fixtures/homes/schema1.tar.gz')
const oldPassword = 'upgrade-needs-a-password'
/** Charts without data: the oldest release did not know the type of this chart, so its form data has no country. */
const withoutData = ['A kind from elsewhere']

/** Unpacks the old home into a new folder of the user. */
export function unpackOldHome({ machine }: Session, name: string): string {
  const home = machine.folder(name)
  runProgram(['tar', '-xzf', oldHome, '-C', home])
  machine.giveToUser(home)
  return home
}

/** Version of the schema of a home. */
function schemaVersion(home: string): number {
  const db = new DatabaseSync(join(home, 'metadata.sqlite'), { readOnly: true })
  const row = db.prepare('select max(version) as version from schema_migrations').get()
  db.close()
  return Number(row?.['version'])
}

const upgrade: Case = {
  name: 'upgrade of an old home',
  needs: ['tar'],
  async run(session) {
    const home = unpackOldHome(session, 'old home')
    const before = schemaVersion(home)
    const place = { ...installedBy(session, releaseName(newest)), home, env: { SEXTANT_EXAMPLES: 'false' } }
    const taken = await startAndLook(session, place, { password: oldPassword, without: withoutData })
    const after = schemaVersion(home)
    if (before !== 1 || after <= before) throw new Error(`the schema was ${before} and is ${after}`)
    const backups = join(home, 'backups')
    if (!existsSync(backups) || readdirSync(backups).length !== 1) throw new Error('there is no backup of the metadata')
    return `${taken}, schema ${before} to ${after}`
  },
}

export const places: Case[] = [...readOnly, laterNode, ipv6, upgrade]
