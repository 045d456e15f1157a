import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a test file imports that uses an engine which `run.ts` starts. */
const USES_ENGINE = /\/testing\/(engines|list|administrators|postgresql|otherServers)\.ts'/

/** Test files that use real engines, as paths from the root. */
export const engineTestFiles = (root: string): string[] =>
  ['src', 'conformance']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file.replaceAll('\\', '/')}`,
      ),
    )
    .filter((file) => file.endsWith('.test.ts') && USES_ENGINE.test(readFileSync(join(root, file), 'utf8')))
    .sort()
