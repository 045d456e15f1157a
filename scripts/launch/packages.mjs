/** The locked packages: installed where they are missing or stale. */
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, stepFailure } from './failure.mjs'
import { root, step } from './progress.mjs'
import { readJson, writeStamp } from './stamp.mjs'
import { isForSystem, thisSystem } from './system.mjs'

export const lockFile = join(root, 'package-lock.json')
export const sha = (content) => createHash('sha256').update(content).digest('hex')

/** What npm says is installed: path -> package. */
const installedPackages = () => readJson(join(root, 'node_modules/.package-lock.json'))?.packages ?? {}

/**
 * Packages of the lock that do not lie there in their version. What belongs to other systems may be missing, and what
 * only developers need where `forUse` says so. npm leaves out an optional package without a word when it cannot be
 * fetched or its own Node is too old for it.
 */
function missingPackages(lock, have, forUse) {
  const system = thisSystem()
  return Object.entries(JSON.parse(lock).packages)
    .filter(([path, wanted]) => {
      if (path === '') return false
      const found = have[path]
      if (found) return found.version !== wanted.version || found.integrity !== wanted.integrity
      if (forUse && (wanted.dev || wanted.devOptional)) return false
      return !wanted.optional || isForSystem(wanted, system)
    })
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
}

/**
 * Installs the locked packages where they are missing or stale. To use the product the developers' tools are left out,
 * unless they are there already: a start takes nothing away.
 */
export async function installPackages(findNpm, forUse) {
  const lock = readFileSync(lockFile, 'utf8')
  // not the file in which older launchers wrote the same of trees that lack native parts
  const stampFile = join(root, 'node_modules/.sextant-installed')
  const digest = `${sha(lock)} ${process.platform}-${process.arch}`
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : ''
  if (stamp === `${digest} all` || (forUse && stamp === `${digest} use`)) return
  const have = installedPackages()
  const withTools = !forUse || Object.values(have).some(({ dev }) => dev)
  if (missingPackages(lock, have, !withTools).length > 0) {
    // npm would empty the folder that the link leads to
    if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
      throw new Failure('node_modules is a link, and its packages do not match package-lock.json. Install them in the linked folder.')
    }
    const npm = await findNpm()
    const ended = await step('Installing packages', () =>
      npm([
        'ci',
        // a setting of the user's, or NODE_ENV, may leave them out
        withTools ? '--include=dev' : '--omit=dev',
        '--include=optional',
        '--engine-strict=false',
        '--ignore-scripts',
        '--prefer-offline',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
      ]),
    )
    if (!ended.ok) throw stepFailure('The packages could not be installed', ended)
    const [missing] = missingPackages(lock, installedPackages(), !withTools)
    if (missing) {
      throw new Failure(`The package ${missing} could not be fetched: check the network, and start again.`)
    }
  }
  writeStamp(stampFile, `${digest} ${withTools ? 'all' : 'use'}`)
}
