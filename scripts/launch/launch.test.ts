import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const here = { os: [process.platform], cpu: [process.arch] }
const locked = {
  'node_modules/plain': { version: '1.0.0', integrity: 'sha512-plain' },
  'node_modules/native-here': { version: '1.0.0', integrity: 'sha512-here', optional: true, ...here },
  'node_modules/native-elsewhere': {
    version: '1.0.0',
    integrity: 'sha512-x',
    optional: true,
    os: ['sunos'],
    cpu: ['x64'],
  },
  'node_modules/tool': { version: '1.0.0', integrity: 'sha512-tool', dev: true },
}
const used = ['node_modules/plain', 'node_modules/native-here'] as const
const installed = (paths: readonly (keyof typeof locked)[]) =>
  JSON.stringify({ packages: Object.fromEntries(paths.map((path) => [path, locked[path]])) })

/**
 * A fake npm that installs this Node and itself, creates the locked packages at once, and records each call: the
 * program that ran it and its arguments. FAKE_NPM is `command|words`: that command prints the words and fails.
 */
const npmText = `
const { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } = require('node:fs')
const [command] = process.argv.slice(2)
appendFileSync('calls.txt', [process.argv[1], process.execPath, ...process.argv.slice(2)].join(' ') + '\\n')
const [failing, words] = (process.env.FAKE_NPM ?? '').split('|')
if (failing === command) {
  process.stderr.write(words)
  process.exit(1)
}
if (failing === 'cut off') process.stderr.write('npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write\\n')
if (command === 'install') {
  const texts = readFileSync('scripts/launch/runtime.mjs', 'utf8')
  const packages = {}
  for (const wanted of process.argv.slice(3).filter((word) => !word.startsWith('--'))) {
    const [name, version] = wanted.split('@')
    const [, integrity] = texts.split("name: '" + name + "'")[1].match(/integrity:\\s*'([^']+)'/)
    packages['node_modules/' + name] = { version, integrity: failing === 'digest' ? 'sha512-other' : integrity }
    mkdirSync('.runtime/node_modules/' + name + '/bin', { recursive: true })
    writeFileSync('.runtime/node_modules/' + name + '/package.json', JSON.stringify({ version }))
  }
  const node = Object.keys(packages).find((path) => path !== 'node_modules/npm')
  symlinkSync(process.execPath, '.runtime/' + node + '/bin/node')
  writeFileSync('.runtime/node_modules/npm/bin/npm-cli.js', readFileSync('npm-cli.cjs'))
  writeFileSync('.runtime/node_modules/.package-lock.json', JSON.stringify({ packages }))
}
if (command === 'ci') {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  for (const [path, { dev, os }] of Object.entries(packages)) {
    const isLeftOut = (dev && process.argv.includes('--omit=dev')) || os?.includes('sunos') || (failing === 'lose' && os)
    if (path === '' || isLeftOut) delete packages[path]
  }
  mkdirSync('node_modules', { recursive: true })
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))
}
`

interface Tree {
  path: string
  /** Writes a file into the tree. */
  write: (file: string, text: string) => void
  /** Calls of npm so far. */
  calls: () => string[]
}

/**
 * A separate tree with the launcher and a small lock file; building and the server are replaced by files that only
 * print.
 */
function makeTree(): Tree {
  const path = mkdtempSync(join(tmpdir(), 'sextant launch '))
  folders.push(path)
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    writeFileSync(join(path, file), text)
  }
  cpSync(join(root, 'scripts/launch.mjs'), join(path, 'scripts/launch.mjs'))
  cpSync(join(root, 'scripts/launch'), join(path, 'scripts/launch'), { recursive: true })
  write('package.json', '{ "type": "module" }')
  write('package-lock.json', JSON.stringify({ packages: { '': {}, ...locked } }))
  write('npm-cli.cjs', npmText)
  write('scripts/buildWeb.ts', 'export {}')
  write(
    'scripts/buildServer.ts',
    "import { cpSync } from 'node:fs'\ncpSync('src/server/main.ts', 'dist/server/main.mjs')",
  )
  write('scripts/serverPackages.mjs', '')
  write('src/server/main.ts', "process.stdout.write('started\\n')")
  const calls = () =>
    existsSync(join(path, 'calls.txt')) ? readFileSync(join(path, 'calls.txt'), 'utf8').trim().split('\n') : []
  return { path, write, calls }
}

interface Machine {
  version?: string
  platform?: string
  arch?: string
  /** What npm fails with: `command|words`. */
  npm?: string
}

/** Starts the launcher on a Node that reports another version. */
function launch(tree: Tree, { version, platform, arch, npm }: Machine = {}, args: string[] = []) {
  const node = version ? `{ value: { ...process.versions, node: '${version}' } }` : undefined
  const pretend = Object.entries({
    versions: node,
    platform: platform && `{ value: '${platform}' }`,
    arch: arch && `{ value: '${arch}' }`,
  }).flatMap(([name, value]) => (value ? [`Object.defineProperty(process, '${name}', ${value})`] : []))
  tree.write('pretend.cjs', pretend.join('\n'))
  const env = { PATH: process.env['PATH'], npm_execpath: join(tree.path, 'npm-cli.cjs'), FAKE_NPM: npm }
  const command = ['--require', './pretend.cjs', 'scripts/launch.mjs', ...args]
  const { status, stderr, stdout } = spawnSync(process.execPath, command, { cwd: tree.path, encoding: 'utf8', env })
  // without progress lines
  const said = stderr.replace(/^[A-Z].* (\.\.\.|\.\.\. \d+ s|.*: \d+ s)\n/gm, '')
  return { status, stdout, stderr: said }
}

function expectOneSentence({ status, stderr }: ReturnType<typeof launch>, message: RegExp) {
  expect(stderr).toMatch(message)
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(status).toBe(1)
}

const brought =
  /\/\.runtime\/node_modules\/npm\/bin\/npm-cli\.js \S.*\/\.runtime\/node_modules\/node-.*\/bin\/node ci --omit=dev/

describe('the launcher', () => {
  it('installs and starts with the Node of the machine if it is suitable', () => {
    const tree = makeTree()
    expect(launch(tree)).toEqual({ status: 0, stdout: 'started\n', stderr: '' })
    expect(tree.calls()).toEqual([expect.stringMatching(/npm-cli\.cjs \S+ ci --omit=dev --include=optional /)])
  })

  it('does nothing at the second start', () => {
    const tree = makeTree()
    launch(tree)
    tree.write('scripts/buildWeb.ts', 'export {} // as before, but newer')
    expect(launch(tree).status).toBe(0)
    expect(tree.calls()).toHaveLength(1)
  })

  it.each(['18.20.4', '20.11.1', '21.7.3', '22.11.0'])(
    'under Node %s installs with the Node and npm that it downloads',
    (version) => {
      const tree = makeTree()
      expect(launch(tree, { version })).toEqual({ status: 0, stdout: 'started\n', stderr: '' })
      expect(tree.calls()).toEqual([
        expect.stringMatching(/npm-cli\.cjs \S+ install node-\S+ npm@\d+\.\d+\.\d+ --prefix=\.runtime /),
        expect.stringMatching(brought),
      ])
      expect(launch(tree, { version }).status).toBe(0)
      expect(tree.calls()).toHaveLength(2)
    },
  )

  it('builds without a start, so that the tree may be read-only afterwards', () => {
    const tree = makeTree()
    expect(launch(tree, {}, ['build'])).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(tree.calls()).toHaveLength(1)
    expect(existsSync(join(tree.path, 'dist/web.stamp.json'))).toBe(true)
  })

  it('repairs a tree that an older launcher installed without native packages', () => {
    const tree = makeTree()
    tree.write('node_modules/.package-lock.json', installed(['node_modules/plain']))
    tree.write('node_modules/.sextant-lock', 'whatever the older launcher wrote')
    expect(launch(tree, { version: '18.20.4' }).status).toBe(0)
    expect(tree.calls().at(-1)).toMatch(brought)
  })

  it('downloads Node again if its program was deleted', () => {
    const tree = makeTree()
    launch(tree, { version: '20.1.0' })
    for (const name of readdirSync(join(tree.path, '.runtime/node_modules')).filter((each) => each.startsWith('node-')))
      rmSync(join(tree.path, '.runtime/node_modules', name, 'bin'), { recursive: true })
    expect(launch(tree, { version: '20.1.0' })).toEqual({ status: 0, stdout: 'started\n', stderr: '' })
    expect(tree.calls().filter((call) => call.includes(' install '))).toHaveLength(2)
  })

  it('uses packages that are already installed', () => {
    const tree = makeTree()
    tree.write('node_modules/.package-lock.json', installed(used))
    expect(launch(tree).status).toBe(0)
    expect(tree.calls()).toEqual([])
  })

  it('starts again after a full disk has truncated files', () => {
    const tree = makeTree()
    launch(tree)
    for (const file of ['dist/web.stamp.json', 'node_modules/.package-lock.json', 'node_modules/.sextant-installed']) {
      tree.write(file, '')
    }
    tree.write('dist/web/.vite/manifest.json', '{')
    expect(launch(tree)).toEqual({ status: 0, stdout: 'started\n', stderr: '' })
  })

  it('does not remove development packages', () => {
    const tree = makeTree()
    tree.write('node_modules/.package-lock.json', installed(['node_modules/tool']))
    expect(launch(tree).status).toBe(0)
    expect(tree.calls()).toEqual([expect.stringMatching(/ ci --include=dev --include=optional /)])
  })
})

describe('a start that fails says in one sentence what to do', () => {
  it.each(['12.22.9', '16.20.2'])('Node %s', (version) => {
    expectOneSentence(
      launch(makeTree(), { version }),
      new RegExp(`^Sextant starts with Node 18 or later, but this is ${version}\\. Install`),
    )
  })

  it.each([
    ['freebsd', 'x64'],
    ['win32', 'arm64'],
    ['linux', 'arm'],
  ])('an older Node on %s %s, for which none can be downloaded', (platform, arch) => {
    const { stderr, status } = launch(makeTree(), { version: '20.1.0', platform, arch })
    expect(stderr).toBe('Sextant needs Node 24 or later, but this is 20.1.0. Install it from https://nodejs.org.\n')
    expect(status).toBe(1)
  })

  it.each([
    [
      'no network',
      'npm error code ENOTFOUND\nnpm error network request to https://x/y failed',
      /registry does not respond\. Check the network/,
    ],
    [
      'no permission',
      'npm error code EACCES\nnpm error syscall mkdir\nnpm error path /nonexistent',
      /^\/nonexistent is not writable\. /,
    ],
    [
      'a full disk',
      'npm error code ENOSPC\nnpm error nospc ENOSPC: no space left on device, write',
      /the disk of .* is full\. Free 1 GB/,
    ],
    ['an unknown certificate', 'npm error code UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /certificate .* `cafile`/],
    ['a registry that requires a sign-in', 'npm error code E401\nnpm error Incorrect', /npm login/],
    ['a package that was changed', 'npm error code EINTEGRITY\nnpm error sha512-x', /npm cache clean --force/],
    [
      'anything else',
      'npm error code EWHAT\nnpm error something odd failed\n    at stack (x.js:1:1)',
      /could not be downloaded: something odd failed \(details: .*failure\.txt\)/,
    ],
  ])('%s, when Node is downloaded and when packages are installed', (_name, words, message) => {
    expectOneSentence(launch(makeTree(), { version: '20.1.0', npm: `install|${words}` }), message)
    expectOneSentence(
      launch(makeTree(), { npm: `ci|${words}` }),
      new RegExp(message.source.replace('downloaded', 'installed')),
    )
  })

  it('files that a running server has loaded, on Windows', () => {
    const words = 'npm error code EPERM\nnpm error syscall unlink\nnpm error path C:\\x\\duckdb.node'
    const ended = launch(makeTree(), { platform: 'win32', npm: `ci|${words}` })
    expectOneSentence(ended, /^C:\\x\\duckdb\.node is in use or not writable\. Stop Sextant/)
  })

  it('a Node or npm with another checksum, which is not run', () => {
    const tree = makeTree()
    const ended = launch(tree, { version: '20.1.0', npm: 'digest|' })
    expectOneSentence(ended, /does not have the expected checksum/)
    expect(existsSync(join(tree.path, '.runtime'))).toBe(false)
  })

  it('a native package that npm omitted silently', () => {
    const tree = makeTree()
    expectOneSentence(launch(tree, { npm: 'lose|' }), /^The package native-here could not be downloaded/)
    expect(launch(tree).status).toBe(0)
  })

  it('files that npm could not unpack, which it reports as a warning; the next start installs again', () => {
    for (const version of [undefined, '20.1.0']) {
      const tree = makeTree()
      expectOneSentence(launch(tree, { version, npm: 'cut off|' }), /because the disk of .* is full\. Free/)
      expect(launch(tree, { version }).status).toBe(0)
      expect(tree.calls()).toHaveLength(version ? 3 : 2)
    }
  })

  it.each([
    [
      'an unknown fault',
      "throw new Error('cannot resolve x')",
      /^The browser bundle could not be built: .*cannot resolve x \(details: .*failure\.txt\)/,
    ],
    [
      'too little memory',
      "process.kill(process.pid, 'SIGKILL')",
      /because the memory is full\. The first start needs 1 GB/,
    ],
    [
      'a heap that is full',
      "process.stderr.write('FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory'); process.abort()",
      /because the memory is full/,
    ],
    ['a full disk', "throw new Error('ENOSPC: no space left on device, write')", /because the disk .* is full/],
  ])('pages that cannot be built: %s', (_name, text, message) => {
    const tree = makeTree()
    tree.write('scripts/buildWeb.ts', text)
    expectOneSentence(launch(tree), message)
  })

  it('a server that the system kills because memory is full, under an older Node', () => {
    const tree = makeTree()
    tree.write('src/server/main.ts', "process.kill(process.pid, 'SIGKILL')")
    expectOneSentence(launch(tree, { version: '20.1.0' }), /most likely because the memory was full/)
  })

  it('node_modules that link to another tree', () => {
    const tree = makeTree()
    mkdirSync(join(tree.path, 'elsewhere'))
    symlinkSync(join(tree.path, 'elsewhere'), join(tree.path, 'node_modules'))
    expectOneSentence(
      launch(tree),
      /^node_modules is a link, and its packages do not match package-lock\.json\. Install them in the linked folder\.$/m,
    )
  })

  it('an unknown command', () => {
    expectOneSentence(launch(makeTree(), {}, ['stat']), /^Unknown command: stat\. Commands: start, build, dev, test, /)
  })
})
