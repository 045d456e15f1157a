/** Starts that cannot succeed: each fails with one sentence that says what to do. */
import { mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { freePort } from '../../../src/server/testing/freePort.ts'
import { type Case, installedBy, newest, oldest, releaseName, type Session } from '../case.ts'
import { runProgram } from '../machine.ts'
import { withMemoryLimit } from '../memoryGroup.ts'
import { sandbox } from '../sandbox.ts'
import { type StartOptions, startInVain } from '../start.ts'
import { unpackOldHome } from './places.ts'

/** A start that must fail with this sentence and nothing else. */
interface Refusal {
  name: string
  needs?: string[]
  needsRoot?: boolean
  needsRegistry?: boolean
  sentence: RegExp
  options: (session: Session) => StartOptions | Promise<StartOptions>
}

/** A clone that was never started. */
function freshClone({ machine }: Session, name: string, release = newest, owner: 'user' | 'root' = 'user') {
  return { tree: machine.clone(name, owner), bin: machine.release(release), home: machine.folder(`${name}/home`) }
}

const sandboxed = ['bwrap', 'setpriv', 'git']

/** Free space beside the tree on a small disk. */
const ROOM_MB = 8

/** Cases that need no installed tree. */
const early: Refusal[] = [
  ...[oldest, newest].map((release) => ({
    name: `no network, ${releaseName(release)}`,
    needs: sandboxed,
    sentence:
      /^(Node \S+ could not be downloaded|The packages could not be installed), because npm's registry does not respond\. Check the network .*$/,
    options: (session: Session) => ({
      ...freshClone(session, `no network, ${releaseName(release)}`, release),
      wrap: sandbox(session.machine, '--unshare-net'),
      // the cache of the other cases must not provide packages
      env: { npm_config_cache: session.machine.folder('empty cache') },
    }),
  })),
  ...[oldest, newest].map((release) => ({
    name: `read-only tree that was never started, ${releaseName(release)}`,
    needs: sandboxed,
    sentence: /^\/.* is read-only, and nothing is installed there yet\. Start it once while it is writable; .*$/,
    options: (session: Session) => {
      const place = freshClone(session, `never started, ${releaseName(release)}`, release)
      return { ...place, wrap: sandbox(session.machine, '--ro-bind', place.tree, place.tree) }
    },
  })),
  {
    name: "another user's tree",
    needs: ['git', 'setpriv'],
    needsRoot: true,
    sentence: /^This user may not write to \/.*\. Start it once as the owner of the folder, or make it writable\.$/,
    options: (session) => freshClone(session, "another user's tree", newest, 'root'),
  },
  {
    name: 'full disk',
    needs: sandboxed,
    sentence: /^Node \S+ could not be downloaded, because the disk of \/.* is full\. Free 1 GB and start again\.$/,
    options: (session: Session) => {
      const place = freshClone(session, 'full disk', oldest)
      const small = session.machine.folder('full disk/small')
      const copy = ['sh', '-c', `cp -a "$0/." "$1" && cd "$1" && exec npm start`, place.tree, small]
      rmSync(join(place.tree, '.git'), { recursive: true })
      const [used = ''] = runProgram(['du', '-sm', place.tree]).split('\t')
      const size = String((Number(used) + ROOM_MB) * 1024 ** 2)
      return { ...place, command: copy, wrap: sandbox(session.machine, '--size', size, '--tmpfs', small) }
    },
  },
  {
    name: 'Node 12, which npm start cannot serve',
    needs: ['git'],
    sentence:
      /^Sextant starts with Node 18 or later, but this is 12\.22\.12\. Install a newer one from https:\/\/nodejs\.org\.$/,
    options: (session) => freshClone(session, 'Node 12', { node: '12.22.12', npm: '6.14.16' }),
  },
]

/** Cases on the tree that the newest Node installed. */
const late: Refusal[] = [
  {
    name: 'port in use',
    sentence: /^Port \d+ is already in use\. Stop the program that uses it, or set PORT to another port\.$/,
    async options(session) {
      const port = await freePort()
      const other = createServer().listen(port, '127.0.0.1')
      other.unref()
      return { ...installedBy(session, releaseName(newest)), env: { PORT: String(port) } }
    },
  },
  {
    name: 'home of a newer release',
    needs: ['tar'],
    sentence: /^The metadata store has schema version 999, .*newer release.*$/,
    options(session) {
      const home = unpackOldHome(session, 'newer home')
      const db = new DatabaseSync(join(home, 'metadata.sqlite'))
      db.exec("insert into schema_migrations values (999, 'later', 0)")
      db.close()
      return { ...installedBy(session, releaseName(newest)), home }
    },
  },
  {
    name: 'home that is not writable',
    needs: ['setpriv'],
    needsRoot: true,
    sentence: /^The home folder is not writable \(.*\)\. Make it writable, or set SEXTANT_HOME to another folder\.$/,
    options(session) {
      const home = join(session.machine.scratch, 'home of root')
      mkdirSync(home)
      return { ...installedBy(session, releaseName(newest)), home }
    },
  },
  {
    name: 'home in a file system of the kernel',
    sentence:
      /^The home folder is not writable \(\/proc\/sextant\)\. Make it writable, or set SEXTANT_HOME to another folder\.$/,
    options: (session) => ({ ...installedBy(session, releaseName(newest)), home: '/proc/sextant/home' }),
  },
  {
    name: 'home on a full disk',
    needs: sandboxed,
    sentence:
      /^The disk of the home folder is full.*Free space on it, or set SEXTANT_HOME to a folder on another disk\.$/,
    options(session) {
      const home = session.machine.folder('full home')
      const wrap = sandbox(session.machine, '--size', String(8 * 1024 ** 2), '--tmpfs', home)
      return { ...installedBy(session, releaseName(newest)), home, wrap }
    },
  },
]

async function refuse(session: Session, { sentence, options }: Refusal): Promise<string> {
  const { code, said } = await startInVain(session.machine, await options(session))
  if (code !== 1) throw new Error(`the exit code is ${code}:\n${said.join('\n')}`)
  if (said.length !== 1 || !sentence.test(said[0] ?? '')) throw new Error(`it printed:\n${said.join('\n')}`)
  return said[0] ?? ''
}

const refusal = (refused: Refusal): Case => ({ ...refused, run: (session) => refuse(session, refused) })

/** The bundler is killed because memory is too small, on a tree that has packages and no bundle. */
const tooLittleMemory: Case = {
  name: 'too little memory',
  needs: ['setpriv'],
  needsRoot: true,
  run: (session) =>
    withMemoryLimit(160, async ({ wrap, killWhenFull }) => {
      const place = installedBy(session, releaseName(oldest))
      const sentence = /^.* could not be (built|bundled), because the memory is full\. The first start needs 1 GB.*$/
      const asUser = (command: string[]) => wrap(session.machine.asUser(command))
      const removed = ['sh', '-c', 'rm -r dist && exec npm start']
      const stop = killWhenFull()
      try {
        return await refuse(session, {
          name: '',
          sentence,
          options: () => ({ ...place, command: removed, wrap: asUser }),
        })
      } finally {
        stop()
      }
    }),
}

export const earlyRefusals = early.map(refusal)
export const lateRefusals = [...late.map(refusal), tooLittleMemory]
