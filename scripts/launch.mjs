/**
 * The entry point of every npm script: installs what is missing (a suitable Node, the locked packages, the browser
 * bundle), then runs the command. Plain JavaScript without dependencies, for any Node from 18 on. Progress is written
 * to standard error; a step with nothing to do prints nothing.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const nodeMajor = 24
/** The Node version to download if the installed one is older. */
const nodeVersion = '24.21.0'

/** An error that is reported as one sentence. */
class Failure extends Error {}

const isTerminal = process.stderr.isTTY === true

/** The running steps and their start times. */
const running = new Map()

const status = () => [...running].map(([text, since]) => `${text} ${seconds(since)}`).join(', ')

/** Prints what is running and for how long; several steps may run in parallel. */
async function step(text, work) {
  const started = Date.now()
  running.set(text, started)
  if (!isTerminal) process.stderr.write(`${text} ...\n`)
  const tick = setInterval(
    () => process.stderr.write(isTerminal ? `\r\x1b[K${status()}` : `${text} ... ${seconds(started)}\n`),
    isTerminal ? 500 : 10_000,
  )
  try {
    return await work()
  } finally {
    clearInterval(tick)
    running.delete(text)
    process.stderr.write(`${isTerminal ? '\r\x1b[K' : ''}${text}: ${seconds(started)}\n`)
  }
}

const seconds = (since) => `${Math.round((Date.now() - since) / 1000)} s`

/** Runs a program and returns its exit code and the end of its output. */
function run(command, args, options = {}) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let said = ''
    const take = (chunk) => {
      said = (said + chunk).slice(-20_000)
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
    child.on('error', fail)
    child.on('close', (code) => done({ code: code ?? 1, said }))
  })
}

/** The npm that called us, else the one in the path. */
function npm(args) {
  const script = process.env.npm_execpath
  if (script && /\.c?js$/.test(script)) return run(process.execPath, [script, ...args])
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
}

/** The error message of npm, without its usage advice. */
const complaint = (text) =>
  text
    .split('\n')
    .filter((line) => /^npm (error|ERR!)\s+\S/.test(line))
    .slice(0, 4)
    .join('\n') || text.trim().slice(-500)

// Node

const ownMajor = Number(process.versions.node.split('.')[0])

/** Name of the npm package with Node for this machine, or undefined if there is none. */
function nodePackage() {
  const os = { linux: 'linux', darwin: 'darwin', win32: 'win' }[process.platform]
  const known = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win-x64']
  const name = `${os}-${process.arch}`
  // the package is linked against glibc
  const isMusl = process.platform === 'linux' && !process.report?.getReport().header.glibcVersionRuntime
  return known.includes(name) && !isMusl ? `node-${name}` : undefined
}

const advice = `Sextant needs Node ${nodeMajor} or later, but this is ${process.versions.node}. Install it from https://nodejs.org.`

/** Path of a suitable Node: this one, one downloaded earlier, or one downloaded now. */
async function fittingNode() {
  if (ownMajor >= nodeMajor) return process.execPath
  const name = nodePackage()
  if (!name) throw new Failure(advice)
  const folder = join(root, '.runtime')
  const binary = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const manifest = join(folder, 'node_modules', name, 'package.json')
  // starting Node just to read its version would cost more than all other checks
  const isThere = () => existsSync(binary) && JSON.parse(readFileSync(manifest, 'utf8')).version === nodeVersion
  if (isThere()) return binary
  const works = () => isThere() && spawnSync(binary, ['--version']).status === 0
  mkdirSync(folder, { recursive: true })
  const { code, said } = await step(`Downloading Node ${nodeVersion}`, () =>
    npm([
      'install',
      `${name}@${nodeVersion}`,
      '--prefix',
      folder,
      '--ignore-scripts',
      '--no-save',
      '--no-package-lock',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]),
  )
  if (code !== 0 || !works())
    throw new Failure(`${complaint(said)}\nNode ${nodeVersion} could not be downloaded. ${advice}`)
  return binary
}

// packages

const lockFile = join(root, 'package-lock.json')
const sha = (content) => createHash('sha256').update(content).digest('hex')

/** The packages that npm lists as installed: path -> package. */
function installedPackages() {
  const file = join(root, 'node_modules/.package-lock.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).packages ?? {}) : {}
}

/**
 * Whether every locked package is installed in its version. Packages of other systems may be missing, and development
 * packages if `forUse` is set.
 */
const packagesFit = (lock, have, forUse) =>
  Object.entries(JSON.parse(lock).packages).every(
    ([path, { version, integrity, optional, dev, devOptional }]) =>
      path === '' ||
      (have[path]
        ? have[path].version === version && have[path].integrity === integrity
        : optional || (forUse && (dev || devOptional))),
  )

/**
 * Installs the locked packages if they are missing or outdated. For running the product, development packages are not
 * installed, but also not removed.
 */
async function installPackages(forUse) {
  const lock = readFileSync(lockFile, 'utf8')
  const stampFile = join(root, 'node_modules/.sextant-lock')
  const digest = sha(lock)
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : ''
  if (stamp === `${digest} all` || (forUse && stamp === `${digest} use`)) return
  const have = installedPackages()
  const hasTools = Object.values(have).some(({ dev }) => dev)
  const withTools = !forUse || hasTools
  if (!packagesFit(lock, have, !withTools)) {
    // npm would empty the linked folder
    if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
      throw new Failure(
        'node_modules is a link, and its packages do not match package-lock.json. Install them in the linked folder.',
      )
    }
    const { code, said } = await step('Installing packages', () =>
      npm([
        'ci',
        ...(withTools ? [] : ['--omit=dev']),
        '--ignore-scripts',
        '--prefer-offline',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
      ]),
    )
    if (code !== 0) throw new Failure(`${complaint(said)}\nThe packages could not be installed.`)
  }
  writeFileSync(stampFile, `${digest} ${withTools ? 'all' : 'use'}`)
}

// browser bundle

/** Files that determine the browser bundle. */
function bundleSources() {
  const files = [
    'package-lock.json',
    'vite.config.ts',
    'tsconfig.json',
    'scripts/buildWeb.ts',
    'scripts/webManifest.ts',
  ]
  const folders = ['src/model', 'src/charts', 'src/filters', 'src/web']
  while (folders.length > 0) {
    const folder = folders.pop()
    if (!existsSync(join(root, folder))) continue
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) folders.push(path)
      else if (!/\.test\.tsx?$/.test(entry.name)) files.push(path)
    }
  }
  return files.filter((file) => existsSync(join(root, file))).sort()
}

/**
 * Builds dist/web if a source changed. Times and sizes are compared first; only if they differ from the last build is
 * the content compared.
 */
async function buildBundle(node) {
  const stampFile = join(root, 'dist/web.stamp.json')
  const built = join(root, 'dist/web/.vite/manifest.json')
  const sources = bundleSources()
  const looks = sha(
    sources
      .map((file) => {
        const { size, mtimeMs } = statSync(join(root, file))
        return `${file}:${size}:${mtimeMs}`
      })
      .join('\n'),
  )
  const stamp = existsSync(stampFile) && existsSync(built) ? JSON.parse(readFileSync(stampFile, 'utf8')) : {}
  if (stamp.looks === looks) return
  const content = sha(sources.map((file) => `${file}:${sha(readFileSync(join(root, file)))}`).join('\n'))
  if (stamp.content !== content) {
    const { code, said } = await step('Building the browser bundle', () => run(node, ['scripts/buildWeb.ts']))
    if (code !== 0) throw new Failure(`${said.trim()}\nThe browser bundle could not be built.`)
  }
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stampFile, JSON.stringify({ looks, content }))
}

// bundled packages of the server

/** Bundles the server's packages into a few files when the lock file changed: see scripts/buildVendor.ts. */
async function packPackages(node) {
  const stampFile = join(root, 'dist/vendor.stamp')
  const digest = sha(readFileSync(lockFile) + readFileSync(join(root, 'scripts/buildVendor.ts')))
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === digest) return
  const { code, said } = await step('Bundling the packages of the server', () => run(node, ['scripts/buildVendor.ts']))
  if (code !== 0) throw new Failure(`${said.trim()}\nThe packages of the server could not be bundled.`)
  writeFileSync(stampFile, digest)
}

// commands

const compileCache = join(root, 'node_modules/.cache/compile')

/** Passes the terminal to another program, including signals; its exit code becomes ours. */
function become(command, args, env = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...env },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(error))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

/** Loading creates much garbage once, and V8 would keep the memory; main.ts removes the limit again. */
const smallWhileLoading = '--semi-space-growth-factor=1'

/** Starts the server: in this process if its Node is suitable, which avoids starting Node a second time. */
async function start(node) {
  await Promise.all([buildBundle(node), packPackages(node)])
  const hook = pathToFileURL(join(root, 'scripts/vendorHook.mjs')).href
  if (node !== process.execPath) return become(node, [smallWhileLoading, '--import', hook, 'src/server/main.ts'])
  const [{ enableCompileCache }, { setFlagsFromString }] = await Promise.all([import('node:module'), import('node:v8')])
  enableCompileCache(compileCache)
  setFlagsFromString(smallWhileLoading)
  await import(hook)
  await import(pathToFileURL(join(root, 'src/server/main.ts')).href)
}

/** The server and Vite in parallel; both restart or reload what changed. */
function dev(node) {
  const port = Number(process.env.PORT ?? 8088)
  const vitePort = port + 1
  const backend = `http://127.0.0.1:${port}`
  const page = `http://localhost:${vitePort}`
  const env = {
    ...process.env,
    SEXTANT_DEV_BACKEND: backend,
    SEXTANT_BASE_URL: process.env.SEXTANT_BASE_URL ?? page,
    SEXTANT_LOG_LEVEL: process.env.SEXTANT_LOG_LEVEL ?? 'info',
  }
  const watched = ['src/server', 'src/engine', 'src/model'].map((folder) => `--watch-path=${folder}`)
  const programs = [
    ['--watch', '--watch-preserve-output', ...watched, 'src/server/main.ts'],
    ['node_modules/vite/bin/vite.js', '--port', String(vitePort), '--strictPort'],
  ].map((args) => spawn(node, args, { cwd: root, stdio: 'inherit', env }))
  const stop = () => {
    for (const program of programs) program.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
  for (const program of programs) {
    program.on('exit', (code) => {
      stop()
      process.exitCode = code ?? 0
    })
  }
}

function fail(error) {
  process.stderr.write(`${error instanceof Failure ? error.message : (error.stack ?? error)}\n`)
  process.exit(1)
}

const scripts = {
  test: 'scripts/test.ts',
  'test:engines': 'scripts/testEngines.ts',
  tables: 'src/server/tables.ts',
  import: 'src/server/importBundles.ts',
  bench: 'bench/run.ts',
  pictures: 'e2e/pictures.ts',
  vectors: 'conformance/vectors/run.ts',
}

async function main() {
  const [command = 'start', ...args] = process.argv.slice(2)
  if (command !== 'start' && command !== 'dev' && !(command in scripts)) {
    throw new Failure(`Unknown command: ${command}. Commands: start, dev, ${Object.keys(scripts).join(', ')}.`)
  }
  if (ownMajor < nodeMajor && !nodePackage()) throw new Failure(advice)
  // the two are independent: one waits for the network while the other unpacks
  const [node] = await Promise.all([fittingNode(), installPackages(['start', 'tables', 'import'].includes(command))])
  if (command === 'start') return start(node)
  if (command === 'dev') return dev(node)
  if (command === 'bench' || command === 'pictures') await buildBundle(node)
  become(node, [scripts[command], ...args])
}

main().catch(fail)
