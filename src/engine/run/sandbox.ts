import { execFile } from 'node:child_process'
import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** How the system can sandbox a child, in addition to the child's own restrictions. */
export interface Sandbox {
  /** Namespaces: only the named folders, no other processes, and for the embedded engine no network. */
  hasNamespaces: boolean
  /** Limits on memory, file sizes and core dumps, which the kernel enforces. */
  hasLimits: boolean
}

export const NO_SANDBOX: Sandbox = { hasNamespaces: false, hasLimits: false }

/** The files and resources that one child may use. */
export interface Confinement {
  /** Files and folders that the child may read. */
  reads: readonly string[]
  /** Folders that the child may change. */
  writes: readonly string[]
  /** Drivers of remote databases need the network, and the system's files about names and certificates. */
  hasNetwork: boolean
  memoryBytes: number
  fileBytes: number
  /** Processor time after which the kernel ends it. Only for a child with one task: others run indefinitely. */
  cpuSeconds?: number
}

const PROBE_MS = 5000

const runs = (command: string, args: readonly string[]) =>
  new Promise<boolean>((done) => {
    execFile(command, args, { timeout: PROBE_MS, env: {} }, (error) => done(!error))
  })

/** Programs of the system, where packages put them: the search path of the server is not used. */
const BWRAP = '/usr/bin/bwrap'
const PRLIMIT = '/usr/bin/prlimit'

let found: Promise<Sandbox> | undefined

/** Checks once what this machine has and allows: containers often forbid namespaces. */
export function findSandbox(): Promise<Sandbox> {
  found ??= (async () => {
    if (process.platform !== 'linux') return NO_SANDBOX
    const [hasNamespaces, hasLimits] = await Promise.all([
      runs(BWRAP, [...NAMESPACES, '--unshare-net', '--ro-bind', '/', '/', '--proc', '/proc', '--', '/bin/true']),
      runs(PRLIMIT, ['--core=0:0', '/bin/true']),
    ])
    return { hasNamespaces, hasLimits }
  })()
  return found
}

/** One sentence for the log at the start. */
export function sandboxSentence({ hasNamespaces, hasLimits }: Sandbox): string {
  const space = hasNamespaces
    ? 'engine children see only their own files and processes, and the embedded engine has no network (bubblewrap)'
    : 'engine children run with the rights of the server: install bubblewrap and allow user namespaces to confine them'
  const limits = hasLimits
    ? 'the kernel limits their memory and files (prlimit)'
    : 'the kernel does not limit them: install prlimit'
  return `${space}; ${limits}`
}

/** Whether bubblewrap printed that it could not start a command, for example because a link cannot be mounted. */
export const isUnconfinable = (printed: string): boolean => printed.startsWith('bwrap: ')

/** The network namespace is added separately, if the child needs no network. */
const NAMESPACES = [
  '--unshare-user-try',
  '--unshare-ipc',
  '--unshare-pid',
  '--unshare-uts',
  '--unshare-cgroup-try',
  '--die-with-parent',
  '--new-session',
]

/** Folders of the system with libraries; links to them in the root stay links. */
const SYSTEM = ['/usr', '/lib', '/lib64', '/lib32', '/bin', '/sbin']
/** What drivers read about hosts, names, time zones and certificates. */
const NETWORK_FILES = [
  '/etc/resolv.conf',
  '/etc/hosts',
  '/etc/nsswitch.conf',
  '/etc/services',
  '/etc/host.conf',
  '/etc/gai.conf',
  '/etc/ssl',
  '/etc/pki',
  '/etc/ca-certificates',
]

function systemMounts(): string[] {
  return SYSTEM.filter(existsSync).flatMap((path) => {
    const real = realpathSync(path)
    return real === path ? ['--ro-bind', path, path] : ['--symlink', readlinkSync(path), path]
  })
}

/** The target of a path is mounted at its real path, because nothing can be mounted at a link. */
const placesOf = (path: string) =>
  lstatSync(path).isSymbolicLink() ? [realpathSync(path)] : [resolve(path), realpathSync(path)]

const bound = (kind: '--ro-bind' | '--bind', paths: readonly string[]) =>
  [...new Set(paths.filter(existsSync).flatMap(placesOf))].flatMap((path) => [kind, path, path])

const program = resolve(import.meta.dirname, '../../..')

/** What the child runs. Not the whole folder: the home with the master key may be in it. */
const programMounts = () =>
  ['src', 'node_modules', 'package.json']
    .map((name) => join(program, name))
    .flatMap((path) => ['--ro-bind', realpathSync(path), path])

/**
 * The command line that runs a command in the sandbox. `infoFd`: a descriptor to which bubblewrap writes, as JSON, the
 * id of its child, which is the parent of the command; undefined if nobody needs it.
 */
export function confined(
  sandbox: Sandbox,
  [command, ...args]: readonly [string, ...string[]],
  { reads, writes, hasNetwork, memoryBytes, fileBytes, cpuSeconds }: Confinement,
  infoFd?: number,
): { command: string; args: string[] } {
  const limited = sandbox.hasLimits
    ? [
        PRLIMIT,
        `--data=${memoryBytes}`,
        `--fsize=${fileBytes}`,
        '--core=0',
        ...(cpuSeconds === undefined ? [] : [`--cpu=${cpuSeconds}`]),
        '--',
        command,
        ...args,
      ]
    : [command, ...args]
  if (!sandbox.hasNamespaces) return { command: limited[0] as string, args: limited.slice(1) }
  const mounts = [
    ...systemMounts(),
    ...programMounts(),
    ...bound('--ro-bind', [dirname(command), ...(hasNetwork ? NETWORK_FILES : []), ...reads]),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    ...bound('--bind', writes),
  ]
  const space = [...NAMESPACES, ...(hasNetwork ? [] : ['--unshare-net'])]
  const info = infoFd === undefined ? [] : ['--info-fd', String(infoFd)]
  return { command: BWRAP, args: [...space, ...mounts, ...info, '--', ...limited] }
}
