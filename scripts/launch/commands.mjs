/**
 * Installs what is missing (a suitable Node, the locked packages, the browser bundle), then runs the command. Plain
 * JavaScript without dependencies.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildBundle, bundleServer } from './bundle.mjs'
import { Failure, systemFailure } from './failure.mjs'
import { installPackages } from './packages.mjs'
import { root } from './progress.mjs'
import { findRuntime } from './runtime.mjs'

const compileCache = join(root, 'node_modules/.cache/compile')

/** Passes the terminal to another program, including signals; its exit code becomes ours. */
function become(command, args, env = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...env },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // on Windows the console itself notifies the child, and kill() would end it at once
    process.on(signal, () => process.platform === 'win32' || child.kill(signal))
  }
  child.on('error', fail)
  child.on('exit', (code, signal) => {
    if (signal === 'SIGKILL') {
      fail(new Failure('The system ended Sextant, most likely because the memory was full. Give it 1 GB or more.'))
    }
    process.exit(code ?? 1)
  })
}

/** Loading creates much garbage once, and V8 would keep the memory; main.ts removes the limit again. */
const smallWhileLoading = '--semi-space-growth-factor=1'

/**
 * What a start builds first. `build` alone prepares a tree that may be read-only afterwards. The builds run one after
 * the other: together they need almost 1 GB of memory.
 */
async function prepare(node) {
  await buildBundle(node)
  await bundleServer(node)
}

/** Starts the server: in this process if its Node is suitable, which avoids starting Node a second time. */
async function start(node) {
  await prepare(node)
  const hook = pathToFileURL(join(root, 'scripts/serverPackages.mjs')).href
  if (node !== process.execPath) return become(node, [smallWhileLoading, '--import', hook, 'dist/server/main.mjs'])
  const [{ enableCompileCache }, { setFlagsFromString }] = await Promise.all([import('node:module'), import('node:v8')])
  enableCompileCache(compileCache)
  setFlagsFromString(smallWhileLoading)
  await import(hook)
  await import(pathToFileURL(join(root, 'dist/server/main.mjs')).href)
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
  const watched = ['src/server', 'src/engine', 'src/model', 'src/charts', 'src/filters'].map(
    (folder) => `--watch-path=${folder}`,
  )
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
  const sentence = error instanceof Failure ? error.message : systemFailure(error)
  process.stderr.write(`${sentence ?? error.stack ?? error}\n`)
  process.exit(1)
}

const scripts = {
  test: 'scripts/test.ts',
  'test:engines': 'scripts/testEngines.ts',
  tables: 'src/server/tables.ts',
  import: 'src/server/importBundles.ts',
  users: 'src/server/manageUsers.ts',
  backup: 'src/server/backup/makeBackup.ts',
  restore: 'src/server/backup/runRestore.ts',
  bench: 'bench/run.ts',
  cluster: 'scripts/cluster.ts',
  overload: 'scripts/overload.ts',
  soak: 'scripts/soak.ts',
  figures: 'scripts/figures.ts',
  pictures: 'e2e/pictures.ts',
  walk: 'e2e/walk.ts',
  texts: 'scripts/texts.ts',
  vectors: 'conformance/vectors/run.ts',
}

/** Commands of the launcher itself. */
const own = ['start', 'build', 'dev']

async function launch([command = 'start', ...args]) {
  if (!own.includes(command) && !(command in scripts)) {
    throw new Failure(`Unknown command: ${command}. Commands: ${[...own, ...Object.keys(scripts)].join(', ')}.`)
  }
  const { node, findNpm } = await findRuntime()
  await installPackages(findNpm, ['start', 'build', 'tables', 'import', 'users', 'backup', 'restore'].includes(command))
  if (command === 'start') return start(node)
  if (command === 'build') return prepare(node)
  if (command === 'dev') return dev(node)
  if (['bench', 'pictures', 'walk'].includes(command)) await buildBundle(node)
  if (['cluster', 'overload', 'soak'].includes(command)) await prepare(node)
  become(node, [scripts[command], ...args])
}

export const runCommand = (args) => launch(args).catch(fail)
