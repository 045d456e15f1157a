/**
 * Shared by the cases: an unprivileged user, versions of Node, one npm cache, a scratch folder. If root runs the tests,
 * the user is `nobody`, else it is the user of the tests.
 */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Missing } from './missing.ts'

export const root = resolve(import.meta.dirname, '../..')

/** A version of Node with a version of npm. */
export interface NodeRelease {
  node: string
  npm: string
}

export interface Machine {
  /** Removed at the end; everybody may read it. */
  scratch: string
  /** Id of the unprivileged user. */
  userId: number
  /** Wraps a command so that the unprivileged user runs it. */
  asUser: (command: string[]) => string[]
  /** Environment of the unprivileged user, with these folders first in PATH. */
  environment: (...bins: string[]) => NodeJS.ProcessEnv
  /** A new folder that belongs to the user. */
  folder: (name: string) => string
  /** A clone of the last commit. It belongs to the user; if the tests run as root, it can belong to root instead. */
  clone: (name: string, owner?: 'user' | 'root') => string
  /** Folder with `node` and `npm` of these versions. */
  release: (release: NodeRelease) => string
  /** Changes the owner of files to the user. */
  giveToUser: (path: string) => void
  close: () => void
}

/** Downloaded programs stay here between runs, next to the test engines. */
export const cacheFolder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'sextant-engines')

/** Runs a program; throws with its output if it fails. */
export function runProgram(command: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): string {
  const [program = '', ...args] = command
  const { status, stdout, stderr, error } = spawnSync(program, args, { ...options, encoding: 'utf8' })
  const said = () => error ?? (stderr.trim() || stdout.trim()).slice(-2000)
  if (status !== 0) throw new Error(`${command.join(' ')} failed: ${said()}`)
  return stdout
}

/** Whether all these programs are installed. */
export const hasPrograms = (programs: string[]) =>
  programs.every((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0)

/**
 * The npm that started this program, with its own Node (Debian's npm runs only with that), else the one in the path.
 */
function npmCommand(): string[] {
  const { npm_execpath: caller, npm_node_execpath: node = process.execPath } = process.env
  return caller && /npm-cli\.c?js$/.test(caller) ? [node, caller] : ['npm']
}

let registryResponds: boolean | undefined

/** Whether npm's registry responds; checked once. */
export function hasRegistry(): boolean {
  const [program, ...args] = [...npmCommand(), 'ping', '--fetch-retries=1']
  registryResponds ??= spawnSync(program, args).status === 0
  return registryResponds
}

/** Folder in the cache whose `node_modules` contains the release as npm packages. */
function fetchRelease({ node, npm }: NodeRelease): string {
  const target = join(cacheFolder, `node-${node}-npm-${npm}`)
  if (existsSync(target)) return target
  if (!hasRegistry()) throw new Missing("npm's registry does not respond")
  const partial = `${target}.${process.pid}`
  mkdirSync(partial, { recursive: true })
  runProgram([
    ...npmCommand(),
    'install',
    `node-linux-${process.arch}@${node}`,
    `npm@${npm}`,
    `--prefix=${partial}`,
    '--ignore-scripts',
    '--no-save',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  runProgram(['mv', partial, target])
  return target
}

export function openMachine(): Machine {
  const scratch = mkdtempSync(join(tmpdir(), 'sextant-fresh-'))
  chmodSync(scratch, 0o755)
  const isRoot = process.getuid?.() === 0
  // Debian's `nobody`; no file of the system belongs to it
  const userId = isRoot ? 65534 : (process.getuid?.() ?? 0)
  const giveToUser = (path: string) => {
    if (isRoot) runProgram(['chown', '-R', `${userId}:${userId}`, path])
  }
  const folder = (name: string) => {
    const path = join(scratch, name)
    mkdirSync(path, { recursive: true })
    if (isRoot) chownSync(path, userId, userId)
    return path
  }
  const home = folder('home of the user')
  const npmCache = folder('npm-cache')
  const passedOn = Object.entries(process.env).filter(([name]) =>
    /^(npm_config_(registry|cafile|proxy|https_proxy|noproxy)|NODE_EXTRA_CA_CERTS|(https?|no)_proxy)$/i.test(name),
  )
  return {
    scratch,
    userId,
    giveToUser,
    folder,
    asUser: (command) =>
      isRoot ? ['setpriv', `--reuid=${userId}`, `--regid=${userId}`, '--clear-groups', ...command] : command,
    environment: (...bins) => ({
      ...Object.fromEntries(passedOn),
      PATH: [...bins, '/usr/bin', '/bin'].join(':'),
      HOME: home,
      npm_config_cache: npmCache,
      npm_config_update_notifier: 'false',
    }),
    clone(name, owner = 'user') {
      if (!existsSync(join(root, '.git'))) throw new Missing('this folder is not a clone')
      const parent = folder(name)
      const path = join(parent, 'sextant')
      runProgram(['git', 'clone', '-q', '--depth=1', `file://${root}`, path])
      if (owner === 'user') giveToUser(path)
      return path
    },
    release(release) {
      const target = join(scratch, `node-${release.node}-npm-${release.npm}`)
      if (existsSync(target)) return join(target, 'bin')
      const packages = join(fetchRelease(release), 'node_modules')
      mkdirSync(join(target, 'bin'), { recursive: true })
      cpSync(join(packages, `node-linux-${process.arch}/bin/node`), join(target, 'bin/node'))
      cpSync(join(packages, 'npm'), join(target, 'lib/node_modules/npm'), { recursive: true })
      symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(target, 'bin/npm'))
      return join(target, 'bin')
    },
    // some hundred thousand files: the tests do not wait for their deletion
    close: () => spawn('rm', ['-rf', scratch], { stdio: 'ignore', detached: true }).unref(),
  }
}
