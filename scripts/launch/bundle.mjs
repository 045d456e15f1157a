/** Builds what a start needs: the browser bundle, and the packages of the server bundled into a few files. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { requireWritable, stepFailure } from './failure.mjs'
import { lockFile, sha } from './packages.mjs'
import { root, run, step } from './progress.mjs'
import { readJson, writeStamp } from './stamp.mjs'

/**
 * The bundler takes memory from the system and gives it back late. With these settings a build needs 0.6 GB instead of
 * 1.2 GB, and takes as long.
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

/** Files that determine the browser bundle. */
function bundleSources() {
  const files = [
    'package-lock.json',
    'vite.config.ts',
    'tsconfig.json',
    'scripts/buildWeb.ts',
    'scripts/webManifest.ts',
    'scripts/oldestBrowsers.ts',
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
export async function buildBundle(node) {
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
  const stamp = existsSync(built) ? readJson(stampFile) : undefined
  if (stamp?.looks === looks) return
  const content = sha(sources.map((file) => `${file}:${sha(readFileSync(join(root, file)))}`).join('\n'))
  if (stamp?.content !== content) {
    await buildStep(
      'Building the browser bundle',
      'The browser bundle could not be built',
      node,
      'scripts/buildWeb.ts',
      stampFile,
    )
  }
  writeStamp(stampFile, JSON.stringify({ looks, content }))
}

/** Bundles the server's packages into a few files when the lock file changed: see scripts/buildVendor.ts. */
export async function packPackages(node) {
  const stampFile = join(root, 'dist/vendor.stamp')
  const digest = sha(readFileSync(lockFile) + readFileSync(join(root, 'scripts/buildVendor.ts')))
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === digest) return
  const failed = 'The packages of the server could not be bundled'
  await buildStep('Bundling the packages of the server', failed, node, 'scripts/buildVendor.ts', stampFile)
  writeStamp(stampFile, digest)
}
