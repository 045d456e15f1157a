/** Root file systems of Debian 12, created by debootstrap, and commands in them, as in a container. Needs root. */
import { appendFileSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cacheFolder, type Machine, runProgram } from './machine.ts'
import { NotAllowed } from './missing.ts'

export const debianPrograms = ['debootstrap', 'bwrap', 'setpriv', 'tar']

const mirror = 'http://deb.debian.org/debian'

const certificates = process.env['NODE_EXTRA_CA_CERTS']

/** Files of this machine that its network needs; they are mounted into each root. */
const networkFiles = () => ['/etc/resolv.conf', certificates ?? ''].filter((file) => file !== '' && existsSync(file))

/** Messages of debootstrap and apt if the archive does not respond, or if the machine forbids what they do. */
const unreachable =
  /.*(Failed getting release file|Couldn't download|Could not (resolve|connect)|Unable to (connect|fetch)|Failed to fetch|Temporary failure|noexec or nodev|Operation not permitted|Permission denied).*/

/**
 * Runs a command that needs the archive or its own root file system. `refusals` matches the output on a machine that
 * does not allow the command.
 */
export function runWhereAllowed(command: string[], refusals = unreachable): string {
  try {
    return runProgram(command)
  } catch (error) {
    const refusal = refusals.exec(error instanceof Error ? error.message : '')
    throw refusal ? new NotAllowed(refusal[0]) : error
  }
}

/** A new copy of the root, in the scratch folder. */
export function debianRoot(machine: Machine, name: string): string {
  const archive = join(cacheFolder, 'debian-bookworm.tar')
  if (!existsSync(archive)) {
    mkdirSync(cacheFolder, { recursive: true })
    const made = join(machine.scratch, 'debootstrap')
    runWhereAllowed(['debootstrap', '--variant=minbase', 'bookworm', made, mirror])
    runProgram(['tar', '-C', made, '--exclude=./var/cache/apt/archives/*.deb', '-cf', `${archive}.${process.pid}`, '.'])
    renameSync(`${archive}.${process.pid}`, archive)
  }
  const root = join(machine.scratch, name)
  mkdirSync(root)
  runProgram(['tar', '-C', root, '-xf', archive])
  for (const file of networkFiles()) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    appendFileSync(join(root, file), '')
  }
  runWhereAllowed(inRoot(root, ['true'], { env: {}, folder: '/' }), /.*/)
  return root
}

export interface RootOptions {
  env: Record<string, string>
  folder: string
  /** The root file system is read-only, as with `docker run --read-only`. */
  isReadOnly?: boolean
  /** Additional arguments for bwrap, which mount folders. */
  mounts?: string[]
  /** Runs as this user instead of root. */
  userId?: number
  /** The command is process 1, as in a container. */
  isInit?: boolean
}

const virtualFolders = ['--proc', '/proc', '--dev', '/dev', '--perms', '1777', '--tmpfs', '/tmp']
const isolation = ['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--die-with-parent', '--clearenv']

/** Wraps a command so that it runs in the root, with the network of this machine. */
export function inRoot(root: string, command: string[], options: RootOptions): string[] {
  const { env, folder, isReadOnly, mounts = [], userId, isInit } = options
  const passedOn = certificates ? { NODE_EXTRA_CA_CERTS: certificates, npm_config_cafile: certificates } : {}
  return [
    ...(userId === undefined ? [] : ['setpriv', `--reuid=${userId}`, `--regid=${userId}`, '--clear-groups']),
    'bwrap',
    isReadOnly ? '--ro-bind' : '--bind',
    root,
    '/',
    ...virtualFolders,
    ...networkFiles().flatMap((file) => ['--ro-bind', file, file]),
    ...mounts,
    ...isolation,
    '--chdir',
    folder,
    ...Object.entries({ ...passedOn, ...env }).flatMap(([name, value]) => ['--setenv', name, value]),
    // the package manager needs the capabilities of a container's root user
    ...(userId === undefined ? ['--cap-add', 'ALL'] : []),
    ...(isInit ? ['--as-pid-1'] : []),
    ...command,
  ]
}

/** PATH of a Debian container. */
export const debianPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
