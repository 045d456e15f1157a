/**
 * Packs the packages that the server loads at every start into one file each (dist/vendor): they are six hundred files,
 * and opening those takes longer than running them. `scripts/vendorHook.mjs` puts them in place; without them the server
 * runs from node_modules all the same.
 */
import { join, resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '..')

/** Packages of many files, whose importers use nothing but the names of an ES module, or the default of a CommonJS one. */
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
