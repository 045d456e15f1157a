/**
 * Bundles the server into a few files (dist/server): it and the packages that it loads at every start consist of two
 * thousand files, and opening those takes longer than running them. `npm start` runs the bundle; everything else runs
 * the sources. Packages that are loaded later import the bundled ones through `scripts/serverPackages.mjs`.
 */
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { build, type Plugin } from 'vite'
import { contentStamp } from '../src/server/cache/codeStamp.ts'

const root = resolve(import.meta.dirname, '..')
const sources = join(root, 'src')
const place = join(root, 'dist/server')
/** Built in a temporary folder and moved when complete: a server never sees a partial build. */
const outDir = `${place}.${process.pid}`

/**
 * Packages with many files, whose importers use only named ES module exports, or the default export of a CommonJS
 * module. Packages that stay outside of the bundle import these too, and must get the same modules.
 */
const packages = ['kysely', 'zod', 'fastify', 'pino', 'lru-cache', 'micromark', 'micromark-extension-gfm']

/** Packages that only the bundle imports. */
const inside = ['diff', '@fastify/multipart', '@fastify/busboy']

const isPackage = (id: string) => /^@?\w/.test(id) && !/^[a-z]:/i.test(id)

/**
 * A module of the bundle knows the path of its source, because child processes and files are found next to it. The
 * bundle's own files are all in one folder.
 */
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  transform(code, id) {
    if (!id.startsWith(sources) || !/\bimport\.meta\.(dirname|url)\b/.test(code)) return undefined
    const source = (path: string) => `new URL(${JSON.stringify(`../../${path.split(sep).join('/')}`)}, import.meta.url)`
    const path = relative(root, id)
    return code.replaceAll(/\bimport\.meta\.(dirname|url)\b/g, (_, part) =>
      part === 'url'
        ? `${source(path)}.href`
        : `process.getBuiltinModule('node:url').fileURLToPath(${source(dirname(path))})`,
    )
  },
}

const HTTP = '\0http'

/**
 * `node:http` without its browser interfaces: importing it as a module loads Node's whole `fetch` because of them,
 * which takes 30 ms.
 */
const httpWithoutFetch: Plugin = {
  name: 'http-without-fetch',
  enforce: 'pre',
  resolveId: (id) => (id === 'node:http' ? HTTP : undefined),
  load(id) {
    if (id !== HTTP) return undefined
    const names = Object.keys(createRequire(import.meta.url)('node:http') as object)
    const own = names.filter((name) => !['WebSocket', 'CloseEvent', 'MessageEvent'].includes(name))
    return `const http = process.getBuiltinModule('node:http')\nexport default http\nexport const { ${own.join(', ')} } = http`
  },
}

/** The bundle knows its version, which the sources have to look up at every start. */
const knownVersion: Plugin = {
  name: 'known-version',
  async load(id) {
    if (id !== join(sources, 'server/cache/codeStamp.ts')) return undefined
    const stamps = { results: await contentStamp(root), pictures: await contentStamp(root, 'pictures') }
    return `const stamps = ${JSON.stringify(stamps)}
export const codeStamp = async (root, stamped = 'results') => stamps[stamped]`
  },
}

await build({
  root,
  configFile: false,
  publicDir: false,
  logLevel: 'error',
  plugins: [httpWithoutFetch, placesOfSources, knownVersion],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node24',
    outDir,
    minify: false,
    rolldownOptions: {
      input: { main: 'src/server/main.ts', ...Object.fromEntries(packages.map((name) => [name, name])) },
      // React components are only rendered in browsers. Bundled packages include the packages that they import. JSON is
      // bundled too, because an external import would lose its `type` attribute.
      external: (id, importer) =>
        id.endsWith('.tsx') ||
        (importer?.startsWith(sources) === true &&
          isPackage(id) &&
          !id.endsWith('.json') &&
          ![...packages, ...inside].includes(id)),
      output: {
        format: 'esm',
        comments: false,
        entryFileNames: ({ name }) => (name === 'main' ? 'main.mjs' : `packages/${name}.mjs`),
        chunkFileNames: '[name]-[hash].mjs',
      },
    },
  },
})

const previous = `${outDir}.old`
const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
await rename(place, previous).catch((error: unknown) => {
  if (!isMissing(error)) throw error
})
await rename(outDir, place).catch(async (error: unknown) => {
  // another start has built the same bundle meanwhile
  if (!existsSync(place)) throw error
  await rm(outDir, { recursive: true })
})
await rm(previous, { recursive: true, force: true })
