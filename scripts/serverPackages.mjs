/** Redirects imports of bundled packages to their files in dist/server/packages (created by buildServer.ts). */
import { readdirSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = join(import.meta.dirname, '../dist/server/packages')
const bundled = new Map(
  readdirSync(folder).map((file) => [file.replace(/\.mjs$/, ''), pathToFileURL(join(folder, file)).href]),
)

registerHooks({
  resolve(specifier, context, next) {
    const url = bundled.get(specifier)
    return url ? { url, format: 'module', shortCircuit: true } : next(specifier, context)
  },
})
