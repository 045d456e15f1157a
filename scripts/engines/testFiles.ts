import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a test file imports that uses an engine which `run.ts` starts. */
const USES_ENGINE = /\/testing\/(engines|list|administrators|postgresql|otherServers)\.ts'/

/** Test files that use real engines, as paths from the root. */
export const engineTestFiles = (root: string): string[] =>
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && USES_ENGINE.test(readFileSync(join(root, 'src', file), 'utf8')))
    .map((file) => `src/${file.replaceAll('\\', '/')}`)
    .sort()
