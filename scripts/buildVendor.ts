/**
 * Bundles each package that the server loads at every start into one file (dist/vendor): they consist of six hundred
 * files, and opening those takes longer than running them. `scripts/vendorHook.mjs` redirects imports to them; without
 * them the server runs from node_modules.
 */
import { join, resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '..')

/**
 * Packages with many files, whose importers use only named ES module exports, or the default export of a CommonJS
 * module.
 */
const packages = ['kysely', 'zod', 'fastify', 'pino', 'lru-cache', 'micromark', 'micromark-extension-gfm']

await build({
  root,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node24',
    outDir: join(root, 'dist/vendor'),
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(packages.map((name) => [name, name])),
      output: { format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: 'shared-[hash].mjs' },
    },
  },
})
