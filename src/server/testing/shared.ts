import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Reference material next to the checkout; missing on most machines, always present in CI. */
export const sharedFolder = resolve(import.meta.dirname, '../../../../shared')

/** Whether tests that need the reference material run: they do if it exists, and must in CI. */
export const hasShared = existsSync(sharedFolder) || process.env['CI'] === 'true'

/** Folders of the original's example bundles, in name order. */
export function exampleBundles(): { name: string; path: string }[] {
  if (!hasShared) return []
  const folder = join(sharedFolder, 'examples/bundles')
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, path: join(folder, name) }))
}

/** A file of the recorded calls as JSON. */
export const recording = <T>(...path: string[]) =>
  JSON.parse(readFileSync(join(sharedFolder, 'reference/recordings', ...path), 'utf8')) as T
