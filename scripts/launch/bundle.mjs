/** Builds what a start needs: the browser bundle, and the server bundled into a few files. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { requireWritable, stepFailure } from './failure.mjs'
import { sha } from './packages.mjs'
import { root, run, step } from './progress.mjs'
import { readJson, writeStamp } from './stamp.mjs'

/**
 * The bundler takes memory from the system and returns it late. With these settings a build needs 0.9 GB instead of 1.6
 * GB, and takes as long.
 */
const smallHeap = ['--max-old-space-size=320', '--max-semi-space-size=4']
const smallBundler = { MIMALLOC_PURGE_DELAY: '0', MIMALLOC_ARENA_EAGER_COMMIT: '0' }

async function buildStep(title, failed, node, script, stampFile) {
  requireWritable(join(root, 'dist'))
  // an interrupted build leaves neither the old files nor the new ones
  rmSync(stampFile, { force: true })
  const ended = await step(title, () => run(node, [...smallHeap, script], { env: { ...process.env, ...smallBundler } }))
  if (!ended.ok) throw stepFailure(failed, ended)
}

/** A bundle is built again when one of the files that determine it changes. */
const webBundle = {
  name: 'web',
  title: 'Building the browser bundle',
  failed: 'The browser bundle could not be built',
  script: 'scripts/buildWeb.ts',
  built: 'dist/web/.vite/manifest.json',
  files: [
    'package-lock.json',
    'vite.config.ts',
    'tsconfig.json',
    'scripts/webManifest.ts',
    'scripts/oldestBrowsers.ts',
    'src/server/assets.ts',
  ],
  folders: ['src/model', 'src/charts', 'src/filters', 'src/locales', 'src/web', 'scripts/texts'],
}
const serverBundle = {
  name: 'server',
  title: 'Bundling the server',
  failed: 'The server could not be bundled',
  script: 'scripts/buildServer.ts',
  built: 'dist/server/main.mjs',
  files: ['package.json', 'package-lock.json'],
  folders: ['src/model', 'src/charts', 'src/filters', 'src/engine', 'src/server'],
}

/** By folder: the source files below it, each with its time and size. */
const lookedAt = new Map()

function looksOf(folder) {
  let found = lookedAt.get(folder)
  if (found) return found
  found = []
  lookedAt.set(folder, found)
  if (!existsSync(join(root, folder))) return found
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) found.push(...looksOf(path))
    else if (!/\.test\.tsx?$/.test(entry.name)) found.push({ path, looks: looksOfFile(path) })
  }
  return found
}

function looksOfFile(path) {
  const { size, mtimeMs } = statSync(join(root, path))
  return `${size}:${mtimeMs}`
}

function sourcesOf({ files, folders, script }) {
  const single = [...files, script].filter((path) => existsSync(join(root, path)))
  const sources = [...folders.flatMap(looksOf), ...single.map((path) => ({ path, looks: looksOfFile(path) }))]
  return sources.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/**
 * Builds a bundle if a source changed. Times and sizes are compared first; only if they differ from the last build is
 * the content compared.
 */
async function keepBuilt(node, bundle) {
  const stampFile = join(root, `dist/${bundle.name}.stamp.json`)
  const sources = sourcesOf(bundle)
  const looks = sha(sources.map(({ path, looks }) => `${path}:${looks}`).join('\n'))
  const stamp = existsSync(join(root, bundle.built)) ? readJson(stampFile) : undefined
  if (stamp?.looks === looks) return
  const content = sha(sources.map(({ path }) => `${path}:${sha(readFileSync(join(root, path)))}`).join('\n'))
  if (stamp?.content !== content) await buildStep(bundle.title, bundle.failed, node, bundle.script, stampFile)
  writeStamp(stampFile, JSON.stringify({ looks, content }))
}

export const buildBundle = (node) => keepBuilt(node, webBundle)

/** See scripts/buildServer.ts. */
export const bundleServer = (node) => keepBuilt(node, serverBundle)
