/** Redirects imports of bundled packages to their files in dist/vendor (created by buildVendor.ts). */
import { existsSync, readdirSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = join(import.meta.dirname, '../dist/vendor')
const packed = new Map(
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => !file.startsWith('shared-'))
    .map((file) => [file.replace(/\.mjs$/, ''), pathToFileURL(join(folder, file)).href]),
)

registerHooks({
  resolve(specifier, context, next) {
    const url = packed.get(specifier)
    return url ? { url, format: 'module', shortCircuit: true } : next(specifier, context)
  },
})
