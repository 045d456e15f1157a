import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { requireWritable, stepFailure } from './failure.mjs'
import { step } from './progress.mjs'
import { readJson } from './stamp.mjs'

const installedFile = (folder) => join(folder, 'node_modules/.package-lock.json')

/** Packages that npm has installed in a folder: path -> package. npm writes this file last. */
export const installedIn = (folder) => readJson(installedFile(folder))?.packages ?? {}

/**
 * Runs npm to install into `folder`, as a step of the start; `failed` begins the error message. User settings must not
 * reject an older Node, and without a network the start must not wait for minutes.
 */
export async function installStep({ title, failed, folder, npm, args }) {
  requireWritable(join(folder, 'node_modules'))
  const ended = await step(title, () =>
    npm([
      ...args,
      '--engine-strict=false',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--fetch-retries=2',
      '--fetch-retry-mintimeout=1000',
      '--fetch-retry-maxtimeout=5000',
      '--loglevel=warn',
    ]),
  )
  // npm reports files that it could not unpack as warnings and exits with 0, so the packages would count as complete
  const isPartial = /TAR_ENTRY_ERROR/.test(ended.said)
  if (isPartial) rmSync(installedFile(folder), { force: true })
  if (!ended.ok || isPartial) throw stepFailure(failed, ended)
}
