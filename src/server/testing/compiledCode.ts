import { mkdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Folder for the compiled code of all processes that tests start. Engine pools without a home folder use it as well.
 */
export const compiledCode = join(tmpdir(), 'compiled')

/**
 * Lets the child processes of a server with a new home folder use the compiled code of earlier tests: compiling takes
 * most of the time that a child process needs to start.
 */
export function shareCompiledCode(home: string): void {
  mkdirSync(compiledCode, { recursive: true })
  // for child processes of the engine, and for those that draw images
  for (const folder of ['scratch', 'scratch/pictures']) {
    mkdirSync(join(home, folder), { recursive: true, mode: 0o700 })
    try {
      symlinkSync(compiledCode, join(home, folder, 'compiled'), 'dir')
    } catch {
      // the home was used before, or the system allows no links: then the child processes compile their code
    }
  }
}
