/** Installs the packages of package-lock.json. */
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from './failure.mjs'
import { installedIn, installStep } from './npm.mjs'
import { root } from './progress.mjs'
import { writeStamp } from './stamp.mjs'
import { isForSystem, thisSystem } from './system.mjs'

export const lockFile = join(root, 'package-lock.json')
export const sha = (content) => createHash('sha256').update(content).digest('hex')

/**
 * Packages of the lock that are missing or have another version. Packages for other systems may be missing, and with
 * `forUse` also those for development. An optional package for this system must be present: npm omits it silently if
 * the download fails or if npm's own Node is too old for it.
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
 * Installs the locked packages if they are missing or outdated. For running the product, development packages are not
 * installed, but also not removed.
 */
export async function installPackages(findNpm, forUse) {
  const lock = readFileSync(lockFile, 'utf8')
  // not the name used by older launchers, whose file does not prove that native packages are installed
  const stampFile = join(root, 'node_modules/.sextant-installed')
  const digest = `${sha(lock)} ${process.platform}-${process.arch}`
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : ''
  if (stamp === `${digest} all` || (forUse && stamp === `${digest} use`)) return
  const have = installedIn(root)
  const withTools = !forUse || Object.values(have).some(({ dev }) => dev)
  if (missingPackages(lock, have, !withTools).length > 0) {
    // npm would empty the linked folder
    if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
      throw new Failure(
        'node_modules is a link, and its packages do not match package-lock.json. Install them in the linked folder.',
      )
    }
    const npm = await findNpm()
    await installStep({
      title: 'Installing packages',
      failed: 'The packages could not be installed',
      folder: root,
      npm,
      // user settings or NODE_ENV may exclude these
      args: ['ci', withTools ? '--include=dev' : '--omit=dev', '--include=optional', '--prefer-offline'],
    })
    const [missing] = missingPackages(lock, installedIn(root), !withTools)
    if (missing) {
      throw new Failure(`The package ${missing} could not be downloaded. Check the network and start again.`)
    }
  }
  writeStamp(stampFile, `${digest} ${withTools ? 'all' : 'use'}`)
}
